// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Copies a region between arrays of different shape, place and time.
#pragma once

#include "evenkeel/storage/view.hpp"

namespace evenkeel::hierarchy {

/// Values to copy: now, or before + theta (now - before) where before is not empty and theta < 1.
template <int D>
struct TimedView {
  storage::View<D> now;
  storage::View<D> before = {};
  double theta = 1.0;
};

/// A view of \p region on memory that holds its cells without gaps.
template <int D>
storage::View<D> packed_view(double* data, const geometry::Box<D>& region, int components);

/// Sets every cell c of \p region of \p to to the value of \p from at c - shift, all components.
///
/// The arithmetic is the same for every shape of either side. Not collective.
/// \pre both cover the cells
template <int D>
void copy_region(const TimedView<D>& from, const storage::View<D>& to,
                 const geometry::Box<D>& region, const geometry::Index<D>& shift);

}  // namespace evenkeel::hierarchy
