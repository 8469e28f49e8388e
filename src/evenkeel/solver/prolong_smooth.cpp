// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Weighted conservative interpolation of cell averages, one axis after the other.
///
/// Pieces of ghosts are thin, so rows along axis 0 would leave registers empty. Each pass therefore
/// has its axis slowest: everything else, components included, lies in one long row, a slab.
#include <algorithm>
#include <array>
#include <span>

#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/temporary.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

constexpr std::int32_t kStencil = interpolation_stencil(Transfer::kSmoothAverage);

/// Coefficients of Legendre's polynomials 1, 2, 3, 4 on [-1/2, 1/2]: what a cell's values do beside
/// their average.
template <class T>
using Modes = std::array<T, 4>;

/// Means of those polynomials over child \p offset of \p ratio; they sum to zero over children.
Modes<double> means(std::int32_t offset, int ratio) {
  const double lower = static_cast<double>(offset) / ratio - 0.5;
  const double upper = static_cast<double>(offset + 1) / ratio - 0.5;
  const auto mean_of_power = [&](int power) {
    double above = upper;
    double below = lower;
    for (int k = 0; k < power; ++k) {
      above *= upper;
      below *= lower;
    }
    return (above - below) * ratio / (power + 1);
  };
  const double x2 = mean_of_power(2);
  return {mean_of_power(1), x2 - 1.0 / 12.0, mean_of_power(3) - 3.0 / 20.0 * mean_of_power(1),
          mean_of_power(4) - 3.0 / 14.0 * x2 + 3.0 / 560.0};
}

/// The parabola through three averages.
struct Parabola {
  Lanes slope;
  Lanes bend;

  Lanes roughness() const { return multiply_add(13.0 / 3.0 * bend, bend, slope * slope); }
};

/// Modes of the cell with average \p c between \p a, \p b and \p e, \p f: those of the quartic
/// through all five where it is as smooth as the three parabolas, else those of the smoothest.
///                                     (Balsara, Garain, Shu 2016, WENO-AO(5, 3); section 3)
/// A weight is linear (1 + (jump / roughness)^2); two of them share a division.
inline Modes<Lanes> weighted_modes(Lanes a, Lanes b, Lanes c, Lanes e, Lanes f) {
  const Lanes scale = 1e-12 * (c * c + b * b + e * e) + 1e-100;
  a -= c;
  b -= c;
  e -= c;
  f -= c;
  const Lanes far = f - a;
  const Lanes near = e - b;
  const Lanes all_far = a + f;
  const Lanes all_near = b + e;
  const Modes<Lanes> quartic = {multiply_add(82.0 / 120.0, near, -11.0 / 120.0 * far),
                                multiply_add(40.0 / 56.0, all_near, -3.0 / 56.0 * all_far),
                                multiply_add(1.0 / 12.0, far, -2.0 / 12.0 * near),
                                multiply_add(1.0 / 24.0, all_far, -4.0 / 24.0 * all_near)};
  const std::array<Parabola, 3> parabola = {
      {{multiply_add(0.5, a, -2.0 * b), multiply_add(0.5, a, -b)},
       {0.5 * near, 0.5 * all_near},
       {multiply_add(-0.5, f, 2.0 * e), multiply_add(0.5, f, -e)}}};
  const Lanes first = multiply_add(0.1, quartic[2], quartic[0]);
  const Lanes second = multiply_add(123.0 / 455.0, quartic[3], quartic[1]);
  std::array<Lanes, 4> rough;  // of the quartic, then of the parabolas
  rough[0] = multiply_add(first, first,
                          multiply_add(13.0 / 3.0 * second, second,
                                       multiply_add(781.0 / 20.0 * quartic[2], quartic[2],
                                                    1421461.0 / 2275.0 * quartic[3] * quartic[3])));
  Lanes jump = 0.0;
  for (std::size_t k = 0; k < parabola.size(); ++k) {
    rough[k + 1] = parabola[k].roughness();
    jump += abs(rough[0] - rough[k + 1]);
  }
  jump = 1.0 / 3.0 * jump;
  constexpr std::array<double, 4> kLinear = {0.85, 0.01125, 0.1275, 0.01125};
  std::array<Lanes, 4> weight;
  Lanes sum = 0.0;
  for (std::size_t k = 0; k < weight.size(); k += 2) {
    const Lanes one = rough[k] + scale;
    const Lanes other = rough[k + 1] + scale;
    const Lanes both = jump / (one * other);
    const Lanes ratio = other * both;
    const Lanes other_ratio = one * both;
    weight[k] = kLinear[k] * multiply_add(ratio, ratio, 1.0);
    weight[k + 1] = kLinear[k + 1] * multiply_add(other_ratio, other_ratio, 1.0);
    sum += weight[k] + weight[k + 1];
  }
  const Lanes whole = 1.0 / sum;
  const Lanes share = 1.0 / kLinear[0] * weight[0] * whole;
  Modes<Lanes> modes;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    modes[k] = share * quartic[k];
  }
  for (std::size_t k = 0; k < parabola.size(); ++k) {
    const Lanes more = weight[k + 1] * whole - kLinear[k + 1] * share;
    modes[0] = multiply_add(more, parabola[k].slope, modes[0]);
    modes[1] = multiply_add(more, parabola[k].bend, modes[1]);
  }
  return modes;
}

