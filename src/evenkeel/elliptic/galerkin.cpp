// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Galerkin products P^T A P, a row of the finer grid at a time: first A P of its cells, then what
/// these give to the coarse rows that they lie between.
#include <algorithm>
#include <array>
#include <cstdint>

#include "evenkeel/elliptic/weight_rows.hpp"

namespace evenkeel::elliptic {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

constexpr std::int32_t kChunk = 64;  ///< coarse cells

/// A P of the cells of a row for one coarse row: those of even cell 2 (m + i) for the coarse cells
/// below, at and above its place, those of the odd one before it for the coarse cells to its sides.
struct RowProducts {
  std::array<std::array<double, kChunk>, 3> even;
  std::array<std::array<double, kChunk + 1>, 2> odd;
};

/// Coefficients of the three points in one row; the first cell is even. Sides may be none.
struct RowPoints {
  const double* below = nullptr;
  const double* own = nullptr;
  const double* above = nullptr;
};

/// Adds the products of odd cell 2 (m + i) + 1.
template <bool kSides>
[[gnu::always_inline]] inline void add_odd(const RowPoints& a, const RowWeights& w, std::int64_t i,
                                           RowProducts& to) {
  const double own = a.own[2 * i + 1];
  double lower = own * w.lower[i];
  double upper = own * w.upper[i];
  if constexpr (kSides) {
    lower += a.below[2 * i + 1] * w.even[i];
    upper += a.above[2 * i + 1] * w.even[i + 1];
  }
  to.odd[0].data()[i + 1] += lower;
  to.odd[1].data()[i + 1] += upper;
}

template <bool kSides>
void add_products(const RowPoints& points, const RowWeights& weights, std::int64_t count,
                  RowProducts& to) {
  const RowPoints a = points;
  const RowWeights w = weights;
  add_odd<kSides>(a, w, -1, to);
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) {
    double here = a.own[2 * i] * w.even[i];
    if constexpr (kSides) {
      const double below = a.below[2 * i];
      const double above = a.above[2 * i];
      to.even[0].data()[i] += below * w.lower[i - 1];
      here += below * w.upper[i - 1] + above * w.lower[i];
      to.even[2].data()[i] += above * w.upper[i];
    }
    to.even[1].data()[i] += here;
    add_odd<kSides>(a, w, i, to);
  }
}

/// Adds what a row gives to a coarse one: P^T, \p weights, times \p from.
/// \param to  rows of the three points along the row
template <int D>
void give_products(const RowWeights& weights, const RowProducts& from, std::int64_t count,
                   const std::array<double*, 3>& to) {
  constexpr double kScale = 1.0 / (1 << D);
  const RowWeights w = weights;
  const auto [below, own, above] = to;
  const auto& [lower, upper] = from.odd;
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) {
    const double even = kScale * w.even[i];
    const double before = kScale * w.upper[i - 1];
    const double after = kScale * w.lower[i];
    below[i] += even * from.even[0].data()[i] + before * lower.data()[i];
    own[i] +=
        even * from.even[1].data()[i] + before * upper.data()[i] + after * lower.data()[i + 1];
    above[i] += even * from.even[2].data()[i] + after * upper.data()[i + 1];
  }
}

template <int D>
class Galerkin {
 public:
  Galerkin(const FullStencil<D>& stencil, const View<D>& weights, const View<D>& out)
      : stencil_(stencil), weights_(weights), out_(out) {
    component_.fill(-1);
    for (std::size_t c = 0; c < stencil.points.size(); ++c) {
      component_[static_cast<std::size_t>(stencil.points[c])] = static_cast<int>(c);
    }
  }

