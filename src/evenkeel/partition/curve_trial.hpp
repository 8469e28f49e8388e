// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a curve would cost, tried on a lattice of few blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "evenkeel/partition/curve_order.hpp"

namespace evenkeel::partition {

/// Loads of units on a lattice of at most 2^18 blocks.
class CurveTrial {
 public:
  /// \pre \p points are those of \p units
  CurveTrial(const workload::UnitList& units, const Points& points, const Workers& workers);

  /// Sum of the differences between neighbours along \p axis. [cell updates]
  double variation(std::size_t axis) const;

  /// Load that changes its owner when all of it moves by one block along \p axis, up and down.
  /// [cell updates]
  double moved(const CurveChoice& choice, std::size_t axis) const;

  /// What a step is expected to take all workers together. [cell updates]
  ///
  /// The slowest worker's time, a part of what workers wait for each other on levels, and what
  /// faces between owners cost. A block of side s with L updates of the cells of all its levels has
  /// about L^(D / (D + 1)) / s^(1 / (D + 1)) of those on a side: exactly so many where it is
  /// refined as a whole.
  double time(const CurveChoice& choice) const;

  std::size_t blocks() const { return load_.size(); }

 private:
  /// Puts \p units onto blocks of side 2^\p halvings units.
  void add(const workload::UnitList& units, const Points& points, int halvings);
  double slowest(const std::vector<double>& load, const Owners& owner) const;
  double level_time(const Owners& owner) const;
  double face_cost(const Owners& owner) const;
  std::vector<std::uint32_t> order(const CurveChoice& choice) const;
  Chain chain(const std::vector<std::uint32_t>& order, std::size_t axis, std::int32_t step) const;

  Workers workers_;  ///< ranked by their places
  std::size_t axes_;
  Points::Place blocks_;
  std::array<std::size_t, 3> stride_{};
  double side_ = 1.0;                            ///< of a block [base cells]
  std::vector<double> load_;                     ///< [blocks] axis 0 fastest
  std::vector<std::vector<double>> level_load_;  ///< [levels][blocks]
  std::vector<Points::Place> place_;             ///< [blocks]
};

}  // namespace evenkeel::partition
