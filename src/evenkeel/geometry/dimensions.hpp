// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Boxes of D dimensions as boxes of three, for code of no dimension.
#pragma once

#include <algorithm>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::geometry {

/// \p box with lo 0 and hi 1 along the axes that it has not.
template <int D>
constexpr Box<3> widen(const Box<D>& box) {
  Box<3> wide{{0, 0, 0}, {1, 1, 1}};
  std::copy_n(box.lo.begin(), D, wide.lo.begin());
  std::copy_n(box.hi.begin(), D, wide.hi.begin());
  return wide;
}

/// The first D axes of \p wide.
template <int D>
constexpr Index<D> narrow(const Index<3>& wide) {
  Index<D> index{};
  std::copy_n(wide.begin(), D, index.begin());
  return index;
}

template <int D>
constexpr Box<D> narrow(const Box<3>& wide) {
  return {narrow<D>(wide.lo), narrow<D>(wide.hi)};
}

}  // namespace evenkeel::geometry
