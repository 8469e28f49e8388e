// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Heaviest pieces over largest capacities.
#include "evenkeel/partition/bounds.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

namespace evenkeel::partition {

double least_time(std::span<const double> load, std::span<const double> capacity) {
  const std::size_t count = std::min(load.size(), capacity.size());
  std::vector<double> heavy(count);
  std::vector<double> fast(count);
  std::ranges::partial_sort_copy(load, heavy, std::greater());
  std::ranges::partial_sort_copy(capacity, fast, std::greater());
  double least =
      std::reduce(load.begin(), load.end()) / std::reduce(capacity.begin(), capacity.end());
  double held = 0.0;
  double offered = 0.0;
  for (std::size_t j = 0; j < count; ++j) {
    held += heavy[j];
    offered += fast[j];
    least = std::max(least, held / offered);
  }
  return least;
}

}  // namespace evenkeel::partition
