// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Tensor-product quintic interpolation of point values, one axis after the other.
#include <algorithm>
#include <cstring>

#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/restrict.hpp"
#include "evenkeel/solver/schemes/lane_pairs.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

constexpr std::size_t kPoints = 6;
constexpr std::int32_t kMostNarrow = 1024;  ///< values of a narrow slab

/// Weighs point(0), ..., point(5). The order of the sum is always the same.
template <class Weight, class Point>
auto weigh(const std::array<Weight, kPoints>& weight, const Point& point) {
  return (weight[0] * point(0) + weight[1] * point(1)) +
         (weight[2] * point(2) + weight[3] * point(3)) +
         (weight[4] * point(4) + weight[5] * point(5));
}

/// The quintic through six coarse points, evaluated at one child.
struct Quintic {
  std::int32_t start = 0;  ///< first of the points, relative to the coarse cell
  std::array<double, kPoints> weight{};

  template <class Point>
  auto of(const Point& point) const {
    return weigh(weight, point);
  }
  /// Of values side by side from \p in on.
  double at(const double* in) const {
    return of([in](std::int64_t k) { return in[k]; });
  }
};

/// The quintics of all children along an axis.
class Children {
 public:
  explicit Children(int ratio) : ratio_(ratio) {
    static_assert(kMostRatio == 4, "parent() knows 2, 3 and 4");
    EVENKEEL_EXPECT(ratio >= 2 && ratio <= kMostRatio);
    for (int offset = 0; offset < ratio; ++offset) {
      ways_[static_cast<std::size_t>(offset)] = lagrange((offset + 0.5) / ratio - 0.5);
    }
  }
  int ratio() const { return ratio_; }
  /// The coarse cell that \p fine lies in; without a division for the usual ratios.
  std::int32_t parent(std::int32_t fine) const {
    return ratio_ == 3 ? geometry::floor_div(fine, 3) : fine >> (ratio_ / 2);
  }
  const Quintic& operator[](std::int32_t offset) const {
    return ways_[static_cast<std::size_t>(offset)];
  }

 private:
  /// Lagrange's weights at \p x, in coarse cells from the centre of one.
  static Quintic lagrange(double x) {
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

  int ratio_;
  std::array<Quintic, kMostRatio> ways_{};
};

/// Both children of coarse cells along axis 0 where the ratio is 2.
class Pairs {
 public:
  explicit Pairs(const Children& children) : lower_(children[0]), upper_(children[1]) {
    for (std::size_t k = 0; k < kPoints; ++k) {
      both_[k] = Pair{lower_.weight[k], upper_.weight[k]};
    }
  }

  /// Interpolates \p pairs pairs, the first ones children of the coarse cell whose value is at
  /// \p from: a register of coarse cells at once, then both children of one, whose points are a
  /// cell apart.
  void refine(const double* from, double* __restrict to, std::int32_t pairs) const {
    const double* const first = from + lower_.start;
    std::int64_t i = 0;
    for (; i + kLanes <= pairs; i += kLanes) {
      const auto point = [first, i](std::int64_t k) { return load(first + i + k); };
      const auto next = [first, i](std::int64_t k) { return load(first + i + 1 + k); };
      const std::array<Lanes, 2> out = interleave(lower_.of(point), upper_.of(next));
      store(to + 2 * i, out[0]);
      store(to + 2 * i + kLanes, out[1]);
    }
    for (; i < pairs; ++i) {
      const Pair out = weigh(both_, [first, i](std::int64_t k) {
        Pair points;
        std::memcpy(&points, first + i + k, sizeof points);
        return points;
      });
      std::memcpy(to + 2 * i, &out, sizeof out);
    }
  }