  /// \pre no more than kChunk cells along a row
  void set(const Box<D>& box) {
    box_ = box;
    storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
      for (int point = 0; point < kPoints<D>; ++point) {
        std::fill_n(out_.row(point, first), count, 0.0);
      }
    });
    Box<D> rows = box;
    for (std::size_t d = 1; d < D; ++d) {
      rows.lo[d] = 2 * rows.lo[d] - 1;
      rows.hi[d] = 2 * rows.hi[d];
    }
    storage::for_each_row(rows, [&](const Index<D>& row, std::int32_t) {
      multiply(row);
      give(row);
    });
  }

 private:
  /// Sets products_ to A P of the cells of \p row, by coarse rows as seen from that below it.
  void multiply(const Index<D>& row) {
    clear();
    const Index<D> below = coarse_row<D>(row, 0);
    for (int n = 0; n < kRows<D>; ++n) {
      const RowPoints a = points(row, n);
      if (a.own == nullptr) {
        continue;
      }
      const auto add = a.below == nullptr ? add_products<false> : add_products<true>;
      const Index<D> other = sum<D>(row, row_offset<D>(n));
      for_each_parent(odd_axes<D>(other), [&](unsigned parent) {
        const Index<D> coarse = coarse_row<D>(other, parent);
        add(a, weights_of(weights_, parent, other), box_.side(0),
            products_[row_at<D>(difference<D>(coarse, below))]);
      });
    }
  }

  void clear() {
    for (RowProducts& products : products_) {
      for (auto& values : products.even) {
        std::fill_n(values.data(), box_.side(0), 0.0);
      }
      for (auto& values : products.odd) {
        std::fill_n(values.data(), box_.side(0) + 1, 0.0);
      }
    }
  }

  RowPoints points(Index<D> first, int n) const {
    first[0] *= 2;
    const auto values = [&](int point) -> const double* {
      const int c = component_[static_cast<std::size_t>(point)];
      return c < 0 ? nullptr : stencil_.coefficients.row(c, first);
    };
    return {values(3 * n), values(3 * n + 1), values(3 * n + 2)};
  }

  void give(const Index<D>& row) const {
    for_each_parent(odd_axes<D>(row), [&](unsigned parent) {
      const Index<D> coarse = coarse_row<D>(row, parent);
      if (box_.contains(coarse)) {
        for (int n = 0; n < kRows<D>; ++n) {
          give(row, parent, coarse, row_offset<D>(n));
        }
      }
    });
  }

  /// Gives \p coarse the products for the coarse row \p from as seen from that below \p row.
  void give(const Index<D>& row, unsigned parent, const Index<D>& coarse,
            const Index<D>& from) const {
    const Index<D> offset = difference<D>(sum<D>(coarse_row<D>(row, 0), from), coarse);
    std::array<double*, 3> to;
    for (std::size_t d = 1; d < D; ++d) {
      if (from[d] < 0 && (row[d] & 1) != 0) {
        return;  // cells that lie between two coarse ones have no others
      }
    }
    for (int k = 0; k < 3; ++k) {
      to[static_cast<std::size_t>(k)] =
          out_.row(3 * static_cast<int>(row_at<D>(offset)) + k, coarse);
    }
    give_products<D>(weights_of(weights_, parent, row), products_[row_at<D>(from)], box_.side(0),
                     to);
  }

  const FullStencil<D>& stencil_;
  const View<D>& weights_;
  const View<D>& out_;
  std::array<int, kPoints<D>> component_{};  ///< of the stencil, by point; -1: none
  Box<D> box_;
  std::array<RowProducts, kRows<D>> products_;
};

}  // namespace

template <int D>
void coarsen(const FullStencil<D>& stencil, const View<D>& weights, const View<D>& out,
             const Box<D>& box) {
  Galerkin<D> galerkin(stencil, weights, out);
  for (Box<D> part = box; part.lo[0] < box.hi[0]; part.lo[0] = part.hi[0]) {
    part.hi[0] = std::min(box.hi[0], part.lo[0] + kChunk);
    galerkin.set(part);
  }
}

#define EVENKEEL_INSTANTIATE(D) \
  template void coarsen(const FullStencil<D>&, const View<D>&, const View<D>&, const Box<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
