// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A box, peeled.
#pragma once

#include <algorithm>
#include <array>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::elliptic {

/// Disjoint parts of a box: its outermost cells, which are all that others are told of, and the
/// rest, which can be computed while messages are under way. Any part may be empty.
template <int D>
struct Peeled {
  std::array<geometry::Box<D>, 2 * static_cast<std::size_t>(D)> rind;
  geometry::Box<D> core;
};

/// The last axis first, so that rows of the rind are long.
template <int D>
Peeled<D> peel(const geometry::Box<D>& box) {
  Peeled<D> parts{.rind = {}, .core = box};
  for (std::size_t d = D; d-- > 0;) {
    geometry::Box<D>& low = parts.rind[2 * d] = parts.core;
    geometry::Box<D>& high = parts.rind[2 * d + 1] = parts.core;
    low.hi[d] = std::min(box.lo[d] + 1, box.hi[d]);
    high.lo[d] = std::max(low.hi[d], box.hi[d] - 1);
    parts.core.lo[d] = low.hi[d];
    parts.core.hi[d] = high.lo[d];
  }
  return parts;
}

}  // namespace evenkeel::elliptic
