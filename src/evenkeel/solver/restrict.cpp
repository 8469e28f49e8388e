// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse values from fine ones.
#include "evenkeel/solver/restrict.hpp"

#include <algorithm>

namespace evenkeel::solver {
namespace {

/// coarse[i] += sum of ratio neighbouring fine values.
void add_row(const double* fine, double* coarse, std::int32_t count, int ratio) {
  if (ratio == 2) {
    for (std::int32_t i = 0; i < count; ++i) {
      coarse[i] += fine[2 * i] + fine[2 * i + 1];
    }
    return;
  }
  for (std::int32_t i = 0; i < count; ++i) {
    for (std::int32_t j = 0; j < ratio; ++j) {
      coarse[i] += fine[i * ratio + j];
    }
  }
}

}  // namespace

template <int D>
void average(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio) {
  double share = 1.0;
  for (int d = 0; d < D; ++d) {
    share /= ratio;
  }
  storage::for_each_row(coarse.box, [&](const geometry::Index<D>& first, std::int32_t count) {
    geometry::Box<D> rows;  // starts of the fine rows that make this coarse one
    for (std::size_t d = 0; d < D; ++d) {
      rows.lo[d] = first[d] * ratio;
      rows.hi[d] = rows.lo[d] + (d == 0 ? 1 : ratio);
    }
    for (int c = 0; c < coarse.components; ++c) {
      double* sum = coarse.row(c, first);
      std::fill_n(sum, count, 0.0);
      storage::for_each_row(rows, [&](const geometry::Index<D>& row, std::int32_t) {
        add_row(fine.row(c, row), sum, count, ratio);
      });
      for (std::int32_t i = 0; i < count; ++i) {
        sum[i] *= share;
      }
    }
  });
}

template void average(const storage::View<1>&, const storage::View<1>&, int);
template void average(const storage::View<2>&, const storage::View<2>&, int);
template void average(const storage::View<3>&, const storage::View<3>&, int);

}  // namespace evenkeel::solver
