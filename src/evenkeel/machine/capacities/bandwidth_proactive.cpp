// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// bandwidth_proactive: equal times for messages, foreseen from latency, bandwidth and ghost cells.
#include <array>
#include <cmath>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/proactive.hpp"

namespace evenkeel::machine {
namespace {

constexpr std::array kParams = {
    kProactiveParams[0],
    kProactiveParams[1],
    kProactiveParams[2],
    ParamSpec{.name = "messages",
              .unit = "1",
              .fallback = 100.0,
              .min = 0.0,
              .max = 1e9,
              .help = "a node sends in a step"},
    ParamSpec{.name = "bytes",
              .unit = "byte",
              .fallback = 1e6,
              .min = 0.0,
              .max = 1e15,
              .help = "of ghost cells that a node with a mean share of the work sends in a step"},
    ParamSpec{.name = "dimension",
              .unit = "1",
              .fallback = 3.0,
              .min = 1.0,
              .max = 3.0,
              .help = "d: ghost cells grow with work as W^((d-1)/d)"}};

struct Settings {
  ProactiveSettings step;
  double messages;
  double bytes;
  double dimension;
};

/// T_i = n lat_i + V_i / bw_i, V_i = kappa W_i^((d-1)/d).                  (algorithms 5.6)
class BandwidthProactive final : public CapacityMetric {
 public:
  explicit BandwidthProactive(const Settings& settings) : settings_(settings) {}

  Shares shares(const Sample& sample) const override {
    if (!is_known(sample, &NodeSample::bandwidth)) {
      throw InputError("bandwidth_proactive needs bandwidth; it is known of no node");
    }
    Shares result;
    const std::vector<double> share = current_shares(sample);
    const std::vector<double> bandwidth =
        known_or_mean(sample, &NodeSample::bandwidth, "bandwidth", 0.0, result.unknown);
    std::vector<std::string> ignored;
    const std::vector<double> latency =
        known_or_mean(sample, &NodeSample::latency, "latency", 0.0, ignored);
    const double power = (settings_.dimension - 1.0) / settings_.dimension;
    std::vector<double> seconds;
    for (std::size_t k = 0; k < share.size(); ++k) {
      const double mean_shares = share[k] * static_cast<double>(share.size());
      const double volume = settings_.bytes * std::pow(mean_shares, power);
      seconds.push_back(settings_.messages * latency[k] + volume / std::max(bandwidth[k], 1.0));
    }
    equalise_times(sample, seconds, forecast_error(sample, 0.0), settings_.step, result);
    return result;
  }

 private:
  Settings settings_;
};

}  // namespace

void register_bandwidth_proactive(Registry<CapacityMetric>& registry) {
  registry.add({.name = "bandwidth_proactive",
                .summary = "shares for equal times of ghost-cell messages",
                .source = "after Chandra & Parashar 2007, section 4",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<BandwidthProactive>(
                      Settings{proactive_settings(params), params["messages"], params["bytes"],
                               params["dimension"]});
                }});
}

}  // namespace evenkeel::machine
