// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Weights and transfers, row by row.
#include "evenkeel/elliptic/black_box.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "evenkeel/elliptic/weight_rows.hpp"

namespace evenkeel::elliptic {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

/// Sets the weights of one row after the other: those of the even cells, which lie between rows
/// alone, then those of the odd ones.
template <int D>
class Weigher {
 public:
  Weigher(const FullStencil<D>& stencil, const View<D>& weights)
      : stencil_(stencil),
        weights_(weights),
        cells_(weights.box.side(0)),
        sums_(static_cast<std::size_t>(kKinds * kRows<D> * cells_)) {}

  /// \pre the weights of the rows next to it that are odd along fewer axes are set, its own are 0
  void set(const Index<D>& row) {
    row_ = row;
    odd_ = odd_axes<D>(row);
    sum_points();
    invert(even_sums(kOwn));
    invert(odd_sums(kOwn, 0));
    if (odd_ == 0) {
      std::fill_n(weights_of(weights_, 0, row).even, cells_, 1.0);
    } else {
      for_each_between([&](const Between& one) { weigh_even(one); });
    }
    for_each_between([&](const Between& one) { weigh_odd(one); });
  }

 private:
  static constexpr std::int64_t kKinds = 4;  ///< of sums: even cells', odd ones' to three points
  static constexpr std::size_t kOwn = kRows<D> / 2;

  /// A row that the cells of row_ lie next to along odd axes only, or row_ itself.
  struct Between {
    std::size_t row = 0;  ///< as point_at() / 3
    Index<D> place{};
    unsigned side = 0;  ///< the bits its own parents get: axes along which it lies above
    unsigned odd = 0;   ///< axes along which it is odd itself
  };

  template <class Fn>
  void for_each_between(const Fn& fn) const {
    for (std::size_t row = 0; row < kRows<D>; ++row) {
      const Index<D> offset = row_offset<D>(static_cast<int>(row));
      if (lumped(offset) != offset) {
        continue;
      }
      Between one{row, sum<D>(row_, offset), 0, odd_};
      for (std::size_t d = 1; d < D; ++d) {
        one.side |= offset[d] > 0 ? 1U << (d - 1) : 0U;
        one.odd &= offset[d] != 0 ? ~(1U << (d - 1)) : ~0U;
      }
      fn(one);
    }
  }

  /// \p offset along odd axes only.
  Index<D> lumped(Index<D> offset) const {
    for (std::size_t d = 1; d < D; ++d) {
      offset[d] *= static_cast<std::int32_t>((odd_ >> (d - 1)) & 1U);
    }
    return offset;
  }

  double* even_sums(std::size_t row) {
    return sums_.data() + kKinds * static_cast<std::int64_t>(row) * cells_;
  }
  /// \param along  -1, 0, 1: the point
  double* odd_sums(std::size_t row, int along) { return even_sums(row) + (2 + along) * cells_; }

  /// Sums coefficients over points that differ along even axes only.
  void sum_points() {
    std::ranges::fill(sums_, 0.0);
    Index<D> first = row_;
    first[0] *= 2;
    for (std::size_t c = 0; c < stencil_.points.size(); ++c) {
      const int point = stencil_.points[c];
      const std::size_t row = row_at<D>(lumped(row_offset<D>(point / 3)));
      add_points(stencil_.coefficients.row(static_cast<int>(c), first), even_sums(row),
                 odd_sums(row, point % 3 - 1));
    }
  }

  void add_points(const double* values, double* even, double* odd) const {
#pragma GCC ivdep
    for (std::int64_t i = 0; i < cells_; ++i) {
      even[i] += values[2 * i];
      odd[i] += values[2 * i + 1];
    }
  }

  void invert(double* values) const {
    for (std::int64_t i = 0; i < cells_; ++i) {
      values[i] = values[i] != 0.0 ? -1.0 / values[i] : 0.0;
    }
  }

  void weigh_even(const Between& one) {
    if (one.row == kOwn) {
      return;
    }
    for_each_parent(one.odd, [&](unsigned parent) {
      share(even_sums(one.row), even_sums(kOwn), weights_of(weights_, parent, one.place).even,
            weights_of(weights_, parent | one.side, row_).even, cells_);
    });
  }

