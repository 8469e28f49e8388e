// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quadratic values along a face, linear ones in a box.
#include "evenkeel/elliptic/interpolate.hpp"

#include <cmath>
#include <numeric>

#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::elliptic {
namespace {

using geometry::Index;
using storage::View;

/// Quarter of a coarse cell towards the side of the fine cell: -1/4 or 1/4.
double quarter(std::int32_t fine) {
  return (fine & 1) == 0 ? -0.25 : 0.25;
}

/// Neighbour \p k along a face across \p axis: its offset.
template <int D>
Index<D> neighbour(int k, std::size_t axis) {
  Index<D> offset{};
  for (std::size_t d = 0; d < D; ++d) {
    if (d != axis) {
      offset[d] = k % 3 - 1;
      k /= 3;
    }
  }
  return offset;
}

template <int D>
std::array<std::int64_t, static_cast<std::size_t>(kAlong<D>)> steps(const View<D>& view,
                                                                    std::size_t axis) {
  std::array<std::int64_t, static_cast<std::size_t>(kAlong<D>)> all;
  for (int k = 0; k < kAlong<D>; ++k) {
    const Index<D> offset = neighbour<D>(k, axis);
    all[static_cast<std::size_t>(k)] =
        std::inner_product(offset.begin(), offset.end(), view.stride.begin(), std::int64_t{0});
  }
  return all;
}

/// What the difference of the neighbour at \p offset is worth to a fine cell.
template <int D>
double worth(const Index<D>& cell, const Index<D>& offset) {
  double slopes = 1.0;
  double curvature = 0.0;
  int axes = 0;
  for (std::size_t d = 0; d < D; ++d) {
    if (offset[d] != 0) {
      const double xi = quarter(cell[d]) * offset[d];
      slopes *= 0.5 * xi;
      curvature = 0.5 * xi * xi;
      ++axes;
    }
  }
  return slopes + (axes == 1 ? curvature : 0.0);
}

}  // namespace

template <int D>
void weigh_along(const View<D>& beta, const View<D>& weights, std::size_t axis) {
  const auto step = steps(beta, axis);
  constexpr int kOwn = kAlong<D> / 2;
  storage::for_each_cell(weights.box, [&](const Index<D>& cell) {
    const double* const b = beta.row(0, geometry::Box<D>{cell, cell}.coarsen(2).lo);
    double own = 1.0;
    for (int k = 0; k < kAlong<D>; ++k) {
      if (k != kOwn) {
        const double part = likeness(std::abs(*b), std::abs(b[step[static_cast<std::size_t>(k)]])) *
                            worth<D>(cell, neighbour<D>(k, axis));
        weights(k, cell) = part;
        own -= part;
      }
    }
    weights(kOwn, cell) = own;
  });
}

template <int D>
void interpolate_along(const View<D>& coarse, const View<D>& weights, const View<D>& layer,
                       std::size_t axis) {
  const auto step = steps(coarse, axis);
  storage::for_each_row(layer.box, [&](const Index<D>& first, std::int32_t count) {
    const double* const u = coarse.row(0, geometry::Box<D>{first, first}.coarsen(2).lo);
    const double* const w = weights.row(0, first);
    double* const out = layer.row(0, first);
    const std::int64_t shift = first[0] & 1;
    for (std::int64_t i = 0; i < count; ++i) {
      const double* const near = u + (i + shift) / 2;
      double sum = 0.0;
      for (std::size_t k = 0; k < step.size(); ++k) {
        sum += w[static_cast<std::int64_t>(k) * weights.component_stride + i] * near[step[k]];
      }
      out[i] = sum;
    }
  });
}

template <int D>
void add_interpolated(const View<D>& coarse, const View<D>& weights, const View<D>& fine,
                      const geometry::Box<D>& box) {
  constexpr std::size_t kRows = std::size_t{1} << (D - 1);
  storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
    Index<D> under;
    std::array<std::int64_t, kRows> row{};  // of the 2^(D-1) coarse rows beside this one
    std::array<const double*, static_cast<std::size_t>(D)> far;
    for (std::size_t d = 0; d < D; ++d) {
      under[d] = geometry::floor_div(first[d], 2);
      far[d] = weights.row(static_cast<int>(d), first);
    }
    for (std::size_t d = 1; d < D; ++d) {
      const std::int64_t side = (first[d] & 1) == 0 ? -coarse.stride[d] : coarse.stride[d];
      for (std::size_t k = 0; k < kRows; ++k) {
        row[k] += ((k >> (d - 1)) & 1U) != 0 ? side : 0;
      }
    }
    const double* const u = coarse.row(0, under);
    double* const out = fine.row(0, first);
    const auto add = [&](std::int64_t i, std::int64_t near, std::int64_t next) {
      double sum = 0.0;
#pragma GCC unroll 4  // else the compiler makes a register of rows, and none of cells
      for (std::size_t k = 0; k < kRows; ++k) {
        double weight = 1.0;
        for (std::size_t d = 1; d < D; ++d) {
          weight *= ((k >> (d - 1)) & 1U) != 0 ? far[d][i] : 1.0 - far[d][i];
        }
        sum += weight * ((1.0 - far[0][i]) * u[row[k] + near] + far[0][i] * u[row[k] + next]);
      }
      out[i] += sum;
    };
    const std::int64_t shift = first[0] & 1;
    const std::int64_t end = (count + shift) / 2;
    if (shift != 0) {
      add(0, 0, 1);
    }
#pragma GCC ivdep
    for (std::int64_t near = shift; near < end; ++near) {
      add(2 * near - shift, near, near - 1);
      add(2 * near - shift + 1, near, near + 1);
    }
    if (2 * end < count + shift) {
      add(count - 1, end, end - 1);
    }
  });
}

#define EVENKEEL_INSTANTIATE(D)                                                                 \
  template void weigh_along(const View<D>&, const View<D>&, std::size_t);                       \
  template void interpolate_along(const View<D>&, const View<D>&, const View<D>&, std::size_t); \
  template void add_interpolated(const View<D>&, const View<D>&, const View<D>&,                \
                                 const geometry::Box<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