/// Slabs of averages along one axis, coarse or fine.
struct Slabs {
  double* data = nullptr;
  std::int64_t size = 0;  ///< [doubles] of a slab
};

/// Children of \p cells slabs, with those around them.
///
/// \param mean  \see means, by child
void refine(const Slabs& from, std::int32_t cells, std::span<const Modes<double>> mean,
            double* to) {
  for (std::int32_t cell = 0; cell < cells; ++cell) {
    const double* const lowest = from.data + cell * from.size;
    for (std::int64_t i = 0; i < from.size; i += kLanes) {
      const auto count = static_cast<int>(std::min<std::int64_t>(kLanes, from.size - i));
      std::array<Lanes, 2 * kStencil + 1> value;
      for (std::size_t k = 0; k < value.size(); ++k) {
        value[k] = load_first(lowest + static_cast<std::int64_t>(k) * from.size + i, count);
      }
      const Modes<Lanes> modes = weighted_modes(value[0], value[1], value[2], value[3], value[4]);
      double* child = to + i;
      for (const Modes<double>& at : mean) {
        Lanes sum = value[kStencil];
        for (std::size_t k = modes.size(); k-- > 0;) {
          sum = multiply_add(at[k], modes[k], sum);
        }
        store_first(child, sum, count);
        child += from.size;
      }
    }
    to += static_cast<std::int64_t>(mean.size()) * from.size;
  }
}

/// \param from  shape [rows][columns]   \param to  shape [columns][rows]
void transpose(const double* from, std::int64_t rows, std::int64_t columns, double* __restrict to) {
  for (std::int64_t column = 0; column < columns; ++column) {
    for (std::int64_t row = 0; row < rows; ++row) {
      to[column * rows + row] = from[row * columns + column];
    }
  }
}

/// One call of prolong_smooth(), on whole coarse cells.
template <int D>
class SmoothProlongation {
 public:
  SmoothProlongation(const Application<D>& application, const View<D>& coarse, const View<D>& fine,
                     const Box<D>& region, int ratio)
      : application_(application),
        coarse_(coarse),
        fine_(fine),
        region_(region),
        core_(region.coarsen(ratio)),
        ratio_(ratio) {}

  void run(Scratch& scratch) {
    const std::int64_t doubles = most_doubles();
    const auto row = static_cast<std::size_t>(core_.side(0) * ratio_);
    double* from = scratch.take(2 * static_cast<std::size_t>(doubles) + row);
    double* to = from + doubles;
    ok_ = {reinterpret_cast<std::uint8_t*>(to + doubles), row};
    std::array<Modes<double>, 4> mean{};
    for (std::int32_t offset = 0; offset < ratio_; ++offset) {
      mean[static_cast<std::size_t>(offset)] = means(offset, ratio_);
    }
    std::int64_t size = gather(from);
    for (std::size_t d = 0; d < D; ++d) {
      refine({from, size}, core_.side(d), std::span(mean).first(static_cast<std::size_t>(ratio_)),
             to);
      const std::int64_t values = size * core_.side(d) * ratio_;
      const std::int64_t next =
          d + 1 < D ? core_.side(d + 1) + 2 * kStencil : fine_.components;  // slowest from now on
      size = values / next;
      transpose(to, size, next, from);
    }
    const View<D> children = temporary_view(from, core_.refine(ratio_), fine_.components);
    if (application_.checks_values()) {
      flatten_inadmissible(children);
    }
    storage::copy(children, fine_, region_);
  }

