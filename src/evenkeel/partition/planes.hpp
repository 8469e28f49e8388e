// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Units as points of a lattice of blocks, to be divided by planes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// Numbers of units, of a part of the domain.
using Part = std::span<std::uint32_t>;

/// Where units lie and what they weigh. A unit larger than a block lies in the block of its middle.
struct Points {
  using Place = std::array<std::int32_t, 3>;

  /// Weighs units by their load; where none has any, each by 1.
  explicit Points(const workload::UnitList& units);

  /// Blocks along each axis; 1 along those that do not exist. \pre there are units
  Place blocks() const;

  std::size_t axes = 0;
  std::vector<Place> place;  ///< [units] block, from 0 on every axis
  std::vector<double> load;  ///< [units]
};

/// Blocks lo <= i < hi on every axis.
struct Extent {
  Points::Place lo{};
  Points::Place hi{};

  std::int32_t side(std::size_t axis) const { return hi[axis] - lo[axis]; }
};

/// The smallest extent that holds \p part; of side 0 when it is empty.
Extent extent_of(const Points& points, Part part);

/// The axis along which \p extent is longest; the lowest of equals.
std::size_t longest_axis(const Extent& extent, std::size_t axes);

/// Sum of \p weight on every plane of \p extent across \p axis. Shape [side].
std::vector<double> profile(const Points& points, Part part, const Extent& extent, std::size_t axis,
                            std::span<const double> weight);

/// Planes before the one cut whose load before it is nearest to \p target; at least one on each
/// side. \pre profile.size() >= 2
std::size_t nearest_plane(std::span<const double> profile, double target);

/// Reorders \p part so that the units below the plane at \p block come first, each side in the
/// order it had. \returns how many they are
std::size_t divide(const Points& points, Part part, std::size_t axis, std::int32_t block);

}  // namespace evenkeel::partition
