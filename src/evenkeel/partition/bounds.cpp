// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Heaviest pieces over largest capacities, and how many of the lightest are done when.
#include "evenkeel/partition/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

namespace evenkeel::partition {
namespace {

/// time_of_pieces() for as many as there are of \p load, all as light as the lightest.
double time_of_count(std::span<const double> load, std::span<const double> capacity) {
  double lightest = 0.0;
  double count = 0.0;
  for (const double piece : load) {
    if (piece > 0.0) {
      lightest = count == 0.0 ? piece : std::min(lightest, piece);
      ++count;
    }
  }
  return time_of_pieces(count, lightest, capacity);
}

}  // namespace

double time_of_pieces(double count, double load, std::span<const double> capacity) {
  // All but fewer than there are processors are done by the ideal time; the others one by one.
  double time = count / std::reduce(capacity.begin(), capacity.end());
  double done = 0.0;
  std::vector<double> held(capacity.size(), 0.0);
  using Next = std::pair<double, std::size_t>;  // when a processor is done with one more
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  for (std::size_t k = 0; k < capacity.size(); ++k) {
    held[k] = std::floor(time * capacity[k]);
    done += held[k];
    if (capacity[k] > 0.0) {
      next.emplace((held[k] + 1.0) / capacity[k], k);
    }
  }
  for (; done < count; ++done) {
    const auto [soonest, k] = next.top();
    time = soonest;
    next.pop();
    next.emplace((++held[k] + 1.0) / capacity[k], k);
  }
  return time * load;
}

double least_time(std::span<const double> load, std::span<const double> capacity) {
  const std::size_t count = std::min(load.size(), capacity.size());
  std::vector<double> heavy(count);
  std::vector<double> fast(count);
  std::ranges::partial_sort_copy(load, heavy, std::greater());
  std::ranges::partial_sort_copy(capacity, fast, std::greater());
  double least = std::max(
      std::reduce(load.begin(), load.end()) / std::reduce(capacity.begin(), capacity.end()),
      time_of_count(load, capacity));
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
