// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What lies beside a box, and whether another does, so that they can be joined.
#pragma once

#include <cstddef>
#include <cstdint>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::geometry {

/// The layer of cells outside one face of \p box.
template <int D>
constexpr Box<D> outer_layer(Box<D> box, std::size_t axis, bool upper) {
  box.lo[axis] = upper ? box.hi[axis] : box.lo[axis] - 1;
  box.hi[axis] = box.lo[axis] + 1;
  return box;
}

/// Negative, zero or positive as \p a lies before \p b, beside it, or after it, were \p axis not
/// there.
template <int D>
constexpr std::int32_t compare_beside(const Box<D>& a, const Box<D>& b, std::size_t axis) {
  for (std::size_t d = D; d-- > 0;) {
    for (const std::int32_t difference : {a.lo[d] - b.lo[d], a.hi[d] - b.hi[d]}) {
      if (d != axis && difference != 0) {
        return difference;
      }
    }
  }
  return 0;
}

}  // namespace evenkeel::geometry
