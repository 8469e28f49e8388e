// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse point values from fine ones by polynomials, row by row.
#include <algorithm>
#include <array>
#include <span>

#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Index;

constexpr std::int32_t kChunk = 64;  ///< coarse cells at once

/// The polynomial through so many points at equal distances, at their middle: weights of the outer
/// half.
template <std::size_t Points>
constexpr std::array<double, Points / 2> kMiddle{};
template <>
constexpr std::array<double, 2> kMiddle<4> = {-1.0 / 16.0, 9.0 / 16.0};
template <>
constexpr std::array<double, 3> kMiddle<6> = {3.0 / 256.0, -25.0 / 256.0, 150.0 / 256.0};

/// Interpolates between point(0), ..., point(Points - 1): the same bits from either end. One point
/// is the value.
template <std::size_t Points, class Point>
[[gnu::always_inline]] inline double middle(const Point& point) {
  if constexpr (Points == 1) {
    return point(0);
  } else {
    double sum = 0.0;
#pragma GCC unroll 3
    for (std::int64_t k = 0; k < static_cast<std::int64_t>(Points / 2); ++k) {
      const double both = point(k) + point(static_cast<std::int64_t>(Points) - 1 - k);
      sum += kMiddle<Points>[static_cast<std::size_t>(k)] * both;
    }
    return sum;
  }
}

/// Sets \p to, shape [cells], to the interpolation between rows \p step apart.
template <std::size_t Points>
void interpolate_rows(const double* first, std::int64_t step, double* __restrict to,
                      std::int64_t cells) {
  for (std::int64_t i = 0; i < cells; ++i) {
    to[i] = middle<Points>([=](std::int64_t k) { return first[i + k * step]; });
  }
}

/// Goes through coarse rows beside each other along axis 1. In 3-D each fine row is interpolated
/// along the last axis once, for all of those that read it.
template <int D, std::size_t Points, int Ratio>
class Plane {
 public:
  static constexpr auto kPoints = static_cast<std::int32_t>(Points);
  static constexpr std::int64_t kStart = (Ratio - kPoints) / 2;  ///< first point of a coarse cell

  /// \param first  the first fine value that the first coarse cell reads
  /// \param cells  coarse ones of a row
  Plane(const storage::View<D>& fine, const double* first, std::int32_t cells)
      : fine_(fine), first_(first), cells_(cells), width_((cells - 1) * Ratio + kPoints) {}

  /// Sets the coarse row number \p row. \pre rows come in ascending order from 0
  void set(std::int64_t row, double* __restrict coarse) {
    const double* const across = row_across(row);
    for (std::int64_t i = 0; i < cells_; ++i) {
      coarse[i] = middle<Points>([=](std::int64_t k) { return across[Ratio * i + k]; });
    }
  }

 private:
  static constexpr std::size_t kRow = kChunk * Ratio + Points;

  const double* row_across(std::int64_t row) {
    if constexpr (D == 1) {
      return first_;
    } else if constexpr (D == 2) {
      interpolate_rows<Points>(first_ + row * Ratio * fine_.stride[1], fine_.stride[1],
                               across_.data(), width_);
    } else {
      const std::int64_t needed = row * Ratio + kPoints;
      for (ready_ = std::max(ready_, row * Ratio); ready_ < needed; ++ready_) {
        interpolate_rows<Points>(first_ + ready_ * fine_.stride[1], fine_.stride[2], slot(ready_),
                                 width_);
      }
      std::array<const double*, Points> rows;
      for (std::int64_t k = 0; k < kPoints; ++k) {
        rows[static_cast<std::size_t>(k)] = slot(row * Ratio + k);
      }
      double* __restrict const to = across_.data();
      for (std::int64_t i = 0; i < width_; ++i) {
        to[i] = middle<Points>(
            [&rows, i](std::int64_t k) { return rows[static_cast<std::size_t>(k)][i]; });
      }
    }
    return across_.data();
  }
  /// Of a fine row that is interpolated along the last axis.
  double* slot(std::int64_t row) {
    return along_last_[static_cast<std::size_t>(row % kPoints)].data();
  }

  const storage::View<D>& fine_;
  const double* first_;
  std::int64_t cells_;
  std::int64_t width_;      ///< fine cells of a row that are read
  std::int64_t ready_ = 0;  ///< fine rows before this one are interpolated along the last axis
  std::array<double, kRow> across_;
  std::array<std::array<double, kRow>, D == 3 ? Points : 0> along_last_;
};

template <int D, std::size_t Points, int Ratio>
void interpolate_by(const storage::View<D>& fine, const storage::View<D>& coarse) {
  using OnePlane = Plane<D, Points, Ratio>;
  geometry::Box<D> fronts = coarse.box;  // of each plane the first row
  if constexpr (D > 1) {
    fronts.hi[1] = fronts.lo[1] + 1;
  }
  const std::int32_t rows = D > 1 ? coarse.box.side(D > 1 ? 1 : 0) : 1;
  const std::int64_t apart = D > 1 ? coarse.stride[D > 1 ? 1 : 0] : 0;
  storage::for_each_row(fronts, [&](const Index<D>& first, std::int32_t count) {
    std::int64_t start = 0;
    for (std::size_t d = 0; d < D; ++d) {
      start += fine.stride[d] * (first[d] * Ratio + OnePlane::kStart - fine.box.lo[d]);
    }
    for (int c = 0; c < coarse.components; ++c) {
      for (std::int32_t done = 0; done < count; done += kChunk) {
        OnePlane plane(fine, fine.data + c * fine.component_stride + start + done * Ratio,
                       std::min(kChunk, count - done));
        double* const to = coarse.row(c, first) + done;
        for (std::int64_t row = 0; row < rows; ++row) {
          plane.set(row, to + row * apart);
        }
      }
    }
  });
}

}  // namespace

/// Four points at ratio 2 would leave errors of h^4, which the coarser Laplacian beside a level
/// divides by h^2: the order of the whole.
template <int D>
void interpolate(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio) {
  static_assert(kMostRatio == 4);
  EVENKEEL_EXPECT(ratio >= 2 && ratio <= kMostRatio);
  if (ratio == 2) {
    interpolate_by<D, 6, 2>(fine, coarse);
  } else if (ratio == 3) {
    interpolate_by<D, 1, 3>(fine, coarse);
  } else {
    interpolate_by<D, 4, 4>(fine, coarse);
  }
}

template void interpolate(const storage::View<1>&, const storage::View<1>&, int);
template void interpolate(const storage::View<2>&, const storage::View<2>&, int);
template void interpolate(const storage::View<3>&, const storage::View<3>&, int);

}  // namespace evenkeel::solver
