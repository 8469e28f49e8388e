// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// weighted: processor, memory and bandwidth as fractions of what all nodes have, weighted.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/node_use.hpp"

namespace evenkeel::machine {
namespace {

constexpr std::array<std::string_view, 2> kSources = {"given", "learned"};
constexpr double kThird = 1.0 / 3.0;

constexpr std::array kParams = {
    ParamSpec{.name = "cpu",
              .unit = "1",
              .fallback = kThird,
              .min = 0.0,
              .max = 1e6,
              .help = "weight of processor availability times rating; weights are normalised"},
    ParamSpec{.name = "memory",
              .unit = "1",
              .fallback = kThird,
              .min = 0.0,
              .max = 1e6,
              .help = "weight of free memory"},
    ParamSpec{.name = "bandwidth",
              .unit = "1",
              .fallback = kThird,
              .min = 0.0,
              .max = 1e6,
              .help = "weight of link bandwidth"},
    ParamSpec{.name = "weights",
              .unit = "",
              .fallback = 0.0,
              .help = "given, or learned: cpu : bandwidth : memory as compute_s : comm_s : fault_s",
              .choices = kSources},
    ParamSpec{
        .name = "smoothing",
        .unit = "1",
        .fallback = 0.5,
        .min = 0.0,
        .max = 1.0,
        .help =
            "of learned weights: what is kept of the last ones, and at first of the given ones"}};

struct Settings {
  CapacityWeights weights;
  bool learned;
  double smoothing;
};

CapacityWeights normalised(double cpu, double memory, double bandwidth) {
  const double sum = cpu + memory + bandwidth;
  return {cpu / sum, memory / sum, bandwidth / sum};
}

/// w_p : w_b : w_m = t_comp : t_comm : t_fault of the last window, mixed with the weights before.
///                                                                            (algorithms 5.1)
CapacityWeights learn(const Sample& sample, const Settings& settings) {
  double compute = 0.0;
  double communicate = 0.0;
  double fault = 0.0;
  for (const std::size_t node : computing_nodes(sample)) {
    compute += sample.nodes[node].compute_s.value_or(0.0);
    communicate += sample.nodes[node].comm_s.value_or(0.0);
    fault += sample.nodes[node].fault_s.value_or(0.0);
  }
  if (!is_known(sample, &NodeSample::comm_s) || compute + communicate + fault <= 0.0) {
    throw InputError(
        "weights = learned needs comm_s of a node, and time that was taken: compute_s, comm_s or "
        "fault_s");
  }
  const CapacityWeights fresh = normalised(compute, fault, communicate);
  const CapacityWeights last = sample.weights.value_or(settings.weights);
  const auto mix = [&](double before, double newest) {
    return settings.smoothing * before + (1.0 - settings.smoothing) * newest;
  };
  return normalised(mix(last.cpu, fresh.cpu), mix(last.memory, fresh.memory),
                    mix(last.bandwidth, fresh.bandwidth));
}

class Weighted final : public CapacityMetric {
 public:
  explicit Weighted(const Settings& settings) : settings_(settings) {}

  Shares shares(const Sample& sample) const override {
    const CapacityWeights weights =
        settings_.learned ? learn(sample, settings_) : settings_.weights;
    Shares result;
    result.weights = settings_.learned ? std::optional(weights) : std::nullopt;
    const std::vector<double> memory = known_or_mean(sample, &NodeSample::memory_available,
                                                     "memory_available", 0.0, result.unknown);
    const std::vector<double> bandwidth =
        known_or_mean(sample, &NodeSample::bandwidth, "bandwidth", 0.0, result.unknown);
    const std::vector<double> cpu = available_power(sample, result.unknown);
    std::vector<Resources> resources(cpu.size());
    for (std::size_t k = 0; k < cpu.size(); ++k) {
      resources[k] = {cpu[k], memory[k], bandwidth[k]};
    }
    result.share = normalise(relative_capacity(resources, weights));
    result.detail = {{"cpu", normalise(cpu)},
                     {"memory", normalise(memory)},
                     {"bandwidth", normalise(bandwidth)},
                     {"weights", {weights.cpu, weights.memory, weights.bandwidth}}};
    return result;
  }

 private:
  Settings settings_;
};

}  // namespace

void register_weighted(Registry<CapacityMetric>& registry) {
  registry.add({.name = "weighted",
                .summary = "weighted sum of processor, memory and bandwidth fractions",
                .source = "Sinha & Parashar 2002, eq. 1; Chandra & Parashar 2007, eq. 5",
                .params = kParams,
                .make = [](const Params& params) {
                  const double sum = params["cpu"] + params["memory"] + params["bandwidth"];
                  if (sum <= 0.0) {
                    throw InputError("cpu, memory and bandwidth are all 0; one must be above");
                  }
                  return std::make_unique<Weighted>(
                      Settings{normalised(params["cpu"], params["memory"], params["bandwidth"]),
                               params.choice("weights") == "learned", params["smoothing"]});
                }});
}

}  // namespace evenkeel::machine
