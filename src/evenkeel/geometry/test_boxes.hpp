// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Random boxes, the same on every machine, for tests and benchmarks.
#pragma once

#include <cstdint>
#include <random>

#include "evenkeel/geometry/box_list.hpp"

namespace evenkeel::geometry {

/// \p count boxes with lower corners in [-reach, reach) and sides in [1, max_side], along each
/// axis.
template <int D>
BoxList<D> random_boxes(std::size_t count, std::int32_t reach, std::int32_t max_side,
                        std::uint32_t seed) {
  std::mt19937 bits(seed);  // its output, unlike a distribution's, is fixed by the standard
  const auto below = [&](std::int32_t bound) {
    return static_cast<std::int32_t>(bits() % static_cast<std::uint32_t>(bound));
  };
  BoxList<D> boxes(count);
  for (Box<D>& box : boxes) {
    for (std::size_t d = 0; d < D; ++d) {
      box.lo[d] = below(2 * reach) - reach;
      box.hi[d] = box.lo[d] + 1 + below(max_side);
    }
  }
  return boxes;
}

}  // namespace evenkeel::geometry
