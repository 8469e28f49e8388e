// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Space-filling curves over a lattice of blocks, and the hierarchical keys made of them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::geometry {

enum class CurveKind { hilbert, morton };

/// \throws InputError if \p name is neither "hilbert" nor "morton", naming both
CurveKind curve_kind(std::string_view name);
std::string_view name(CurveKind kind);

/// Bits needed to write \p count different numbers. \pre count >= 1
constexpr int bits_for(std::int32_t count) {
  return static_cast<int>(std::bit_width(static_cast<std::uint32_t>(count - 1)));
}

/// Names a block of any level; ascending keys are depth-first order along the curve.
///
///   bits 63 .. 6   place of the base block on the curve, then D bits per further level (the place
///                  of the child among its siblings, in the parent's orientation), left aligned
///   bits 5 .. 0    level
///
/// A block sorts just before its descendants, and they before the next block of its level.
using HddaKey = std::uint64_t;

inline constexpr int kHddaLevelBits = 6;

/// A Hilbert or Morton curve through a lattice of blocks.
///
/// The lattice is covered by a chain of cubes of side 2^bits along the slow axis, bits being just
/// enough for the other axes; inside each cube runs the same curve, which starts at its lower
/// corner and, for Hilbert, ends next to the start of the following cube (Skilling 2004; chained
/// for elongated lattices). Places outside the lattice are skipped, so keys are injective but need
/// not be dense. Successive Hilbert places are face neighbours.
template <int D>
class Curve {
 public:
  static constexpr int kLongestAxis = -1;

  /// \param blocks     blocks along each axis, >= 1
  /// \param slow_axis  axis along which the curve advances last, or kLongestAxis (ties: the lowest)
  /// \pre the chain has at most 2^58 places
  explicit Curve(const Index<D>& blocks, CurveKind kind = CurveKind::hilbert,
                 int slow_axis = kLongestAxis);

  /// Place of \p block on the curve, in [0, places()). Cost: one table look-up per bit of a side.
  /// \pre block lies in the lattice (in the chain of cubes suffices)
  std::uint64_t key(const Index<D>& block) const { return key_at(0, block); }

  /// The block at place \p key; it may lie outside the lattice. \pre key < places()
  Index<D> block(std::uint64_t key) const;

  /// Places on the whole chain: cubes * 2^(D bits).
  std::uint64_t places() const { return static_cast<std::uint64_t>(cubes_) << (D * bits_); }

  /// Key of \p block in the lattice refined 2^level times (levels of a refinement by 4 count
  /// twice).
  /// \pre 0 <= level, and the key has D bits left for each
  HddaKey hdda_key(int level, const Index<D>& block) const {
    return (key_at(level, block) << (kHddaLevelBits + spare_bits_ - D * level)) |
           static_cast<HddaKey>(level);
  }

  /// The cubes of the chain have sides of 2^bits() blocks.
  int bits() const { return bits_; }

 private:
  std::uint64_t key_at(int level, const Index<D>& block) const;

  CurveKind kind_;
  std::array<std::size_t, static_cast<std::size_t>(D)> axes_{};  ///< axes_[0] is the slow axis
  int bits_ = 0;                                                 ///< cube side is 2^bits_ blocks
  std::int32_t cubes_ = 1;
  int spare_bits_ = 0;  ///< key bits left for levels above the base
};

}  // namespace evenkeel::geometry
