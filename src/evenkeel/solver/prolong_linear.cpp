// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Limited conservative linear interpolation of cell averages, some rows at a time.
#include <algorithm>
#include <array>
#include <cstring>

#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/restrict.hpp"
#include "evenkeel/solver/schemes/lane_pairs.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/schemes/slope.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

/// Coarse cells, those between rows included, whose children are held at once [cells]: few enough
/// for the first cache, enough for registers to be full.
constexpr std::int64_t kMostCells = 64;

/// Where the cells of all lanes are from the first one [doubles].
using Offsets = std::array<std::int64_t, static_cast<std::size_t>(kLanes)>;

/// 0, step, 2 step, ...; lanes from number \p count on repeat the last one.
Offsets every(std::int64_t step, int count) {
  Offsets offsets;
  for (int lane = 0; lane < kLanes; ++lane) {
    offsets[static_cast<std::size_t>(lane)] = std::min(lane, count - 1) * step;
  }
  return offsets;
}

[[gnu::always_inline]] inline Lanes load_at(const double* from, const Offsets& offsets) {
  Lanes a;
  for (std::size_t lane = 0; lane < offsets.size(); ++lane) {
    a.raw[lane] = from[offsets[lane]];
  }
  return a;
}

/// One call of prolong_linear: finds all children of some rows of coarse cells, then writes those
/// that are wanted.
///
/// Pieces of ghosts are thin: rows of a few cells would leave registers empty. What lies in memory
/// between the first and the last of some rows is therefore computed as one, cells beside the rows
/// included; rows of one cell as a column, without them.
template <int D>
class LinearProlongation {
 public:
  LinearProlongation(const Application<D>& application, const View<D>& coarse,
                     std::span<const Refined<D>> parts, int ratio)
      : application_(application),
        coarse_(coarse),
        parts_(parts),
        ratio_(ratio),
        components_(static_cast<std::size_t>(coarse.components)) {
    for (const Refined<D>& part : parts) {
      core_ = core_.hull(part.region.coarsen(ratio));
    }
    EVENKEEL_EXPECT(ratio <= kMostRatio);
    for (int place = 0; place < ratio; ++place) {
      offsets_[static_cast<std::size_t>(place)] = (place + 0.5) / ratio - 0.5;
    }
    for (std::size_t d = 0; d < D; ++d) {
      children_ *= static_cast<std::size_t>(ratio);
    }
    const std::int64_t row_step = coarse_.stride[kRows];
    step_ = D > 1 && core_.side(0) == 1 ? row_step : 1;
    row_pitch_ = row_step / step_;
    rows_ = D == 1 || core_.side(0) >= kMostCells
                ? 1
                : 1 + static_cast<std::int32_t>((kMostCells - core_.side(0)) / row_pitch_);
  }

  void run(Scratch& scratch) {
    const std::int32_t most = D == 1 ? 1 : std::min(rows_, core_.side(kRows));
    pitch_ = static_cast<std::size_t>(row_pitch(cells_in(most)));
    values_ = scratch.take(children_ * components_ * pitch_ + pitch_);
    ok_ = reinterpret_cast<std::uint8_t*>(values_ + children_ * components_ * pitch_);
    Box<D> starts = core_;
    starts.hi[0] = starts.lo[0] + 1;
    storage::for_each_row(starts, [&](const Index<D>& first, std::int32_t) {
      const std::int32_t row = D == 1 ? 0 : first[kRows] - core_.lo[kRows];
      if (row % rows_ == 0) {
        do_rows(first, D == 1 ? 1 : std::min(rows_, core_.side(kRows) - row));
      }
    });
  }

 private:
  static constexpr std::size_t kRows = D == 1 ? 0 : 1;  ///< axis across rows

  /// From the first cell of the first row to the last cell of the last one.
  std::int64_t cells_in(std::int32_t rows) const { return (rows - 1) * row_pitch_ + core_.side(0); }
  double* children(std::size_t child, std::size_t component) const {
    return values_ + (child * components_ + component) * pitch_;
  }

  void do_rows(const Index<D>& first, std::int32_t rows) {
    const std::int64_t count = cells_in(rows);
    for (std::size_t c = 0; c < components_; ++c) {
      const double* const u = coarse_.row(static_cast<int>(c), first);
      step_ == 1 ? find_children<false>(c, u, count) : find_children<true>(c, u, count);
    }
    if (application_.checks_values()) {
      flatten_inadmissible(first, static_cast<std::size_t>(count));
    }
    for (const Refined<D>& part : parts_) {
      write_rows(part, first, rows);
    }
  }

