// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The curves inside one cube of 2^bits places along each axis.
///
/// A place on a curve is a string of `bits` digits of D bits, most significant first, one digit for
/// each halving of the cube. Along axis 0, the most significant bit of a digit, the curve advances
/// last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace evenkeel::geometry::curves {

template <int D>
using Place = std::array<std::uint32_t, static_cast<std::size_t>(D)>;

/// Morton order: the bits of the coordinates, interleaved.
template <int D>
std::uint64_t interleave(const Place<D>& place);

/// The place whose coordinates interleave to \p morton.
template <int D>
Place<D> deinterleave(std::uint64_t morton);

/// Hilbert order of the place with Morton order \p morton.               (Skilling 2004)
template <int D>
std::uint64_t hilbert_from_morton(std::uint64_t morton, int bits);

/// Inverse of hilbert_from_morton.
template <int D>
std::uint64_t morton_from_hilbert(std::uint64_t hilbert, int bits);

}  // namespace evenkeel::geometry::curves
