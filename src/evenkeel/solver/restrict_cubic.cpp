// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse point values from fine ones by cubics, row by row.
#include <algorithm>
#include <array>
#include <span>

#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;

constexpr std::int32_t kChunk = 64;  ///< coarse cells at once

/// The cubic through four points at equal distances, at their middle.
constexpr std::array<double, 4> kMiddle = {-1.0 / 16.0, 9.0 / 16.0, 9.0 / 16.0, -1.0 / 16.0};

/// Where the interpolation to a coarse centre begins and how many fine cells it takes along an
/// axis: the four nearest, or the one that lies there.
struct Reach {
  std::int32_t start;
  std::int32_t count;
  explicit Reach(int ratio)
      : start(ratio % 2 == 0 ? ratio / 2 - 2 : ratio / 2), count(ratio % 2 == 0 ? 4 : 1) {}
  double weight(std::int32_t at) const {
    return count == 1 ? 1.0 : kMiddle[static_cast<std::size_t>(at)];
  }
};

/// sum = interpolation across all axes but the first, on \p width fine cells from \p first on.
template <int D>
void add_rows(const storage::View<D>& fine, int component, Index<D> first, const Reach& reach,
              std::span<double> sum) {
  Box<D> rows;  // the fine rows around one coarse row
  rows.lo = first;
  rows.hi = first;
  ++rows.hi[0];
  for (std::size_t d = 1; d < D; ++d) {
    rows.hi[d] += reach.count;
  }
  std::ranges::fill(sum, 0.0);
  storage::for_each_row(rows, [&](const Index<D>& row, std::int32_t) {
    double weight = 1.0;
    for (std::size_t d = 1; d < D; ++d) {
      weight *= reach.weight(row[d] - first[d]);
    }
    const double* const values = fine.row(component, row);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      sum[i] += weight * values[i];
    }
  });
}

/// Sets \p count coarse values from \p row, the fine values from the first one needed on.
void thin(const double* row, double* coarse, std::int32_t count, int ratio, const Reach& reach) {
  for (std::int64_t i = 0; i < count; ++i) {
    const double* const at = row + i * ratio;
    coarse[i] =
        reach.count == 1 ? at[0] : kMiddle[1] * (at[1] + at[2]) + kMiddle[0] * (at[0] + at[3]);
  }
}

}  // namespace

template <int D>
void interpolate(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio) {
  EVENKEEL_EXPECT(ratio <= kMostRatio);
  const Reach reach(ratio);
  std::array<double, kChunk * kMostRatio + 4> sum;
  storage::for_each_row(coarse.box, [&](const Index<D>& first, std::int32_t count) {
    for (std::int32_t done = 0; done < count; done += kChunk) {
      const std::int32_t now = std::min(kChunk, count - done);
      Index<D> from = first;
      from[0] += done;
      Index<D> start;
      for (std::size_t d = 0; d < D; ++d) {
        start[d] = from[d] * ratio + reach.start;
      }
      const auto width = static_cast<std::size_t>((now - 1) * ratio + reach.count);
      for (int component = 0; component < coarse.components; ++component) {
        add_rows(fine, component, start, reach, std::span(sum).first(width));
        thin(sum.data(), coarse.row(component, from), now, ratio, reach);
      }
    }
  });
}

template void interpolate(const storage::View<1>&, const storage::View<1>&, int);
template void interpolate(const storage::View<2>&, const storage::View<2>&, int);
template void interpolate(const storage::View<3>&, const storage::View<3>&, int);

}  // namespace evenkeel::solver
