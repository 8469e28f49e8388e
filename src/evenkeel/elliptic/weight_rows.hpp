// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rows of cells around a row, the coarse ones that these lie between, and weights of one of them.
#pragma once

#include <cstddef>

#include "evenkeel/elliptic/black_box.hpp"

namespace evenkeel::elliptic {

template <int D>
inline constexpr int kRows = kPoints<D> / 3;  ///< a row and those next to it

/// Where the row of points 3 n, 3 n + 1 and 3 n + 2 lies from that of the cell.
template <int D>
constexpr geometry::Index<D> row_offset(int n) {
  geometry::Index<D> offset = offset_of<D>(3 * n);
  offset[0] = 0;
  return offset;
}

template <int D>
constexpr std::size_t row_at(const geometry::Index<D>& offset) {
  return static_cast<std::size_t>(point_at<D>(offset) / 3);
}

template <int D>
constexpr geometry::Index<D> sum(geometry::Index<D> a, const geometry::Index<D>& b) {
  for (std::size_t d = 0; d < D; ++d) {
    a[d] += b[d];
  }
  return a;
}

template <int D>
constexpr geometry::Index<D> difference(geometry::Index<D> a, const geometry::Index<D>& b) {
  for (std::size_t d = 0; d < D; ++d) {
    a[d] -= b[d];
  }
  return a;
}

/// Calls fn(parent) for every parent of rows that are odd along the axes \p odd.
template <class Fn>
void for_each_parent(unsigned odd, const Fn& fn) {
  for (unsigned parent = 0; parent <= odd; ++parent) {
    if ((parent & ~odd) == 0) {
      fn(parent);
    }
  }
}

/// The coarse row of \p parent, axis 0 left alone.
template <int D>
geometry::Index<D> coarse_row(geometry::Index<D> row, unsigned parent) {
  for (std::size_t d = 1; d < D; ++d) {
    row[d] = geometry::floor_div(row[d], 2) + static_cast<std::int32_t>((parent >> (d - 1)) & 1U);
  }
  return row;
}

/// Weights of the cells 2 m and 2 m + 1 of a row, from a first m on, for one of its parents.
struct RowWeights {
  double* even;
  double* lower;
  double* upper;
};

/// \param first  m, and the row
template <int D>
RowWeights weights_of(const storage::View<D>& weights, unsigned parent,
                      const geometry::Index<D>& first) {
  return {weights.row(weight_component(parent, Along::kEven), first),
          weights.row(weight_component(parent, Along::kLower), first),
          weights.row(weight_component(parent, Along::kUpper), first)};
}

}  // namespace evenkeel::elliptic