 private:
  /// What the largest of all passes reads or writes.
  std::int64_t most_doubles() const {
    std::int64_t most = 0;
    Box<D> cells = core_.grow(kStencil);
    for (std::size_t d = 0; d <= D; ++d) {  // axes 0..d - 1 are fine
      most = std::max(most, cells.volume() * fine_.components);
      if (d < D) {
        cells.lo[d] = core_.lo[d] * ratio_;
        cells.hi[d] = core_.hi[d] * ratio_;
      }
    }
    return most;
  }

  /// Coarse values with axis 0 slowest, then the component, then the last axis first.
  /// \returns size of a slab [doubles]
  std::int64_t gather(double* to) const {
    const Box<D> cells = core_.grow(kStencil);
    const std::int64_t size = cells.volume() / cells.side(0) * fine_.components;
    for (int c = 0; c < fine_.components; ++c) {
      storage::for_each_row(cells, [&](const Index<D>& first, std::int32_t count) {
        const double* const from = coarse_.row(c, first);
        for (std::int32_t i = 0; i < count; ++i) {
          to[i * size] = from[i];
        }
        ++to;
      });
    }
    return size;
  }

  /// Gives all children of a cell its own values where one of them makes no sense.
  void flatten_inadmissible(const View<D>& children) {
    Box<D> rows = core_;
    rows.hi[0] = rows.lo[0] + 1;
    storage::for_each_row(rows, [&](const Index<D>& first, std::int32_t) {
      Box<D> below = Box<D>{first, first};
      for (std::size_t d = 0; d < D; ++d) {
        below.hi[d] = d == 0 ? core_.hi[0] : first[d] + 1;
      }
      below = below.refine(ratio_);
      const auto cells = static_cast<std::size_t>(below.side(0));
      std::fill_n(ok_.begin(), cells, std::uint8_t{1});
      storage::for_each_row(below, [&](const Index<D>& cell, std::int32_t) {
        std::array<const double*, kMaxComponents> values{};
        for (int c = 0; c < children.components; ++c) {
          values[static_cast<std::size_t>(c)] = children.row(c, cell);
        }
        application_.check_row({values.data(), static_cast<std::size_t>(children.components)},
                               ok_.first(cells));
      });
      if (std::find(ok_.begin(), ok_.begin() + below.side(0), 0) != ok_.begin() + below.side(0)) {
        flatten(children, first, below);
      }
    });
  }

  void flatten(const View<D>& children, const Index<D>& first, const Box<D>& below) const {
    for (std::int32_t i = 0; i < core_.side(0); ++i) {
      const auto of_cell = ok_.begin() + i * ratio_;
      if (std::find(of_cell, of_cell + ratio_, 0) == of_cell + ratio_) {
        continue;
      }
      Index<D> parent = first;
      parent[0] += i;
      Box<D> inside = below;
      inside.lo[0] += i * ratio_;
      inside.hi[0] = inside.lo[0] + ratio_;
      for (int c = 0; c < children.components; ++c) {
        storage::for_each_row(inside, [&](const Index<D>& cell, std::int32_t count) {
          std::fill_n(children.row(c, cell), count, coarse_(c, parent));
        });
      }
    }
  }

  const Application<D>& application_;
  const View<D>& coarse_;
  const View<D>& fine_;
  const Box<D>& region_;
  Box<D> core_;  ///< coarse cells under the region
  int ratio_;
  std::span<std::uint8_t> ok_;  ///< shape [longest row]
};

}  // namespace

template <int D>
void prolong_smooth(const Application<D>& application, const View<D>& coarse, const View<D>& fine,
                    const Box<D>& region, int ratio, Scratch& scratch) {
  SmoothProlongation<D>(application, coarse, fine, region, ratio).run(scratch);
}

template void prolong_smooth(const Application<1>&, const View<1>&, const View<1>&, const Box<1>&,
                             int, Scratch&);
template void prolong_smooth(const Application<2>&, const View<2>&, const View<2>&, const Box<2>&,
                             int, Scratch&);
template void prolong_smooth(const Application<3>&, const View<3>&, const View<3>&, const Box<3>&,
                             int, Scratch&);

}  // namespace evenkeel::solver
