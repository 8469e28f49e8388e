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

/// Points that rows are gone through with at a time: memory streams of nine arrays nearly twice as
/// fast as of 27.
template <int D>
inline constexpr int kOfPart = std::min(9, kPoints<D>);

/// The points of a cell's own row are those next to its own.
template <int D>
constexpr bool is_of_own_row(int point) {
  return point >= kCentre<D> - 1 && point <= kCentre<D> + 1;
}

/// \p from minus what \p kCount points from \p kFirst on have of A u, own row left out where
/// \p kOthersOnly.
template <int D, int kFirst, int kCount, bool kOthersOnly>
double rest_of(double from, const double* s, std::int64_t component, const double* u,
               const std::array<std::int64_t, kPoints<D>>& step) {
  [&]<int... k>(std::integer_sequence<int, k...>) {
    (..., (kOthersOnly && is_of_own_row<D>(kFirst + k)
               ? void()
               : void(from -= s[(kFirst + k) * component] * u[step[kFirst + k]])));
  }(std::make_integer_sequence<int, kCount>());
  return from;
}

/// What a row's A u is made of. Addresses are those of its first cell.
template <int D>
struct RowTerms {
  const double* s;
  std::int64_t component;
  const double* u;
  const std::array<std::int64_t, kPoints<D>>& step;
};

