// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Limited conservative linear interpolation of cell averages, line by line.
#include <algorithm>
#include <cmath>

#include "evenkeel/solver/prolong.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

template <int D>
using Steps = std::array<std::int64_t, static_cast<std::size_t>(D)>;

/// xi of each axis: where a child lies in its coarse cell, in units of the coarse cell.
template <int D>
using Offset = std::array<double, static_cast<std::size_t>(D)>;

/// Coarse values u[i * step] of a line and slopes s[k * count + i] along each axis.
struct Line {
  const double* u = nullptr;
  double* s = nullptr;
  std::int64_t step = 1;
  std::int32_t count = 0;
};

/// Monotonised central slope from the differences on both sides.
inline double monotonised(double below, double above) {
  const double centre = 0.5 * (below + above);
  const double bound = 2.0 * std::min(std::abs(below), std::abs(above));
  const double size = std::min(std::abs(centre), bound);
  return below * above > 0.0 ? std::copysign(size, centre) : 0.0;
}

/// Sets the slopes of one component.
template <int D, bool kUnit>
void find_slopes(const Line& line, const Steps<D>& neighbour, double outermost) {
  const std::int64_t step = kUnit ? 1 : line.step;
  const std::int64_t count = line.count;
  double* __restrict s = line.s;
  const double* __restrict u = line.u;
  for (std::int64_t i = 0; i < count; ++i) {
    const double* at = u + i * step;
    std::array<double, static_cast<std::size_t>(D)> slope;
    double low = at[0];
    double high = at[0];
    double reach = 0.0;
    for (std::size_t k = 0; k < D; ++k) {
      const double below = at[-neighbour[k]];
      const double above = at[neighbour[k]];
      slope[k] = monotonised(at[0] - below, above - at[0]);
      low = std::min(low, std::min(below, above));
      high = std::max(high, std::max(below, above));
      reach += outermost * std::abs(slope[k]);
    }
    const double room = std::min(high - at[0], at[0] - low);
    const double alpha = reach > room ? room / reach : 1.0;
    for (std::size_t k = 0; k < D; ++k) {
      s[static_cast<std::int64_t>(k) * count + i] = alpha * slope[k];
    }
  }
}

/// The child at \p xi of cell \p i of a line.
template <int D>
inline double child(const Line& line, std::int64_t i, std::int64_t step, const Offset<D>& xi) {
  double value = line.u[i * step];
  for (std::size_t k = 0; k < D; ++k) {
    value += line.s[static_cast<std::int64_t>(k) * line.count + i] * xi[k];
  }
  return value;
}

/// Children at \p xi of all cells of a line.
template <int D, bool kUnit>
void find_children(const Line& line, const Offset<D>& xi, double* __restrict out) {
  const Line at = line;
  for (std::int64_t i = 0; i < at.count; ++i) {
    out[i] = child<D>(at, i, kUnit ? 1 : at.step, xi);
  }
}

/// Children in pairs along axis 0: contiguous.
void write_pairs(const double* __restrict lower, const double* __restrict upper, std::int64_t count,
                 double* __restrict out) {
  for (std::int64_t i = 0; i < count; ++i) {
    out[2 * i] = lower[i];
    out[2 * i + 1] = upper[i];
  }
}

/// One call of prolong_linear: finds slopes line by line and writes children.
template <int D>
class LinearProlongation {
 public:
  LinearProlongation(const Application<D>& application, const View<D>& coarse, const View<D>& fine,
                     const Box<D>& region, int ratio)
      : application_(application), coarse_(coarse), fine_(fine), region_(region), ratio_(ratio) {
    const Box<D> core = region.coarsen(ratio);
    for (std::size_t d = 1; d < D; ++d) {  // short rows would cost more to start than to do
      if (core.side(along_) < 4 && core.side(d) > core.side(along_)) {
        along_ = d;
      }
    }
    components_ = static_cast<std::size_t>(fine.components);
    count_ = core.side(along_);
  }

  void run(Scratch& scratch) {
    const auto row = static_cast<std::size_t>(count_);
    const std::size_t lines = components_ * static_cast<std::size_t>(ratio_);
    slopes_ = scratch.take(row * (components_ * D + lines + 1));
    children_ = slopes_ + row * components_ * D;
    ok_ = {reinterpret_cast<std::uint8_t*>(children_ + row * lines), row};
    Box<D> starts = region_.coarsen(ratio_);
    starts.hi[along_] = starts.lo[along_] + 1;
    storage::for_each_row(starts, [&](Index<D> first, std::int32_t number) {
      for (std::int32_t i = 0; i < number; ++i, ++first[0]) {
        along_ == 0 ? do_line<true>(first) : do_line<false>(first);
      }
    });
  }

 private:
  Line line(std::size_t component, const Index<D>& first) const {
    return {coarse_.row(static_cast<int>(component), first),
            slopes_ + component * D * static_cast<std::size_t>(count_), coarse_.stride[along_],
            count_};
  }

  /// Children of one component at \p offset along the lines, shape [count].
  double* children(std::size_t component, std::int32_t offset) const {
    const std::size_t place = static_cast<std::size_t>(offset) * components_ + component;
    return children_ + place * ok_.size();
  }

  double xi(std::int32_t offset) const { return (offset + 0.5) / ratio_ - 0.5; }

