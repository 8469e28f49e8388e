// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How much processors have on every level, and how much they should.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evenkeel/partition/unit_graph.hpp"

namespace evenkeel::partition {

/// Loads of the processors on every level and in sum, and how far they may grow and shrink. A
/// column is a level; the last one is the sum.
class Limits {
 public:
  /// \param most   shape [columns], time that no processor should exceed
  /// \param least  shape [columns], time below which no processor gives anything away
  Limits(const UnitGraph& graph, const Owners& owners, std::span<const double> capacities,
         std::span<const double> most, std::span<const double> least);

  std::size_t columns() const { return columns_; }
  std::size_t processors() const { return held_.size() / columns_; }

  /// How far \p owner is above its limit; below 0: its room.
  double excess(int owner, std::size_t column) const {
    const std::size_t entry = row(owner) + column;
    return held_[entry] - most_[entry];
  }

  /// Of all processors that are above their limit.
  double total_excess(std::size_t column) const;

  /// Whether \p owner can take \p load besides what it holds, as columns first <= c < last go.
  bool fits(std::span<const double> load, int owner, std::size_t first, std::size_t last) const;

  /// Whether \p owner can spare \p load.
  bool can_spare(std::span<const double> load, int owner) const;

  /// Whether nobody is above a limit.
  bool are_kept() const;

  void move(std::span<const double> load, int from, int to);

 private:
  std::size_t row(int owner) const { return static_cast<std::size_t>(owner) * columns_; }

  std::size_t columns_;
  std::vector<double> held_;   ///< [processors][columns]
  std::vector<double> most_;   ///< [processors][columns]
  std::vector<double> least_;  ///< [processors][columns]
};

}  // namespace evenkeel::partition
