// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Points and boxes of the integer index space of one refinement level.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace evenkeel::geometry {

/// Cell coordinates in the index space of one level. Unit: cells. Axis 0 is contiguous in memory.
template <int D>
using Index = std::array<std::int32_t, static_cast<std::size_t>(D)>;

/// The index with \p value in every direction.
template <int D>
constexpr Index<D> uniform(std::int32_t value) {
  Index<D> index{};
  index.fill(value);
  return index;
}

/// Largest q with q * divisor <= value; right for negative values too. \pre divisor > 0
constexpr std::int32_t floor_div(std::int32_t value, std::int32_t divisor) {
  const auto bits = static_cast<std::uint32_t>(divisor);
  if (std::has_single_bit(bits)) {  // refinement by 2 or 4: a shift, not a division
    return value >> std::countr_zero(bits);
  }
  return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}

/// The cells lo <= i < hi of one level. Empty when any hi <= lo.
///
/// Half-open, where the papers write closed bounds; converted only in input and output.
template <int D>
struct Box {
  Index<D> lo{};
  Index<D> hi{};

  /// The box of one cell.
  static constexpr Box of_cell(const Index<D>& cell) {
    return {cell, Box{cell, cell}.shift(uniform<D>(1)).hi};
  }

  bool operator==(const Box&) const = default;
  auto operator<=>(const Box&) const = default;  ///< lexicographic, for deterministic orders

  constexpr bool is_empty() const {
    for (std::size_t d = 0; d < D; ++d) {
      if (hi[d] <= lo[d]) {
        return true;
      }
    }
    return false;
  }

  /// Cells along \p axis; 0 when empty along it.
  constexpr std::int32_t side(std::size_t axis) const { return std::max(0, hi[axis] - lo[axis]); }

  /// Number of cells; 0 for an empty box.
  constexpr std::int64_t volume() const {
    std::int64_t cells = 1;
    for (std::size_t d = 0; d < D; ++d) {
      cells *= side(d);
    }
    return cells;
  }

  constexpr bool contains(const Index<D>& cell) const {
    for (std::size_t d = 0; d < D; ++d) {
      if (cell[d] < lo[d] || cell[d] >= hi[d]) {
        return false;
      }
    }
    return true;
  }

  /// True for an empty \p other too.
  constexpr bool contains(const Box& other) const {
    return other.is_empty() || intersect(other) == other;
  }

  constexpr Box intersect(const Box& other) const {
    Box common;
    for (std::size_t d = 0; d < D; ++d) {
      common.lo[d] = std::max(lo[d], other.lo[d]);
      common.hi[d] = std::min(hi[d], other.hi[d]);
    }
    return common;
  }

  constexpr bool intersects(const Box& other) const { return !intersect(other).is_empty(); }

  /// Smallest box that holds both. An empty operand adds nothing.
  constexpr Box hull(const Box& other) const {
    if (is_empty() || other.is_empty()) {
      return is_empty() ? other : *this;
    }
    Box both;
    for (std::size_t d = 0; d < D; ++d) {
      both.lo[d] = std::min(lo[d], other.lo[d]);
      both.hi[d] = std::max(hi[d], other.hi[d]);
    }
    return both;
  }

  /// Moves every face out by \p cells (in, when negative).
  constexpr Box grow(std::int32_t cells) const {
    Box grown = *this;
    for (std::size_t d = 0; d < D; ++d) {
      grown.lo[d] -= cells;
      grown.hi[d] += cells;
    }
    return grown;
  }

  constexpr Box shift(const Index<D>& by) const {
    Box moved = *this;
    for (std::size_t d = 0; d < D; ++d) {
      moved.lo[d] += by[d];
      moved.hi[d] += by[d];
    }
    return moved;
  }

  /// The same region in the index space \p ratio times finer.
  constexpr Box refine(std::int32_t ratio) const {
    Box fine = *this;
    for (std::size_t d = 0; d < D; ++d) {
      fine.lo[d] *= ratio;
      fine.hi[d] *= ratio;
    }
    return fine;
  }

  /// The least box in the index space \p ratio times coarser that covers this one.
  constexpr Box coarsen(std::int32_t ratio) const {
    Box coarse = *this;
    for (std::size_t d = 0; d < D; ++d) {
      coarse.lo[d] = floor_div(lo[d], ratio);
      coarse.hi[d] = floor_div(hi[d] - 1, ratio) + 1;
    }
    return coarse;
  }
};

}  // namespace evenkeel::geometry