  template <bool kUnit>
  void do_line(const Index<D>& first) {
    const double outermost = 0.5 - 0.5 / ratio_;
    for (std::size_t c = 0; c < components_; ++c) {
      find_slopes<D, kUnit>(line(c, first), coarse_.stride, outermost);
    }
    const bool checks = application_.checks_values();
    std::ranges::fill(ok_, std::uint8_t{1});
    fill_fine<kUnit>(first, checks);
    if (checks && std::ranges::count(ok_, 0) > 0) {
      flatten_inadmissible();
      fill_fine<kUnit>(first, false);
    }
  }

  /// Writes the children of a line that are in the region. Notes cells with a child, there or not,
  /// that makes no sense.
  template <bool kUnit>
  void fill_fine(const Index<D>& first, bool checks) {
    Box<D> across{first, first};  // children but for where they are along the line
    for (std::size_t d = 0; d < D; ++d) {
      across.lo[d] = first[d] * ratio_;
      across.hi[d] = across.lo[d] + (d == along_ ? 1 : ratio_);
    }
    Box<D> wanted = across.intersect(region_);
    wanted.lo[along_] = across.lo[along_];
    wanted.hi[along_] = across.hi[along_];
    storage::for_each_row(checks ? across : wanted, [&](Index<D> cell, std::int32_t cells) {
      for (std::int32_t i = 0; i < cells; ++i, ++cell[0]) {
        find_row<kUnit>(first, cell, checks);
        if (wanted.contains(cell)) {
          write_row(cell);
        }
      }
    });
  }

  /// Finds the children of a line that are on the fine line through \p cell.
  template <bool kUnit>
  void find_row(const Index<D>& first, const Index<D>& cell, bool checks) {
    Offset<D> at;
    for (std::size_t d = 0; d < D; ++d) {
      at[d] = xi(cell[d] - first[d] * ratio_);
    }
    for (std::int32_t offset = 0; offset < ratio_; ++offset) {
      at[along_] = xi(offset);
      std::array<const double*, kMaxComponents> rows{};
      for (std::size_t c = 0; c < components_; ++c) {
        find_children<D, kUnit>(line(c, first), at, children(c, offset));
        rows[c] = children(c, offset);
      }
      if (checks) {
        application_.check_row({rows.data(), components_}, ok_);
      }
    }
  }

  /// Writes what find_row found, as far as the region goes.
  void write_row(const Index<D>& cell) {
    const std::int32_t begin = cell[along_];
    const bool whole = region_.lo[along_] <= begin && begin + count_ * ratio_ <= region_.hi[along_];
    for (std::size_t c = 0; c < components_; ++c) {
      double* out = fine_.row(static_cast<int>(c), cell);
      if (along_ == 0 && ratio_ == 2 && whole) {
        write_pairs(children(c, 0), children(c, 1), count_, out);
        continue;
      }
      for (std::int32_t offset = 0; offset < ratio_; ++offset) {
        write_children(children(c, offset), begin + offset, out + offset * fine_.stride[along_]);
      }
    }
  }

  /// Every ratio-th fine cell from coordinate \p begin on, where that is in the region.
  void write_children(const double* values, std::int32_t begin, double* out) const {
    const std::int32_t skip = region_.lo[along_] - begin;
    const std::int32_t keep = region_.hi[along_] - begin;
    const std::int32_t from = std::max(0, geometry::floor_div(skip + ratio_ - 1, ratio_));
    const std::int32_t to = std::min(count_, geometry::floor_div(keep + ratio_ - 1, ratio_));
    const std::int64_t step = ratio_ * fine_.stride[along_];
    for (std::int64_t i = from; i < to; ++i) {
      out[i * step] = values[i];
    }
  }

  /// Sets the slopes of all components to zero in the cells noted.
  void flatten_inadmissible() {
    for (std::size_t i = 0; i < ok_.size(); ++i) {
      for (std::size_t s = 0; ok_[i] == 0 && s < components_ * D; ++s) {
        slopes_[s * ok_.size() + i] = 0.0;
      }
    }
  }

  const Application<D>& application_;
  const View<D>& coarse_;
  const View<D>& fine_;
  const Box<D>& region_;
  int ratio_;
  std::size_t along_ = 0;  ///< axis of the lines
  std::size_t components_ = 0;
  std::int32_t count_ = 0;      ///< cells of a line
  double* slopes_ = nullptr;    ///< shape [components][D][count]
  double* children_ = nullptr;  ///< shape [ratio][components][count]
  std::span<std::uint8_t> ok_;  ///< shape [count]
};

}  // namespace

template <int D>
void prolong_linear(const Application<D>& application, const View<D>& coarse, const View<D>& fine,
                    const Box<D>& region, int ratio, Scratch& scratch) {
  LinearProlongation<D>(application, coarse, fine, region, ratio).run(scratch);
}

template void prolong_linear(const Application<1>&, const View<1>&, const View<1>&, const Box<1>&,
                             int, Scratch&);
template void prolong_linear(const Application<2>&, const View<2>&, const View<2>&, const Box<2>&,
                             int, Scratch&);
template void prolong_linear(const Application<3>&, const View<3>&, const View<3>&, const Box<3>&,
                             int, Scratch&);

}  // namespace evenkeel::solver