  /// \tparam IsColumn  whether step_ is not 1
  template <bool IsColumn>
  void find_children(std::size_t component, const double* u, std::int64_t count) const {
    const double outermost = 0.5 - 0.5 / ratio_;
    const std::int64_t next = to_next(component);
    for (std::int64_t i = 0; i < count; i += kLanes) {
      const double* const from = u + i * (IsColumn ? step_ : 1);
      const int left = static_cast<int>(std::min<std::int64_t>(count - i, kLanes));
      const Offsets offsets = every(step_, left);
      if constexpr (IsColumn) {
        fetch(from + next, offsets);
      }
      const auto cells = [&](const double* first) {
        return IsColumn ? load_at(first, offsets) : load_first(first, left);
      };
      const Lanes at = cells(from);
      std::array<Lanes, static_cast<std::size_t>(D)> slope;
      Lanes low = at;
      Lanes high = at;
      Lanes reach = 0.0;
      for (std::size_t k = 0; k < D; ++k) {
        const Lanes below = cells(from - coarse_.stride[k]);
        const Lanes above = cells(from + coarse_.stride[k]);
        slope[k] = limited_slope(at - below, above - at, 2.0);
        low = min(min(above, below), low);
        high = max(max(above, below), high);
        reach += outermost * abs(slope[k]);
      }
      const Lanes room = min(at - low, high - at);
      const Lanes alpha = select(reach > room, room / reach, Lanes(1.0));
      for (Lanes& s : slope) {
        s = alpha * s;
      }
      if (ratio_ == 2) {
        store_children<2>(at, slope, children(0, component) + i);
      } else {
        store_children<0>(at, slope, children(0, component) + i);
      }
    }
  }

  /// From cells of a component to those that are read after them and that nothing has touched yet:
  /// of the next component, or, after the last, of the first one in the next rows.
  std::int64_t to_next(std::size_t component) const {
    const bool is_last = component + 1 == components_;
    return coarse_.stride[D - 1] +
           (is_last ? coarse_.stride[D - 1] -
                          static_cast<std::int64_t>(component) * coarse_.component_stride
                    : coarse_.component_stride);
  }

  /// Has the cells of a column fetched, which are a cache line each.
  static void fetch(const double* from, const Offsets& offsets) {
    for (const std::int64_t offset : offsets) {
      __builtin_prefetch(from + offset);
    }
  }

  /// Stores the children of a register of coarse cells: axis by axis, so that they share sums.
  /// \tparam Ratio  0: any
  template <int Ratio>
  void store_children(Lanes at, const std::array<Lanes, static_cast<std::size_t>(D)>& slope,
                      double* out) const {
    constexpr std::size_t kMost = Ratio == 0 ? std::size_t{kMostRatio} : Ratio;
    const std::size_t ratio = Ratio == 0 ? static_cast<std::size_t>(ratio_) : Ratio;
    std::array<Lanes, D == 1 ? kMost : D == 2 ? kMost * kMost : kMost * kMost * kMost> value;
    value[0] = at;
    std::size_t known = 1;
    for (std::size_t k = 0; k < D; ++k) {
      for (std::size_t step = ratio; step-- > 0;) {
        const Lanes move = slope[k] * Lanes(offsets_[step]);
        for (std::size_t n = 0; n < known; ++n) {
          value[step * known + n] = value[n] + move;
        }
      }
      known *= ratio;
    }
    for (std::size_t child = 0; child < known; ++child) {
      store(out + child * components_ * pitch_, value[child]);
    }
  }