 private:
  using Pair [[gnu::vector_size(2 * sizeof(double))]] = double;
  Quintic lower_;
  Quintic upper_;  ///< starts a cell further
  std::array<Pair, kPoints> both_{};
};

/// Interpolates \p count values along axis 0, the first one child \p offset of the coarse cell
/// whose value is at \p from.
void refine_row(const double* from, std::int32_t offset, double* to, std::int32_t count,
                const Children& children) {
  for (std::int32_t i = 0; i < count; ++i) {
    const Quintic& way = children[offset];
    to[i] = way.at(from + way.start);
    if (++offset == children.ratio()) {
      offset = 0;
      ++from;
    }
  }
}

/// Interpolates \p count values across rows, which are \p step apart; \p from is in the first.
void refine_across(const double* from, std::int64_t step, double* to, std::int32_t count,
                   const Quintic& way) {
  for (std::int32_t i = 0; i < count; i += kLanes) {
    const double* const at = from + i;
    const int left = count - i;
    store_first(to + i, way.of([&](std::int64_t k) { return load_first(at + k * step, left); }),
                left);
  }
}

/// Fine slices along an axis: some values each.
struct Slices {
  std::int32_t width;   ///< values of a slice, side by side
  std::int32_t offset;  ///< of the first one in its coarse cell
  std::int32_t count;
  std::int64_t step;  ///< from one to the next [doubles]
};

/// Interpolates across coarse slices, which lie one after the other, that of the first fine one at
/// \p from. Each child of all coarse cells is one row.
void refine_narrow(const double* from, double* to, const Slices& fine, const Children& children) {
  std::array<double, kMostNarrow> row;
  const int ratio = children.ratio();
  for (std::int32_t first = 0; first < std::min(fine.count, ratio); ++first) {
    const Quintic& way = children[(fine.offset + first) % ratio];
    const std::int64_t parent = (fine.offset + first) / ratio;
    const std::int32_t slices = (fine.count - first + ratio - 1) / ratio;
    refine_across(from + (parent + way.start) * fine.width, fine.width, row.data(),
                  slices * fine.width, way);
    for (std::int32_t k = 0; k < slices; ++k) {
      store_first(to + (first + k * ratio) * fine.step,
                  load_first(row.data() + k * fine.width, fine.width), fine.width);
    }
  }
}

/// Makes the box \p cells of \p to, fine along axis 0, from \p from, coarse along it.
template <int D>
void refine_first_axis(const View<D>& from, const View<D>& to, const Box<D>& cells,
                       const Children& children) {
  const Pairs pairs(children);
  const bool is_pairs = children.ratio() == 2 && cells.lo[0] % 2 == 0 && cells.side(0) % 2 == 0;
  storage::for_each_row(cells, [&](const Index<D>& first, std::int32_t count) {
    const std::int32_t coarse = children.parent(first[0]);
    // A copy of the index, changed at once, would make the processor wait at every row.
    const double* in = from.data + from.offset(first) + (coarse - first[0]);
    double* out = to.row(0, first);
    for (int c = 0; c < to.components; ++c) {
      if (is_pairs) {
        pairs.refine(in, out, count / 2);
      } else {
        refine_row(in, first[0] - coarse * children.ratio(), out, count, children);
      }
      in += from.component_stride;
      out += to.component_stride;
    }
  });
}

/// The same along another axis.
template <int D>
void refine_axis(const View<D>& from, const View<D>& to, const Box<D>& cells, std::size_t axis,
                 const Children& children) {
  Box<D> rows = cells;
  std::int64_t below = 1;  // cells of a slice below the axis
  for (std::size_t d = 0; d < axis; ++d) {
    below *= cells.side(d);
  }
  const std::int64_t step = from.stride[axis];
  const bool is_packed = step == below && to.stride[axis] == below;
  const bool joins = axis == 1 || is_packed;  // what is below the axis is one row
  for (std::size_t d = 0; joins && d < axis; ++d) {
    rows.hi[d] = rows.lo[d] + 1;
  }
  const std::int32_t fine = cells.side(axis);
  const bool is_narrow = joins && step == below && below < kLanes && fine * below <= kMostNarrow;
  if (is_narrow) {
    rows.hi[axis] = rows.lo[axis] + 1;
  }
  storage::for_each_row(rows, [&](const Index<D>& first, std::int32_t count) {
    const std::int32_t coarse = children.parent(first[axis]);
    const std::int32_t offset = first[axis] - coarse * children.ratio();
    const double* in = from.data + from.offset(first) + (coarse - first[axis]) * step;
    double* out = to.row(0, first);
    const std::int32_t width = joins ? static_cast<std::int32_t>(below) : count;
    for (int c = 0; c < to.components; ++c) {
      if (is_narrow) {
        refine_narrow(in, out, {width, offset, fine, to.stride[axis]}, children);
      } else {
        const Quintic& way = children[offset];
        refine_across(in + way.start * step, step, out, width, way);
      }
      in += from.component_stride;
      out += to.component_stride;
    }
  });
}

/// The axes, \p first before the others.
template <int D>
std::array<std::size_t, static_cast<std::size_t>(D)> axes_from(std::size_t first) {
  std::array<std::size_t, static_cast<std::size_t>(D)> axes{first};
  std::size_t next = 1;
  for (std::size_t d = 0; d < D; ++d) {
    if (d != first) {
      axes[next++] = d;
    }
  }
  return axes;
}

}  // namespace

template <int D>
void prolong_quintic(const View<D>& coarse, const Refined<D>& part, int ratio, Scratch& scratch) {
  const auto axes = axes_from<D>(part.first);
  Box<D> cells = part.region.coarsen(ratio).grow(interpolation_stencil(Transfer::kPointValue));
  std::array<std::size_t, static_cast<std::size_t>(D)> start{};
  std::array<Box<D>, static_cast<std::size_t>(D)> boxes{};
  std::size_t doubles = 0;
  for (std::size_t pass = 0; pass < D; ++pass) {  // after it, its axis and those before are fine
    cells.lo[axes[pass]] = part.region.lo[axes[pass]];
    cells.hi[axes[pass]] = part.region.hi[axes[pass]];
    boxes[pass] = cells;
    start[pass] = doubles;
    doubles += pass + 1 < D ? temporary_size(cells, part.fine.components) : 0;
  }
  double* memory = D > 1 ? scratch.take(doubles) : nullptr;
  const Children children(ratio);
  View<D> from = coarse;
  for (std::size_t pass = 0; pass < D; ++pass) {
    const View<D> to = pass + 1 < D
                           ? temporary_view(memory + start[pass], boxes[pass], part.fine.components)
                           : part.fine;
    if (axes[pass] == 0) {
      refine_first_axis(from, to, boxes[pass], children);
    } else if constexpr (D > 1) {
      refine_axis(from, to, boxes[pass], axes[pass], children);
    }
    from = to;
  }
}

template void prolong_quintic(const View<1>&, const Refined<1>&, int, Scratch&);
template void prolong_quintic(const View<2>&, const Refined<2>&, int, Scratch&);
template void prolong_quintic(const View<3>&, const Refined<3>&, int, Scratch&);

}  // namespace evenkeel::solver
