// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// cpu_proactive: equal step times, foreseen from work, refinement level and the run queue.
#include <algorithm>

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
    const std::vector<double> share = current_shares(sample);
    const std::vector<double> seconds = predict(sample, share, result.unknown);
    std::vector<double> factors;
    result.share = equalise_times(share, seconds, settings_, factors);
    result.detail = {{"seconds", seconds}, {"factor", factors}};
    return result;
  }

 private:
  /// T_i = PF_c(W_i, V_i) L_i, on a processor of mean rating; or as measured, where it was.
  static std::vector<double> predict(const Sample& sample, const std::vector<double>& share,
                                     std::vector<std::string>& unknown) {
    if (is_known(sample, &NodeSample::seconds)) {
      return known_or_mean(sample, &NodeSample::seconds, "seconds", 1.0, unknown);
    }
    const PerformanceFunction time = PerformanceFunction::fit(sample.history);
    std::vector<std::string> ignored;
    const std::vector<double> rating = ratings(sample, ignored);
    const std::vector<double> level =
        known_or_mean(sample, &NodeSample::level, "level", 0.0, ignored);
    const std::vector<double> jobs = known_or_mean(sample, &NodeSample::load, "load", 1.0, unknown);
    double mean_rating = 0.0;
    for (const double each : rating) {
      mean_rating += each / static_cast<double>(rating.size());
    }
    const double all = static_cast<double>(share.size()) * time.work_unit();
    std::vector<double> seconds;
    for (std::size_t k = 0; k < share.size(); ++k) {
      const double speed = mean_rating > 0.0 ? std::max(rating[k] / mean_rating, 1e-3) : 1.0;
      seconds.push_back(time(share[k] * all, level[k]) * std::max(1.0, jobs[k]) / speed);
    }
    return seconds;
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