  /// The last odd cell has no even one above it.
  void weigh_odd(const Between& one) {
    const double* const own = odd_sums(kOwn, 0);
    for_each_parent(one.odd, [&](unsigned parent) {
      const RowWeights from = weights_of(weights_, parent, one.place);
      const RowWeights to = weights_of(weights_, parent | one.side, row_);
      if (one.row != kOwn) {
        share(odd_sums(one.row, 0), own, from.lower, to.lower, cells_ - 1);
        share(odd_sums(one.row, 0), own, from.upper, to.upper, cells_ - 1);
      }
      share(odd_sums(one.row, -1), own, from.even, to.lower, cells_ - 1);
      share(odd_sums(one.row, 1), own, from.even + 1, to.upper, cells_ - 1);
    });
  }

  static void share(const double* points, const double* own, const double* from, double* to,
                    std::int64_t cells) {
#pragma GCC ivdep
    for (std::int64_t i = 0; i < cells; ++i) {
      to[i] += points[i] * own[i] * from[i];
    }
  }

  const FullStencil<D>& stencil_;
  const View<D>& weights_;
  std::int64_t cells_;  ///< of either kind
  Index<D> row_{};
  unsigned odd_ = 0;
  std::vector<double> sums_;
};

}  // namespace

template <int D>
Box<D> weight_box(Box<D> box) {
  for (std::size_t d = 0; d < D; ++d) {
    box.lo[d] -= 2;
    box.hi[d] += 1;
  }
  box.lo[0] = geometry::floor_div(box.lo[0], 2);
  box.hi[0] = geometry::floor_div(box.hi[0] + 1, 2);
  return box;
}

template <int D>
void set_weights(const FullStencil<D>& stencil, const View<D>& weights) {
  std::fill_n(weights.data, kWeights<D> * weights.component_stride, 0.0);
  Weigher<D> weigher(stencil, weights);
  for (int odd_count = 0; odd_count < D; ++odd_count) {
    storage::for_each_row(weights.box, [&](const Index<D>& row, std::int32_t) {
      if (std::popcount(odd_axes<D>(row)) == odd_count) {
        weigher.set(row);
      }
    });
  }
}

namespace {

/// Adds what fine cells give to the coarse ones. \param rest  of the first even cell
/// Not for inlining: GCC 12 would join its loop with that over rows, and gather.
[[gnu::noinline]] void give(const RowWeights& w, const double* rest, double* to,
                            std::int64_t count) {
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) {
    to[i] +=
        w.upper[i - 1] * rest[2 * i - 1] + w.even[i] * rest[2 * i] + w.lower[i] * rest[2 * i + 1];
  }
}

/// Adds to fine cells what the coarse ones give.
void take(const RowWeights& w, const double* from, double* fine, std::int64_t count) {
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) {
    fine[2 * i] += w.even[i] * from[i];
    fine[2 * i + 1] = fine[2 * i + 1] + w.lower[i] * from[i] + w.upper[i] * from[i + 1];
  }
}

}  // namespace

template <int D>
void restrict_by(const View<D>& weights, const View<D>& rest, const View<D>& out,
                 const Box<D>& box) {
  constexpr double kScale = 1.0 / (1 << D);
  storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
    double* const to = out.row(0, first);
    std::fill_n(to, count, 0.0);
    for (int n = 0; n < kRows<D>; ++n) {
      const Index<D> offset = row_offset<D>(n);
      Index<D> under = sum<D>(Box<D>{first, first}.refine(2).lo, offset);
      unsigned parent = 0;
      for (std::size_t d = 1; d < D; ++d) {
        parent |= offset[d] < 0 ? 1U << (d - 1) : 0U;
      }
      const double* const values = rest.row(0, under);
      under[0] = first[0];
      give(weights_of(weights, parent, under), values, to, count);
    }
    for (std::int64_t i = 0; i < count; ++i) {
      to[i] *= kScale;
    }
  });
}

template <int D>
void interpolate_by(const View<D>& weights, const View<D>& coarse, const View<D>& fine,
                    const Box<D>& box) {
  storage::for_each_row(box, [&](const Index<D>& row, std::int32_t count) {
    Index<D> first = row;
    first[0] = geometry::floor_div(row[0], 2);
    for_each_parent(odd_axes<D>(row), [&](unsigned parent) {
      take(weights_of(weights, parent, first), coarse.row(0, coarse_row<D>(first, parent)),
           fine.row(0, row), count / 2);
    });
  });
}

#define EVENKEEL_INSTANTIATE(D)                                                             \
  template Box<D> weight_box(Box<D>);                                                       \
  template void set_weights(const FullStencil<D>&, const View<D>&);                         \
  template void restrict_by(const View<D>&, const View<D>&, const View<D>&, const Box<D>&); \
  template void interpolate_by(const View<D>&, const View<D>&, const View<D>&, const Box<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
