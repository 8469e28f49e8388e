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

/// The child at \p xi of every cell of a line: out[i * out_step].
template <int D>
inline double child(const Line& line, std::int64_t i, std::int64_t step, const Offset<D>& xi) {
  double value = line.u[i * step];
  for (std::size_t k = 0; k < D; ++k) {
    value += line.s[static_cast<std::int64_t>(k) * line.count + i] * xi[k];
  }
  return value;
}

/// Children at \p xi of cells first <= i < last, to out[i * out_step].
template <int D>
void write_children(const Line& line, const Offset<D>& xi, std::int32_t first, std::int32_t last,
                    double* out, std::int64_t out_step) {
  for (std::int64_t i = first; i < last; ++i) {
    out[i * out_step] = child<D>(line, i, line.step, xi);
  }
}

/// The two children along axis 0 of all cells of a line along axis 0: contiguous.
template <int D>
void write_pairs(const Line& line, const Offset<D>& xi, double* __restrict out) {
  Offset<D> upper = xi;
  upper[0] = -xi[0];
  const Line unit = line;
  for (std::int64_t i = 0; i < unit.count; ++i) {
    out[2 * i] = child<D>(unit, i, 1, xi);
    out[2 * i + 1] = child<D>(unit, i, 1, upper);
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
    const std::size_t row = static_cast<std::size_t>(count_);
    slopes_ = scratch.take(row * (components_ * (D + 1) + 1));
    children_ = slopes_ + row * components_ * D;
    ok_ = {reinterpret_cast<std::uint8_t*>(children_ + row * components_), row};
    Box<D> starts = region_.coarsen(ratio_);
    starts.hi[along_] = starts.lo[along_] + 1;
    storage::for_each_row(starts, [&](Index<D> first, std::int32_t lines) {
      for (std::int32_t i = 0; i < lines; ++i, ++first[0]) {
        do_line(first);
      }
    });
  }

 private:
  Line line(std::size_t component, const Index<D>& first) const {
    return {coarse_.row(static_cast<int>(component), first),
            slopes_ + component * D * static_cast<std::size_t>(count_), coarse_.stride[along_],
            count_};
  }

  double xi(std::int32_t offset) const { return (offset + 0.5) / ratio_ - 0.5; }

  void do_line(const Index<D>& first) {
    const double outermost = 0.5 - 0.5 / ratio_;
    for (std::size_t c = 0; c < components_; ++c) {
      if (along_ == 0) {
        find_slopes<D, true>(line(c, first), coarse_.stride, outermost);
      } else {
        find_slopes<D, false>(line(c, first), coarse_.stride, outermost);
      }
    }
    if (application_.checks_values()) {
      flatten_inadmissible(first);
    }
    Box<D> children{first, first};  // all but those along the line
    for (std::size_t d = 0; d < D; ++d) {
      children.lo[d] = first[d] * ratio_;
      children.hi[d] = children.lo[d] + (d == along_ ? 1 : ratio_);
    }
    Box<D> inside = children.intersect(region_);
    inside.lo[along_] = children.lo[along_];
    inside.hi[along_] = children.hi[along_];
    storage::for_each_row(inside, [&](Index<D> cell, std::int32_t cells) {
      for (std::int32_t i = 0; i < cells; ++i, ++cell[0]) {
        write_rows(first, cell);
      }
    });
  }

  /// Writes the children of a line that are on the fine line through \p cell.
  void write_rows(const Index<D>& first, Index<D> cell) {
    Offset<D> at;
    for (std::size_t d = 0; d < D; ++d) {
      at[d] = xi(cell[d] - first[d] * ratio_);
    }
    const std::int32_t begin = first[along_] * ratio_;
    const bool whole = region_.lo[along_] <= begin && begin + count_ * ratio_ <= region_.hi[along_];
    if (along_ == 0 && ratio_ == 2 && whole) {
      for (std::size_t c = 0; c < components_; ++c) {
        write_pairs<D>(line(c, first), at, fine_.row(static_cast<int>(c), cell));
      }
      return;
    }
    for (std::int32_t offset = 0; offset < ratio_; ++offset) {
      const std::int32_t skip = region_.lo[along_] - begin - offset;
      const std::int32_t keep = region_.hi[along_] - begin - offset;
      const std::int32_t from = std::max(0, geometry::floor_div(skip + ratio_ - 1, ratio_));
      const std::int32_t to = std::min(count_, geometry::floor_div(keep + ratio_ - 1, ratio_));
      at[along_] = xi(offset);
      const std::int64_t step = fine_.stride[along_];
      for (std::size_t c = 0; c < components_; ++c) {
        double* out = fine_.data + static_cast<std::int64_t>(c) * fine_.component_stride +
                      fine_.offset(cell) + offset * step;
        write_children<D>(line(c, first), at, from, to, out, ratio_ * step);
      }
    }
  }

  /// Sets the slopes of all components to zero in cells with a child that makes no sense.
  void flatten_inadmissible(const Index<D>& first) {
    std::fill(ok_.begin(), ok_.end(), std::uint8_t{1});
    std::array<const double*, kMaxComponents> rows{};
    for (std::size_t c = 0; c < components_; ++c) {
      rows[c] = children_ + c * ok_.size();
    }
    Box<D> offsets;
    offsets.hi = geometry::uniform<D>(ratio_);
    storage::for_each_row(offsets, [&](Index<D> offset, std::int32_t cells) {
      for (std::int32_t i = 0; i < cells; ++i, ++offset[0]) {
        Offset<D> at;
        for (std::size_t d = 0; d < D; ++d) {
          at[d] = xi(offset[d]);
        }
        for (std::size_t c = 0; c < components_; ++c) {
          write_children<D>(line(c, first), at, 0, count_, children_ + c * ok_.size(), 1);
        }
        application_.check_row({rows.data(), components_}, ok_);
      }
    });
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
  double* children_ = nullptr;  ///< shape [components][count]
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
