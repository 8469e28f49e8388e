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

ProactiveSettings proactive_settings(const Params& params) {
  return {params["damping"], params["tolerance"], params["largest"]};
}

std::vector<double> equalise_times(std::span<const double> share, std::span<const double> seconds,
                                   const ProactiveSettings& settings,
                                   std::vector<double>& factors) {
  EVENKEEL_EXPECT(!share.empty() && share.size() == seconds.size());
  const auto count = static_cast<double>(share.size());
  const double mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / count;
  const auto [least, most] = std::ranges::minmax(seconds);
  std::vector<double> next(share.begin(), share.end());
  factors.assign(share.size(), 1.0);
  if (mean == 0.0 || (most - least) / mean < settings.tolerance) {
    return next;
  }
  for (std::size_t k = 0; k < next.size(); ++k) {
    const double factor = std::pow(mean / std::max(seconds[k], 1e-3 * mean), settings.damping);
    factors[k] = std::clamp(factor, 1.0 / settings.largest, settings.largest);
    next[k] = std::max(next[k], 0.1 / count) * factors[k];
  }
  return normalise(next);
}

}  // namespace evenkeel::machine
