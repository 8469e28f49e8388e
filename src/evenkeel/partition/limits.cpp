// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums against bounds.
#include "evenkeel/partition/limits.hpp"

#include <algorithm>
#include <functional>

namespace evenkeel::partition {
namespace {

constexpr double kSlack = 1e-12;  ///< of a time times a capacity

}  // namespace

Limits::Limits(const UnitGraph& graph, const Owners& owners, std::span<const double> capacities,
               std::span<const double> most, std::span<const double> least)
    : columns_(graph.columns), held_(capacities.size() * graph.columns, 0.0) {
  for (const double capacity : capacities) {
    for (std::size_t column = 0; column < columns_; ++column) {
      most_.push_back(most[column] * capacity * (1.0 + kSlack));
      least_.push_back(least[column] * capacity);
    }
  }
  for (std::size_t node = 0; node < graph.size(); ++node) {
    const std::span<const double> load = graph.loads(node);
    for (std::size_t column = 0; column < columns_; ++column) {
      held_[row(owners[node]) + column] += load[column];
    }
  }
}

double Limits::total_excess(std::size_t column) const {
  double sum = 0.0;
  for (int owner = 0; owner < static_cast<int>(processors()); ++owner) {
    sum += std::max(0.0, excess(owner, column));
  }
  return sum;
}

bool Limits::fits(std::span<const double> load, int owner, std::size_t first,
                  std::size_t last) const {
  const std::size_t start = row(owner);
  for (std::size_t column = first; column < last; ++column) {
    if (load[column] > 0.0 && held_[start + column] + load[column] > most_[start + column]) {
      return false;
    }
  }
  return true;
}

bool Limits::can_spare(std::span<const double> load, int owner) const {
  const std::size_t start = row(owner);
  for (std::size_t column = 0; column < columns_; ++column) {
    if (load[column] > 0.0 && held_[start + column] - load[column] < least_[start + column]) {
      return false;
    }
  }
  return true;
}

bool Limits::are_kept() const {
  return std::ranges::equal(held_, most_, std::less_equal());
}

void Limits::move(std::span<const double> load, int from, int to) {
  for (std::size_t column = 0; column < columns_; ++column) {
    held_[row(from) + column] -= load[column];
    held_[row(to) + column] += load[column];
  }
}

}  // namespace evenkeel::partition
