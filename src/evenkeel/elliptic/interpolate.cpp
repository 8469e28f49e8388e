// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quadratic values along a face, linear ones in a box.
#include "evenkeel/elliptic/interpolate.hpp"

namespace evenkeel::elliptic {
namespace {

using geometry::Index;
using storage::View;

/// Quarter of a coarse cell towards the side of the fine cell: -1/4 or 1/4.
double offset(std::int32_t fine) {
  return (fine & 1) == 0 ? -0.25 : 0.25;
}

}  // namespace

template <int D>
void interpolate_along(const View<D>& coarse, const View<D>& layer, std::size_t axis) {
  storage::for_each_row(layer.box, [&](Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      Index<D> under;
      for (std::size_t d = 0; d < D; ++d) {
        under[d] = geometry::floor_div(cell[d], 2);
      }
      const double* const u = coarse.row(0, under);
      double sum = *u;
      double product = 1.0;
      std::array<std::int64_t, static_cast<std::size_t>(D)> step{};
      std::size_t along = 0;
      for (std::size_t t = 0; t < D; ++t) {
        if (t != axis) {
          const double xi = offset(cell[t]);
          step[along] = coarse.stride[t];
          const double above = u[step[along]];
          const double below = u[-step[along]];
          sum += xi * 0.5 * (above - below) + 0.5 * xi * xi * (above - 2.0 * *u + below);
          product *= xi;
          ++along;
        }
      }
      if constexpr (D == 3) {
        const std::int64_t a = step[0];
        const std::int64_t b = step[1];
        sum += product * 0.25 * (u[a + b] - u[a - b] - u[b - a] + u[-a - b]);
      }
      layer(0, cell) = sum;
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
    const std::int64_t shift = first[0] & 1;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t near = (i + shift) / 2;
      const std::int64_t next = near + 2 * ((i + shift) & 1) - 1;
      double sum = 0.0;
      for (std::size_t k = 0; k < kRows; ++k) {
        double weight = 1.0;
        for (std::size_t d = 1; d < D; ++d) {
          weight *= ((k >> (d - 1)) & 1U) != 0 ? far[d][i] : 1.0 - far[d][i];
        }
        sum += weight * ((1.0 - far[0][i]) * u[row[k] + near] + far[0][i] * u[row[k] + next]);
      }
      out[i] += sum;
    }
  });
}

#define EVENKEEL_INSTANTIATE(D)                                                  \
  template void interpolate_along(const View<D>&, const View<D>&, std::size_t);  \
  template void add_interpolated(const View<D>&, const View<D>&, const View<D>&, \
                                 const geometry::Box<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
