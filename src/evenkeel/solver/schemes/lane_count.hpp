// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How many doubles go through schemes at once.
#pragma once

#include <cstdint>

namespace evenkeel::solver {

/// As many doubles as one register of the target holds.
#if defined(__AVX512F__)
inline constexpr int kLanes = 8;
#elif defined(__AVX__)
inline constexpr int kLanes = 4;
#else
inline constexpr int kLanes = 2;
#endif

/// Scratch rows are padded to a multiple of this, on every target: a cache line.
inline constexpr int kRowPadding = 8;

/// Doubles from one scratch row to the next, for rows of \p doubles: never a multiple of eight
/// cache lines, as the same cell of different rows would then fall into few sets of the first
/// cache.
constexpr std::int64_t row_pitch(std::int64_t doubles) {
  const std::int64_t lines = (doubles + kRowPadding - 1) / kRowPadding;
  return (lines % 8 == 0 ? lines + 1 : lines) * kRowPadding;
}

}  // namespace evenkeel::solver
