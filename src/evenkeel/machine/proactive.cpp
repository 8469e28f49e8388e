// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The multiplicative step towards equal times.
#include "evenkeel/machine/proactive.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"

namespace evenkeel::machine {
namespace {

/// \p share, which sums to 1, with none below \p floor: the others give in proportion.
void raise_to(double floor, std::vector<double>& share) {
  std::vector<bool> is_low(share.size(), false);
  for (bool found = true; found;) {
    found = false;
    double raised = 0.0;
    double rest = 0.0;
    for (std::size_t k = 0; k < share.size(); ++k) {
      if (!is_low[k] && share[k] < floor) {
        is_low[k] = found = true;
      }
      (is_low[k] ? raised : rest) += is_low[k] ? floor : share[k];
    }
    for (std::size_t k = 0; found && k < share.size(); ++k) {
      share[k] = is_low[k] ? floor : share[k] * (1.0 - raised) / rest;
    }
  }
}

constexpr double kPoor = 0.2;  ///< error of forecasts above which steps are damped (algorithms 5.4)

}  // namespace

ProactiveSettings proactive_settings(const Params& params) {
  return {params["damping"], params["tolerance"], params["largest"]};
}

double forecast_error(const Sample& sample, double fallback) {
  std::vector<std::string> ignored;
  const std::vector<double> error =
      known_or_mean(sample, &NodeSample::error, "error", fallback, ignored);
  return std::accumulate(error.begin(), error.end(), 0.0) / static_cast<double>(error.size());
}

void equalise_times(const Sample& sample, std::span<const double> seconds, double error,
                    const ProactiveSettings& settings, Shares& result) {
  const double by_error = error > kPoor ? 0.5 : 1.0;
  const double damping = settings.damping > 0.0 ? settings.damping : by_error;
  result.share = current_shares(sample);
  EVENKEEL_EXPECT(result.share.size() == seconds.size());
  const auto count = static_cast<double>(seconds.size());
  const double floor = 0.1 / count;
  const double mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / count;
  const auto [least, most] = std::ranges::minmax(seconds);
  std::vector<double> factors(seconds.size(), 1.0);
  if (mean > 0.0 && (most - least) / mean >= settings.tolerance) {
    for (std::size_t k = 0; k < factors.size(); ++k) {
      const double factor = std::pow(mean / std::max(seconds[k], 1e-3 * mean), damping);
      factors[k] = std::clamp(factor, 1.0 / settings.largest, settings.largest);
      result.share[k] = std::max(result.share[k], floor) * factors[k];
    }
    result.share = normalise(result.share);
    raise_to(floor, result.share);
  }
  result.detail = {
      {"seconds", {seconds.begin(), seconds.end()}}, {"factor", factors}, {"damping", {damping}}};
}

}  // namespace evenkeel::machine
