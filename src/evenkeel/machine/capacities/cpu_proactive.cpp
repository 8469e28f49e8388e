// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// cpu_proactive: equal step times, foreseen from work, refinement level and the run queue.
#include <algorithm>
#include <utility>

#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/node_use.hpp"
#include "evenkeel/machine/performance_function.hpp"
#include "evenkeel/machine/proactive.hpp"

namespace evenkeel::machine {
namespace {

class CpuProactive final : public CapacityMetric {
 public:
  explicit CpuProactive(const ProactiveSettings& settings) : settings_(settings) {}

  Shares shares(const Sample& sample) const override {
    Shares result;
    const Prediction predicted = predict(sample, result.unknown);
    equalise_times(sample, predicted.seconds, forecast_error(sample, predicted.error), settings_,
                   result);
    return result;
  }

 private:
  /// Times of a step, and what the function behind them is wrong by, as a fraction.
  struct Prediction {
    std::vector<double> seconds;
    double error;
  };

  /// Of all processors of a node that have a process, relative. Shape [nodes].
  static std::vector<double> speeds(const Sample& sample) {
    std::vector<std::string> ignored;
    std::vector<double> speed = ratings(sample, ignored);
    const std::vector<std::size_t> nodes = computing_nodes(sample);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const NodeSample& node = sample.nodes[nodes[k]];
      const double processors = node.cpus.value_or(1.0);
      speed[k] *= std::max(1.0, std::min(node.processes.value_or(processors), processors));
    }
    return normalise(speed);
  }

  /// T_i = PF_c(W_i, V_i) L_i, on a node of mean speed; or as measured, where it was.
  static Prediction predict(const Sample& sample, std::vector<std::string>& unknown) {
    if (is_known(sample, &NodeSample::seconds)) {
      return {known_or_mean(sample, &NodeSample::seconds, "seconds", 1.0, unknown), 0.0};
    }
    const PerformanceFunction time = PerformanceFunction::fit(sample.history);
    std::vector<std::string> ignored;
    const std::vector<double> share = current_shares(sample);
    const std::vector<double> relative = speeds(sample);
    const std::vector<double> level =
        known_or_mean(sample, &NodeSample::level, "level", 0.0, ignored);
    const std::vector<double> jobs = known_or_mean(sample, &NodeSample::load, "load", 1.0, unknown);
    const auto count = static_cast<double>(share.size());
    std::vector<double> seconds;
    for (std::size_t k = 0; k < share.size(); ++k) {
      const double speed = std::max(relative[k] * count, 1e-3);
      const double work = share[k] * count * time.work_unit();
      seconds.push_back(time(work, level[k]) * std::max(1.0, jobs[k]) / speed);
    }
    return {std::move(seconds), time.error()};
  }

  ProactiveSettings settings_;
};

}  // namespace

void register_cpu_proactive(Registry<CapacityMetric>& registry) {
  registry.add({.name = "cpu_proactive",
                .summary = "shares for equal step times by a fitted performance function",
                .source = "Chandra & Parashar 2007, eq. 7-9",
                .params = kProactiveParams,
                .make = [](const Params& params) {
                  return std::make_unique<CpuProactive>(proactive_settings(params));
                }});
}

}  // namespace evenkeel::machine
