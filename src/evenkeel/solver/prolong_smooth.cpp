// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Weighted conservative interpolation of cell averages, one axis after the other.
#include <algorithm>
#include <cmath>

#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/temporary.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

/// Coefficients of Legendre's polynomials 1, 2, 3, 4 on [-1/2, 1/2]: what a cell's values do beside
/// their average.
using Modes = std::array<double, 4>;

constexpr int kModes = 4;

/// Means of those polynomials over child \p offset of \p ratio; they sum to zero over children.
Modes means(std::int32_t offset, int ratio) {
  const double lower = static_cast<double>(offset) / ratio - 0.5;
  const double upper = static_cast<double>(offset + 1) / ratio - 0.5;
  const auto mean_of_power = [&](int power) {
    return (std::pow(upper, power + 1) - std::pow(lower, power + 1)) * ratio / (power + 1);
  };
  const double x2 = mean_of_power(2);
  return {mean_of_power(1), x2 - 1.0 / 12.0, mean_of_power(3) - 3.0 / 20.0 * mean_of_power(1),
          mean_of_power(4) - 3.0 / 14.0 * x2 + 3.0 / 560.0};
}

/// The parabola through three averages.
struct Parabola {
  double slope;
  double bend;

  double roughness() const { return slope * slope + 13.0 / 3.0 * bend * bend; }
};

/// Modes of the cell with average \p c between \p a, \p b and \p e, \p f: those of the quartic
/// through all five where it is as smooth as the three parabolas, else those of the smoothest.
///                                     (Balsara, Garain, Shu 2016, WENO-AO(5, 3); section 3)
inline Modes weighted_modes(double a, double b, double c, double e, double f) {
  const double scale = 1e-12 * (c * c + b * b + e * e) + 1e-100;
  a -= c;
  b -= c;
  e -= c;
  f -= c;
  const Modes quartic = {(82.0 * (e - b) - 11.0 * (f - a)) / 120.0,
                         (40.0 * (b + e) - 3.0 * (a + f)) / 56.0, (2.0 * (b - e) + (f - a)) / 12.0,
                         ((a + f) - 4.0 * (b + e)) / 24.0};
  const std::array<Parabola, 3> parabola = {{{0.5 * a - 2.0 * b, 0.5 * a - b},
                                             {0.5 * (e - b), 0.5 * (b + e)},
                                             {2.0 * e - 0.5 * f, 0.5 * f - e}}};
  constexpr double kHigh = 0.85;
  constexpr std::array<double, 3> kLow = {0.01125, 0.1275, 0.01125};
  const double first = quartic[0] + 0.1 * quartic[2];
  const double second = quartic[1] + 123.0 / 455.0 * quartic[3];
  const double rough = first * first + 13.0 / 3.0 * second * second +
                       781.0 / 20.0 * quartic[2] * quartic[2] +
                       1421461.0 / 2275.0 * quartic[3] * quartic[3];
  double jump = 0.0;
  for (const Parabola& p : parabola) {
    jump += std::abs(rough - p.roughness()) / 3.0;
  }
  const auto weight = [jump, scale](double linear, double roughness) {
    const double ratio = jump / (roughness + scale);
    return linear * (1.0 + ratio * ratio);
  };
  const double high = weight(kHigh, rough);
  std::array<double, 3> low;
  double sum = high;
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = weight(kLow[k], parabola[k].roughness());
    sum += low[k];
  }
  const double share = high / (kHigh * sum);
  Modes modes = {share * quartic[0], share * quartic[1], share * quartic[2], share * quartic[3]};
  for (std::size_t k = 0; k < 3; ++k) {
    const double more = low[k] / sum - share * kLow[k];
    modes[0] += more * parabola[k].slope;
    modes[1] += more * parabola[k].bend;
  }
  return modes;
}

/// A row of cells coarse along one axis: averages at in[i], their neighbours \p step away.
struct Row {
  const double* in = nullptr;
  std::int64_t step = 1;
  std::int64_t count = 0;
};

/// \param modes  shape [kModes][count], to be set
void find_modes(const Row& row, double* __restrict modes) {
  for (std::int64_t i = 0; i < row.count; ++i) {
    const double* at = row.in + i;
    const Modes found =
        weighted_modes(at[-2 * row.step], at[-row.step], at[0], at[row.step], at[2 * row.step]);
    for (int k = 0; k < kModes; ++k) {
      modes[k * row.count + i] = found[static_cast<std::size_t>(k)];
    }
  }
}

/// Children of all cells of a row with these means, to out[i * out_step].
void write_children(const Row& row, const double* modes, const Modes& mean, double* __restrict out,
                    std::int64_t out_step) {
  for (std::int64_t i = 0; i < row.count; ++i) {
    double value = 0.0;
    for (int k = 0; k < kModes; ++k) {
      value += mean[static_cast<std::size_t>(k)] * modes[k * row.count + i];
    }
    out[i * out_step] = row.in[i] + value;
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
    std::array<std::size_t, static_cast<std::size_t>(D)> start{};
    std::array<Box<D>, static_cast<std::size_t>(D)> boxes{};
    Box<D> cells = core_.grow(interpolation_stencil(Transfer::kSmoothAverage));
    std::size_t doubles = 0;
    std::int32_t longest = 0;
    for (std::size_t d = 0; d < D; ++d) {  // after pass d, axes 0..d are fine
      cells.lo[d] = core_.lo[d] * ratio_;
      cells.hi[d] = core_.hi[d] * ratio_;
      boxes[d] = cells;
      start[d] = doubles;
      doubles += temporary_size(cells, fine_.components);
      longest = std::max(longest, cells.side(0));
    }
    const auto row = static_cast<std::size_t>(longest);
    double* const memory = scratch.take(doubles + (kModes + 1) * row);
    modes_ = memory + doubles;
    ok_ = {reinterpret_cast<std::uint8_t*>(modes_ + kModes * row), row};
    View<D> from = coarse_;
    for (std::size_t d = 0; d < D; ++d) {
      const View<D> to = temporary_view(memory + start[d], boxes[d], fine_.components);
      refine_axis(from, to, d);
      from = to;
    }
    if (application_.checks_values()) {
      flatten_inadmissible(from);
    }
    storage::copy(from, fine_, region_);
  }

 private:
  /// Makes \p to, fine along \p axis, from \p from, coarse along it.
  void refine_axis(const View<D>& from, const View<D>& to, std::size_t axis) const {
    Box<D> cells = to.box;
    cells.lo[axis] = core_.lo[axis];
    cells.hi[axis] = core_.hi[axis];
    std::array<Modes, 4> mean{};
    for (std::int32_t offset = 0; offset < ratio_; ++offset) {
      mean[static_cast<std::size_t>(offset)] = means(offset, ratio_);
    }
    for (int c = 0; c < to.components; ++c) {
      storage::for_each_row(cells, [&](const Index<D>& first, std::int32_t count) {
        const Row row{from.row(c, first), from.stride[axis], count};
        find_modes(row, modes_);
        Index<D> child = first;
        child[axis] *= ratio_;
        for (std::int32_t offset = 0; offset < ratio_; ++offset, ++child[axis]) {
          write_children(row, modes_, mean[static_cast<std::size_t>(offset)], to.row(c, child),
                         axis == 0 ? ratio_ : 1);
        }
      });
    }
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
  double* modes_ = nullptr;
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
