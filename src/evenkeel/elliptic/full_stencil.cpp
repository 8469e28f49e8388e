// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Row loops of operators with all neighbours.
#include "evenkeel/elliptic/full_stencil.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "evenkeel/core/error.hpp"

namespace evenkeel::elliptic {
namespace {

template <int D>
std::vector<int> make_cross() {
  std::vector<int> cross;
  for (int point = 0; point < kPoints<D>; ++point) {
    const geometry::Index<D> offset = offset_of<D>(point);
    if (std::ranges::count(offset, 0) >= D - 1) {
      cross.push_back(point);
    }
  }
  return cross;
}

/// How far the values of all points lie from those of the cell.
template <int D>
std::array<std::int64_t, kPoints<D>> steps(const storage::View<D>& values) {
  std::array<std::int64_t, kPoints<D>> steps{};
  for (int point = 0; point < kPoints<D>; ++point) {
    const geometry::Index<D> offset = offset_of<D>(point);
    steps[static_cast<std::size_t>(point)] =
        std::inner_product(offset.begin(), offset.end(), values.stride.begin(), std::int64_t{0});
  }
  return steps;
}

/// \p from minus A u, without the cell's own part where \p kSkipsCentre.
template <int D, bool kSkipsCentre>
double rest_of(double from, const double* s, std::int64_t component, const double* u,
               const std::array<std::int64_t, kPoints<D>>& step) {
  [&]<int... kPoint>(std::integer_sequence<int, kPoint...>) {
    (..., (kSkipsCentre && kPoint == kCentre<D>
               ? void()
               : void(from -= s[kPoint * component] * u[step[kPoint]])));
  }(std::make_integer_sequence<int, kPoints<D>>());
  return from;
}

/// Sets u[i] to of(i) for every other i from \p first to below \p count, of which of(i) reads no
/// other. It is called for those between, too: whole registers of cells side by side come faster
/// than single ones that lie apart, even if half of them are not wanted.
template <class Of>
void renew_every_other(double* u, std::int64_t first, std::int64_t count, const Of& of) {
  constexpr std::int64_t kChunk = 64;
  std::array<double, kChunk> fresh;
  for (std::int64_t start = 0; start < count; start += kChunk) {
    const std::int64_t end = std::min(count, start + kChunk);
    for (std::int64_t i = start; i < end; ++i) {
      fresh[static_cast<std::size_t>(i - start)] = of(i);
    }
    for (std::int64_t i = start + first; i < end; i += 2) {
      u[i] = fresh[static_cast<std::size_t>(i - start)];
    }
  }
}

/// Whether a row has cells of \p colour.
template <int D>
bool has_colour(const geometry::Index<D>& row, unsigned colour) {
  for (std::size_t d = 1; d < D; ++d) {
    if (((static_cast<unsigned>(row[d]) ^ (colour >> d)) & 1U) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

template <int D>
std::span<const int> cross_points() {
  static const std::vector<int> points = make_cross<D>();
  return points;
}

template <int D>
std::span<const int> all_points() {
  static const auto points = [] {
    std::array<int, kPoints<D>> all{};
    std::iota(all.begin(), all.end(), 0);
    return all;
  }();
  return points;
}

template <int D>
void expand(const Stencil<D>& from, const FullStencil<D>& to) {
  const auto component = [&](const geometry::Index<D>& offset) {
    return static_cast<int>(std::ranges::lower_bound(to.points, point_at<D>(offset)) -
                            to.points.begin());
  };
  std::fill_n(to.coefficients.data, to.coefficients.components * to.coefficients.component_stride,
              0.0);
  storage::for_each_row(from.box, [&](const geometry::Index<D>& first, std::int32_t count) {
    double* const centre = to.coefficients.row(component({}), first);
    for (int d = 0; d < D; ++d) {
      const auto axis = static_cast<std::size_t>(d);
      geometry::Index<D> offset{};
      offset[axis] = -1;
      double* const below = to.coefficients.row(component(offset), first);
      offset[axis] = 1;
      double* const above = to.coefficients.row(component(offset), first);
      const double* const c = from.faces.row(d, first);
      for (std::int64_t i = 0; i < count; ++i) {
        below[i] = c[i];
        above[i] = c[i + from.faces.stride[axis]];
        centre[i] -= below[i] + above[i];
      }
    }
  });
}

template <int D>
void relax(const storage::View<D>& coefficients, const storage::View<D>& values,
           const storage::View<D>& rhs, std::span<const Coloured<D>> parts) {
  const std::array<std::int64_t, kPoints<D>> step = steps(values);
  const std::int64_t component = coefficients.component_stride;
  const auto relax_row = [&](const geometry::Index<D>& first, std::int32_t count, unsigned colour) {
    double* const u = values.row(0, first);
    const double* const f = rhs.row(0, first);
    const double* const s = coefficients.row(0, first);
    renew_every_other(u, (static_cast<unsigned>(first[0]) ^ colour) & 1U, count,
                      [&](std::int64_t i) {
                        return rest_of<D, true>(f[i], s + i, component, u + i, step) /
                               s[kCentre<D> * component + i];
                      });
  };
  geometry::Box<D> rows;
  for (const Coloured<D>& part : parts) {
    EVENKEEL_EXPECT((part.colour ^ parts.front().colour) <= 1);
    rows = rows.hull(part.box);
  }
  rows.hi[0] = rows.lo[0] + 1;
  storage::for_each_row(rows, [&](const geometry::Index<D>& start, std::int32_t) {
    if (!has_colour<D>(start, parts.front().colour)) {
      return;
    }
    for (const Coloured<D>& part : parts) {
      geometry::Index<D> first = start;
      first[0] = part.box.lo[0];
      if (part.box.contains(first)) {
        relax_row(first, part.box.side(0), part.colour);
      }
    }
  });
}

template <int D>
void residual(const storage::View<D>& coefficients, const storage::View<D>& values,
              const storage::View<D>& rhs, const storage::View<D>& out,
              const geometry::Box<D>& box) {
  const std::array<std::int64_t, kPoints<D>> step = steps(values);
  const std::int64_t component = coefficients.component_stride;
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    const double* const u = values.row(0, first);
    const double* const f = rhs.row(0, first);
    const double* const s = coefficients.row(0, first);
    double* const r = out.row(0, first);
#pragma GCC ivdep
    for (std::int64_t i = 0; i < count; ++i) {
      r[i] = rest_of<D, false>(f[i], s + i, component, u + i, step);
    }
  });
}

#define EVENKEEL_INSTANTIATE(D)                                                                  \
  template std::span<const int> cross_points<D>();                                               \
  template std::span<const int> all_points<D>();                                                 \
  template void expand(const Stencil<D>&, const FullStencil<D>&);                                \
  template void relax(const storage::View<D>&, const storage::View<D>&, const storage::View<D>&, \
                      std::span<const Coloured<D>>);                                             \
  template void residual(const storage::View<D>&, const storage::View<D>&,                       \
                         const storage::View<D>&, const storage::View<D>&,                       \
                         const geometry::Box<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