  /// Gives cells with a child that makes no sense, wanted or not, children without slopes.
  void flatten_inadmissible(const Index<D>& first, std::size_t count) const {
    const std::span<std::uint8_t> ok{ok_, count};
    std::ranges::fill(ok, std::uint8_t{1});
    for (std::size_t child = 0; child < children_; ++child) {
      std::array<const double*, kMaxComponents> rows{};
      for (std::size_t c = 0; c < components_; ++c) {
        rows[c] = children(child, c);
      }
      application_.check_row({rows.data(), components_}, ok);
    }
    if (std::memchr(ok_, 0, count) == nullptr) {
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t n = 0; ok_[i] == 0 && n < children_ * components_; ++n) {
        const double* const u = coarse_.row(static_cast<int>(n % components_), first);
        values_[n * pitch_ + i] = u[static_cast<std::int64_t>(i) * step_];
      }
    }
  }

  /// Writes the children of \p rows rows from \p first on that are in the part: lines that lie
  /// alike in their coarse rows together, a component at a time.
  void write_rows(const Refined<D>& part, const Index<D>& first, std::int32_t rows) const {
    Box<D> wanted = part.region;
    for (std::size_t d = 1; d < D; ++d) {
      const std::int32_t end = first[d] + (d == kRows ? rows : 1);
      wanted.lo[d] = std::max(wanted.lo[d], first[d] * ratio_);
      wanted.hi[d] = std::min(wanted.hi[d], end * ratio_);
    }
    if (wanted.is_empty()) {
      return;
    }
    Box<D> starts = wanted;  // of the lowest lines of each kind
    starts.hi[0] = starts.lo[0] + 1;
    starts.hi[kRows] = std::min(starts.hi[kRows], starts.lo[kRows] + (D == 1 ? 1 : ratio_));
    storage::for_each_row(starts, [&](const Index<D>& line, std::int32_t) {
      write_lines(part, line, D == 1 ? 1 : wanted.hi[kRows], first);
    });
  }

  /// Writes every ratio-th line from \p line on. \param end  where they end across rows
  void write_lines(const Refined<D>& part, const Index<D>& line, std::int32_t end,
                   const Index<D>& first) const {
    Index<D> beyond;  // the lowest child of first
    std::size_t child = 0;
    for (std::size_t d = D; d-- > 0;) {
      beyond[d] = line[d] - first[d] * ratio_;
      child = child * static_cast<std::size_t>(ratio_) +
              (d > 0 ? static_cast<std::size_t>(beyond[d] % ratio_) : 0);
    }
    const std::int64_t at = (D == 1 ? 0 : beyond[kRows] / ratio_ * row_pitch_) + beyond[0] / ratio_;
    const std::int32_t lines = D == 1 ? 1 : (end - line[kRows] + ratio_ - 1) / ratio_;
    const std::int64_t step = ratio_ * part.fine.stride[kRows];
    for (std::size_t c = 0; c < components_; ++c) {
      const double* from = children(child, c) + at;
      double* out = part.fine.row(static_cast<int>(c), line);
      if (ratio_ == 2 && beyond[0] % 2 == 0 && part.region.side(0) == 2) {
        write_pairs(from, lines, step, out, part.fine.component_stride);
        continue;
      }
      for (std::int32_t n = 0; n < lines; ++n) {
        write_line(from, beyond[0] % ratio_, part.region.side(0), out);
        from += row_pitch_;
        out += step;
      }
    }
  }

  /// Writes \p lines lines, \p step apart, that are the two children of a coarse cell each: so
  /// short that the loop around them counts, and a cache line each, which the next component's
  /// \p ahead are fetched for meanwhile.
  void write_pairs(const double* lower, std::int32_t lines, std::int64_t step, double* out,
                   std::int64_t ahead) const {
    const double* upper = lower + static_cast<std::int64_t>(components_ * pitch_);
    const std::int64_t pitch = row_pitch_;
    for (std::int64_t n = 0; n < lines; ++n) {
      __builtin_prefetch(out + n * step + ahead, 1);
      out[n * step] = lower[n * pitch];
      out[n * step + 1] = upper[n * pitch];
    }
  }

  /// Writes \p count cells of a fine row of one component. \param lowest  the lowest children along
  /// axis 0 of a row of coarse cells, of whose children the first \p skip are left out
  void write_line(const double* lowest, std::int32_t skip, std::int32_t count, double* out) const {
    const auto next = static_cast<std::int64_t>(components_ * pitch_);  // child along axis 0
    if (ratio_ == 2 && skip == 0 && count % 2 == 0) {
      store_pairs(lowest, lowest + next, count / 2, out);
      return;
    }
    for (std::int32_t x = skip; x < skip + count; ++x) {
      const std::int32_t parent = x / ratio_;
      out[x - skip] = lowest[(x - parent * ratio_) * next + parent];
    }
  }

  const Application<D>& application_;
  const View<D>& coarse_;
  std::span<const Refined<D>> parts_;
  Box<D> core_;  ///< the coarse cells over all parts
  int ratio_;
  std::size_t components_;
  std::size_t children_ = 1;  ///< of a cell
  std::int64_t step_;         ///< in memory, from a coarse cell to the next that is computed
  std::int64_t row_pitch_;    ///< cells that are computed from one row to the next
  std::int32_t rows_;         ///< of coarse cells that are done as one
  std::size_t pitch_ = 0;
  /// xi along an axis by the place of a child: where it lies in its coarse cell, in units of that
  std::array<double, kMostRatio> offsets_{};
  double* values_ = nullptr;    ///< shape [children][components][pitch]
  std::uint8_t* ok_ = nullptr;  ///< shape [pitch]
};

}  // namespace

template <int D>
void prolong_linear(const Application<D>& application, const View<D>& coarse,
                    std::span<const Refined<D>> parts, int ratio, Scratch& scratch) {
  LinearProlongation<D>(application, coarse, parts, ratio).run(scratch);
}

template void prolong_linear(const Application<1>&, const View<1>&, std::span<const Refined<1>>,
                             int, Scratch&);
template void prolong_linear(const Application<2>&, const View<2>&, std::span<const Refined<2>>,
                             int, Scratch&);
template void prolong_linear(const Application<3>&, const View<3>&, std::span<const Refined<3>>,
                             int, Scratch&);

}  // namespace evenkeel::solver
