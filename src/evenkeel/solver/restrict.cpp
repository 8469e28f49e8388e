// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse values from fine ones.
#include "evenkeel/solver/restrict.hpp"

#include <algorithm>
#include <array>

#include "evenkeel/solver/schemes/lane_pairs.hpp"

namespace evenkeel::solver {
namespace {

/// coarse[i] = share * sum over rows of the pairs fine[2 i], fine[2 i + 1].
template <std::size_t kRows>
void average_pairs(const std::array<const double*, 4>& fine, double* __restrict coarse,
                   std::int32_t count) {
  constexpr double kShare = 0.5 / kRows;
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Lanes sum = pair_sums(load(fine[0] + 2 * i), load(fine[0] + 2 * i + kLanes));
    for (std::size_t row = 1; row < kRows; ++row) {
      sum += pair_sums(load(fine[row] + 2 * i), load(fine[row] + 2 * i + kLanes));
    }
    store(coarse + i, kShare * parted(sum));
  }
  for (; i < count; ++i) {
    double sum = fine[0][2 * i] + fine[0][2 * i + 1];
    for (std::size_t row = 1; row < kRows; ++row) {
      sum += fine[row][2 * i] + fine[row][2 * i + 1];
    }
    coarse[i] = kShare * sum;
  }
}

/// The coarse row from \p first on, in one pass over its 2^(D-1) fine rows.
template <int D>
void average_row(const storage::View<D>& fine, const storage::View<D>& coarse, int component,
                 const geometry::Index<D>& first, std::int32_t count) {
  geometry::Index<D> cell;
  for (std::size_t d = 0; d < D; ++d) {
    cell[d] = 2 * first[d];
  }
  constexpr std::size_t kRows = std::size_t{1} << (D - 1);
  std::array<const double*, 4> rows{fine.row(component, cell)};
  for (std::size_t row = 1; row < kRows; ++row) {
    rows[row] = rows[0] + (row & 1U) * fine.stride[D > 1 ? 1 : 0] +
                (row >> 1U) * fine.stride[static_cast<std::size_t>(D) - 1];
  }
  average_pairs<kRows>(rows, coarse.row(component, first), count);
}

/// The same for any ratio.
template <int D>
void average_row(const storage::View<D>& fine, const storage::View<D>& coarse, int component,
                 const geometry::Index<D>& first, std::int32_t count, int ratio) {
  geometry::Box<D> rows;  // starts of the fine rows that make this coarse one
  double share = 1.0;
  for (std::size_t d = 0; d < D; ++d) {
    rows.lo[d] = first[d] * ratio;
    rows.hi[d] = rows.lo[d] + (d == 0 ? 1 : ratio);
    share /= ratio;
  }
  double* sum = coarse.row(component, first);
  std::fill_n(sum, count, 0.0);
  storage::for_each_row(rows, [&](const geometry::Index<D>& row, std::int32_t) {
    const double* values = fine.row(component, row);
    for (std::int32_t i = 0; i < count * ratio; ++i) {
      sum[i / ratio] += values[i];
    }
  });
  for (std::int32_t i = 0; i < count; ++i) {
    sum[i] *= share;
  }
}

}  // namespace

template <int D>
void average(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio) {
  storage::for_each_row(coarse.box, [&](const geometry::Index<D>& first, std::int32_t count) {
    for (int component = 0; component < coarse.components; ++component) {
      if (ratio == 2) {
        average_row(fine, coarse, component, first, count);
      } else {
        average_row(fine, coarse, component, first, count, ratio);
      }
    }
  });
}

template void average(const storage::View<1>&, const storage::View<1>&, int);
template void average(const storage::View<2>&, const storage::View<2>&, int);
template void average(const storage::View<3>&, const storage::View<3>&, int);

}  // namespace evenkeel::solver
