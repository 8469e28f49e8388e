// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rows of a fine level as pairs of cells above a coarse one.
#pragma once

#include <array>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// a[0], b[0], a[1], b[1], ... in two registers.
inline std::array<Lanes, 2> interleave(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return {Lanes(__builtin_shufflevector(a.raw, b.raw, 0, 8, 1, 9, 2, 10, 3, 11)),
          Lanes(__builtin_shufflevector(a.raw, b.raw, 4, 12, 5, 13, 6, 14, 7, 15))};
#elif defined(__AVX__)
  return {Lanes(__builtin_shufflevector(a.raw, b.raw, 0, 4, 1, 5)),
          Lanes(__builtin_shufflevector(a.raw, b.raw, 2, 6, 3, 7))};
#else
  return {Lanes(__builtin_shufflevector(a.raw, b.raw, 0, 2)),
          Lanes(__builtin_shufflevector(a.raw, b.raw, 1, 3))};
#endif
}

/// a[0] + a[1], b[0] + b[1], a[2] + a[3], b[2] + b[3], ...
inline Lanes pair_sums(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  const Lanes even(__builtin_shufflevector(a.raw, b.raw, 0, 8, 2, 10, 4, 12, 6, 14));
  const Lanes odd(__builtin_shufflevector(a.raw, b.raw, 1, 9, 3, 11, 5, 13, 7, 15));
#elif defined(__AVX__)
  const Lanes even(__builtin_shufflevector(a.raw, b.raw, 0, 4, 2, 6));
  const Lanes odd(__builtin_shufflevector(a.raw, b.raw, 1, 5, 3, 7));
#else
  const Lanes even(__builtin_shufflevector(a.raw, b.raw, 0, 2));
  const Lanes odd(__builtin_shufflevector(a.raw, b.raw, 1, 3));
#endif
  return even + odd;
}

/// Lanes 0, 2, ..., then 1, 3, ...: sums of pairs side by side again.
inline Lanes parted(Lanes a) {
#if defined(__AVX512F__)
  return Lanes(__builtin_shufflevector(a.raw, a.raw, 0, 2, 4, 6, 1, 3, 5, 7));
#elif defined(__AVX__)
  return Lanes(__builtin_shufflevector(a.raw, a.raw, 0, 2, 1, 3));
#else
  return a;
#endif
}

/// out[2 i] = lower[i] and out[2 i + 1] = upper[i] for \p count pairs.
inline void store_pairs(const double* lower, const double* upper, int count, double* out) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const std::array<Lanes, 2> pairs = interleave(load(lower + i), load(upper + i));
    store(out + 2 * i, pairs[0]);
    store(out + 2 * i + kLanes, pairs[1]);
  }
  for (; i < count; ++i) {
    out[2 * i] = lower[i];
    out[2 * i + 1] = upper[i];
  }
}

}  // namespace evenkeel::solver
