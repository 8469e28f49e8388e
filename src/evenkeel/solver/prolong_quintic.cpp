// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Tensor-product quintic interpolation of point values, one axis after the other.
#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

constexpr std::size_t kPoints = 6;

/// The quintic through six coarse points, evaluated at one child.
struct Quintic {
  std::int32_t start = 0;  ///< first of the points, relative to the coarse cell
  std::array<double, kPoints> weight{};

  /// Of values \p step apart from \p in on. The order of the sum is always the same.
  double at(const double* in, std::int64_t step) const {
    return (weight[0] * in[0] + weight[1] * in[step]) +
           (weight[2] * in[2 * step] + weight[3] * in[3 * step]) +
           (weight[4] * in[4 * step] + weight[5] * in[5 * step]);
  }
};

/// Lagrange's weights at child \p offset of \p ratio.
Quintic quintic(std::int32_t offset, int ratio) {
  const double x = (offset + 0.5) / ratio - 0.5;
  Quintic result;
  result.start = x < 0.0 ? -3 : -2;
  for (std::size_t j = 0; j < kPoints; ++j) {
    const double at = result.start + static_cast<double>(j);
    result.weight[j] = 1.0;
    for (std::size_t m = 0; m < kPoints; ++m) {
      const double other = result.start + static_cast<double>(m);
      if (m != j) {
        result.weight[j] *= (x - other) / (at - other);
      }
    }
  }
  return result;
}

/// Interpolates one row along axis 0.
void refine_row(const View<1>& from, double* to, const Box<1>& cells, int ratio) {
  for (std::int32_t offset = 0; offset < ratio; ++offset) {
    const Quintic way = quintic(offset, ratio);
    std::int32_t coarse = geometry::floor_div(cells.lo[0] - offset + ratio - 1, ratio);
    for (; coarse * ratio + offset < cells.hi[0]; ++coarse) {
      to[coarse * ratio + offset - cells.lo[0]] = way.at(from.row(0, {coarse + way.start}), 1);
    }
  }
}

/// Makes the box \p cells of \p to, fine along \p axis, from \p from, coarse along it.
template <int D>
void refine_axis(const View<D>& from, const View<D>& to, const Box<D>& cells, std::size_t axis,
                 int ratio) {
  for (int c = 0; c < to.components; ++c) {
    storage::for_each_row(cells, [&](const Index<D>& first, std::int32_t count) {
      double* out = to.row(c, first);
      Index<D> source = first;
      if (axis == 0) {
        source[0] = from.box.lo[0];
        View<1> row{from.row(c, source), {{from.box.lo[0]}, {from.box.hi[0]}}, {1}, 0, 1};
        refine_row(row, out, {{first[0]}, {first[0] + count}}, ratio);
        return;
      }
      const std::int32_t coarse = geometry::floor_div(first[axis], ratio);
      const Quintic way = quintic(first[axis] - coarse * ratio, ratio);
      source[axis] = coarse + way.start;
      const double* in = from.row(c, source);
      const std::int64_t next = from.stride[axis];
      for (std::int32_t i = 0; i < count; ++i) {
        out[i] = way.at(in + i, next);
      }
    });
  }
}

}  // namespace

template <int D>
void prolong_quintic(const View<D>& coarse, const View<D>& fine, const Box<D>& region, int ratio,
                     Scratch& scratch) {
  Box<D> cells = region.coarsen(ratio).grow(interpolation_stencil(Transfer::kPointValue));
  std::array<std::size_t, static_cast<std::size_t>(D)> start{};
  std::array<Box<D>, static_cast<std::size_t>(D)> boxes{};
  std::size_t doubles = 0;
  for (std::size_t d = 0; d < D; ++d) {  // after pass d, axes 0..d are fine
    cells.lo[d] = region.lo[d];
    cells.hi[d] = region.hi[d];
    boxes[d] = cells;
    start[d] = doubles;
    doubles += d + 1 < D ? temporary_size(cells, fine.components) : 0;
  }
  double* memory = D > 1 ? scratch.take(doubles) : nullptr;
  View<D> from = coarse;
  for (std::size_t d = 0; d < D; ++d) {
    const View<D> to =
        d + 1 < D ? temporary_view(memory + start[d], boxes[d], fine.components) : fine;
    refine_axis(from, to, boxes[d], d, ratio);
    from = to;
  }
}

template void prolong_quintic(const View<1>&, const View<1>&, const Box<1>&, int, Scratch&);
template void prolong_quintic(const View<2>&, const View<2>&, const Box<2>&, int, Scratch&);
template void prolong_quintic(const View<3>&, const View<3>&, const Box<3>&, int, Scratch&);

}  // namespace evenkeel::solver