/// Sets \p out to \p from minus what the points of \p kPart have of A u, own row left out where
/// \p kOthersOnly. \pre \p out is \p from or no array that is read
template <int D, int kPart, bool kOthersOnly>
inline void take_part(const RowTerms<D>& row, const double* from, double* out, std::int64_t count) {
  const auto [s, component, u, step] = row;
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) {
    out[i] = rest_of<D, kPart * kOfPart<D>, kOfPart<D>, kOthersOnly>(from[i], s + i, component,
                                                                     u + i, step);
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

namespace {

/// How many parts, from the first on, are the two colours of the same rows; else 1.
template <int D>
std::size_t in_same_rows(std::span<const Coloured<D>> parts) {
  return parts.size() > 1 && (parts[0].colour ^ parts[1].colour) == 1U ? 2 : 1;
}

template <int D>
class Relaxation {
 public:
  Relaxation(const storage::View<D>& coefficients, const storage::View<D>& values,
             const storage::View<D>& rhs)
      : coefficients_(coefficients), values_(values), rhs_(rhs), step_(steps(values)) {}

  /// Goes through \p rows, of which only the first cells count, with one or two \p parts of the
  /// same rows.
  void relax_rows(const geometry::Box<D>& rows, std::span<const Coloured<D>> parts) const {
    storage::for_each_row(rows, [&](const geometry::Index<D>& start, std::int32_t) {
      if (!has_colour<D>(start, parts.front().colour)) {
        return;
      }
      std::array<Stretch, 2> stretches;
      for (std::size_t n = 0; n < parts.size(); ++n) {
        const geometry::Box<D>& box = parts[n].box;
        geometry::Index<D> first = start;
        first[0] = box.lo[0];
        if (box.contains(first)) {
          stretches[n] = {box.lo[0], box.hi[0], parts[n].colour & 1U};
        }
      }
      relax_row(start, stretches);
    });
  }

 private:
  static constexpr std::int64_t kChunk = 128;  ///< cells

  /// Cells of one colour of a row.
  struct Stretch {
    std::int64_t lo = 0;
    std::int64_t hi = 0;  ///< lo: none
    unsigned odd = 0;

    bool is_empty() const { return lo >= hi; }
  };

  /// Where the arrays of a row would have a cell 0.
  struct Row {
    double* u;
    const double* f;
    const double* s;
  };

  /// What rows around take off the right side is the same for both colours. The second follows the
  /// first a cell behind.
  void relax_row(const geometry::Index<D>& row, const std::array<Stretch, 2>& stretches) const {
    const auto [first, second] = stretches;
    const bool has_both = !first.is_empty() && !second.is_empty();
    const Stretch& any = first.is_empty() ? second : first;
    const std::int64_t lo = has_both ? std::min(first.lo, second.lo) : any.lo;
    const std::int64_t hi = has_both ? std::max(first.hi, second.hi) : any.hi;
    const Row at{values_.row(0, row) - row[0], rhs_.row(0, row) - row[0],
                 coefficients_.row(0, row) - row[0]};
    std::array<double, kChunk + 1> rest;  // of cell start - 1 and those after it
    for (std::int64_t start = lo; start < hi; start += kChunk) {
      const std::int64_t end = std::min(hi, start + kChunk);
      double* const of_cell = rest.data() + 1 - start;
      expect(at, start, end);
      const RowTerms<D> terms{at.s + start, coefficients_.component_stride, at.u + start, step_};
      [&]<int... kPart>(std::integer_sequence<int, kPart...>) {
        (..., take_part<D, kPart, true>(terms, (kPart == 0 ? at.f : of_cell) + start,
                                        of_cell + start, end - start));
      }(std::make_integer_sequence<int, kPoints<D> / kOfPart<D>>());
      renew(at, first, start, end, of_cell);
      renew(at, second, std::max(lo, start - 1), end < hi ? end - 1 : end, of_cell);
      rest[0] = of_cell[end - 1];
    }
  }

  /// Asks for what the row after the next will want, whose colours come next: processors foresee
  /// rows in order only.
  [[gnu::always_inline]] void expect(const Row& at, std::int64_t start, std::int64_t end) const {
    if constexpr (D > 1) {
      const double* s = at.s + 2 * coefficients_.stride[1];
      for (int point = 0; point < kPoints<D>; ++point, s += coefficients_.component_stride) {
        expect(s, start, end);
      }
      expect(at.f + 2 * rhs_.stride[1], start, end);
      expect(at.u + 3 * values_.stride[1], start, end);
    }
  }
  [[gnu::always_inline]] static void expect(const double* row, std::int64_t start,
                                            std::int64_t end) {
    constexpr std::int64_t kLine = 8;
    for (std::int64_t i = start; i < end; i += kLine) {
      __builtin_prefetch(row + i, 0, 2);
    }
  }

  /// Solves for the cells from \p start to below \p end that are in \p stretch. Quotients are taken
  /// of those between, too: whole registers of cells side by side come faster than single ones that
  /// lie apart, even if half of them are not wanted.
  void renew(const Row& at, const Stretch& stretch, std::int64_t start, std::int64_t end,
             const double* rest) const {
    start = std::max(start, stretch.lo);
    end = std::min(end, stretch.hi);
    const double* const below = at.s + (kCentre<D> - 1) * coefficients_.component_stride;
    const double* const own = below + coefficients_.component_stride;
    const double* const above = own + coefficients_.component_stride;
    double* const u = at.u;
    std::array<double, kChunk + 1> fresh;
    for (std::int64_t i = start; i < end; ++i) {
      fresh[static_cast<std::size_t>(i - start)] =
          (rest[i] - below[i] * u[i - 1] - above[i] * u[i + 1]) / own[i];
    }
    for (std::int64_t i = start + ((start ^ stretch.odd) & 1); i < end; i += 2) {
      u[i] = fresh[static_cast<std::size_t>(i - start)];
    }
  }

  const storage::View<D>& coefficients_;
  const storage::View<D>& values_;
  const storage::View<D>& rhs_;
  std::array<std::int64_t, kPoints<D>> step_;
};

}  // namespace

/// Along the last axis, parts of other planes than the part before follow it a plane behind: the
/// planes around theirs have had it by then, and those that it has yet to read they have not
/// touched.
template <int D>
void relax(const storage::View<D>& coefficients, const storage::View<D>& values,
           const storage::View<D>& rhs, std::span<const Coloured<D>> parts) {
  constexpr std::size_t kAxis = D - 1;
  const Relaxation<D> relaxation(coefficients, values, rhs);
  geometry::Box<D> rows;
  for (const Coloured<D>& part : parts) {
    rows = rows.hull(part.box);
  }
  rows.hi[0] = rows.lo[0] + 1;
  const std::int32_t end =
      D == 1 ? rows.hi[0] : rows.hi[kAxis] + static_cast<std::int32_t>(parts.size());
  for (std::int32_t front = rows.lo[kAxis]; front < end; ++front) {
    std::int32_t plane = front;
    unsigned before = parts.front().colour;
    for (std::span<const Coloured<D>> left = parts; !left.empty();) {
      const std::size_t count = in_same_rows<D>(left);
      geometry::Box<D> some = rows;
      if constexpr (D > 1) {
        plane -= static_cast<std::int32_t>(((left.front().colour ^ before) >> kAxis) & 1U);
        before = left.front().colour;
        some.lo[kAxis] = std::max(plane, rows.lo[kAxis]);
        some.hi[kAxis] = std::min(plane + 1, rows.hi[kAxis]);
      }
      relaxation.relax_rows(some, left.first(count));
      left = left.subspan(count);
    }
  }
}

namespace {

template <int D, int kPart>
void take_part(const storage::View<D>& coefficients, const storage::View<D>& values,
               const storage::View<D>& from, const storage::View<D>& out,
               const geometry::Box<D>& box) {
  const std::array<std::int64_t, kPoints<D>> step = steps(values);
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    take_part<D, kPart, false>(
        {coefficients.row(0, first), coefficients.component_stride, values.row(0, first), step},
        from.row(0, first), out.row(0, first), count);
  });
}

}  // namespace

/// By planes of points in 3-D.
template <int D>
void residual(const storage::View<D>& coefficients, const storage::View<D>& values,
              const storage::View<D>& rhs, const storage::View<D>& out,
              const geometry::Box<D>& box) {
  take_part<D, 0>(coefficients, values, rhs, out, box);
  if constexpr (D == 3) {
    take_part<D, 1>(coefficients, values, out, out, box);
    take_part<D, 2>(coefficients, values, out, out, box);
  }
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
