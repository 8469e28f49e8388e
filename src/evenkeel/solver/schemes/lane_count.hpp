// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How many doubles go through schemes at once.
#pragma once

namespace evenkeel::solver {

/// As many doubles as one register of the target holds.
#if defined(__AVX512F__)
inline constexpr int kLanes = 8;
#elif defined(__AVX__)
inline constexpr int kLanes = 4;
#else
inline constexpr int kLanes = 2;
#endif

/// Scratch rows are padded to a multiple of this, on every target.
inline constexpr int kRowPadding = 8;

}  // namespace evenkeel::solver
