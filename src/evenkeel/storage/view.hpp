// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A window on the values of a box: one array per component, rows contiguous along axis 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/box.hpp"

namespace evenkeel::storage {

/// Values of all cells of a box for a number of components. Does not own the memory.
///
/// Layout (structure of arrays): component, then axis D-1, ..., axis 0 fastest with stride 1.
/// Cheap to copy; passes by value.
template <int D>
struct View {
  double* data = nullptr;  ///< component 0 of the cell box.lo
  geometry::Box<D> box;    ///< the cells covered, ghosts included
  std::array<std::int64_t, static_cast<std::size_t>(D)> stride{};  ///< [doubles], stride[0] == 1
  std::int64_t component_stride = 0;                               ///< [doubles]
  int components = 0;

  bool is_empty() const { return data == nullptr; }

  std::int64_t offset(const geometry::Index<D>& cell) const {
    std::int64_t sum = 0;
    for (std::size_t d = 0; d < D; ++d) {
      sum += stride[d] * (cell[d] - box.lo[d]);
    }
    return sum;
  }

  /// Address of one value; the row goes on contiguously to box.hi[0].
  double* row(int component, const geometry::Index<D>& cell) const {
    EVENKEEL_DEBUG(component >= 0 && component < components && box.contains(cell));
    return data + component * component_stride + offset(cell);
  }

  /// The same cells of the first \p count components.
  View first(int count) const {
    View view = *this;
    view.components = count;
    return view;
  }

  /// The same components of \p region, which lies in the box.
  View part(const geometry::Box<D>& region) const {
    View view = *this;
    view.data += offset(region.lo);
    view.box = region;
    return view;
  }

  double& operator()(int component, const geometry::Index<D>& cell) const {
    return *row(component, cell);
  }
};

/// Calls fn(first cell of the row, number of cells) for every row along axis 0 of \p box, in
/// ascending order, the last axis slowest.
template <int D, class Fn>
void for_each_row(const geometry::Box<D>& box, Fn&& fn) {
  if (box.is_empty()) {
    return;
  }
  geometry::Index<D> cell = box.lo;
  for (;;) {
    fn(cell, box.side(0));
    std::size_t axis = 1;
    for (; axis < D; ++axis) {
      if (++cell[axis] < box.hi[axis]) {
        break;
      }
      cell[axis] = box.lo[axis];
    }
    if (axis >= D) {
      return;
    }
  }
}

/// Sets \p out, shape [cells of box], a row at a time: calls fn(values, part of out) for every row,
/// values pointing at those of all components of \p view.
template <int D, class Fn>
void fill_by_rows(const View<D>& view, const geometry::Box<D>& box, std::span<double> out,
                  Fn&& fn) {
  std::vector<const double*> values(static_cast<std::size_t>(view.components));
  for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    for (std::size_t c = 0; c < values.size(); ++c) {
      values[c] = view.row(static_cast<int>(c), first);
    }
    fn(std::span<const double* const>(values), out.first(static_cast<std::size_t>(count)));
    out = out.subspan(static_cast<std::size_t>(count));
  });
}

}  // namespace evenkeel::storage
