// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Limited conservative linear interpolation of cell averages, some rows at a time.
#include <algorithm>
#include <cstring>

#include "evenkeel/solver/prolong.hpp"
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

/// One call of prolong_linear: finds all children of some rows of coarse cells, then writes those
/// that are wanted.
///
/// Pieces of ghosts are thin: rows of a few cells would leave registers empty. What lies in memory
/// between the first and the last of some rows is therefore computed as one, cells beside the rows
/// included.
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
    for (std::size_t d = 0; d < D; ++d) {
      children_ *= static_cast<std::size_t>(ratio);
    }
    rows_ = D == 1 || core_.side(0) >= kMostCells
                ? 1
                : 1 + static_cast<std::int32_t>((kMostCells - core_.side(0)) / row_step());
  }

  void run(Scratch& scratch) {
    const std::int32_t most = D == 1 ? 1 : std::min(rows_, core_.side(kRows));
    pitch_ = static_cast<std::size_t>(cells_in(most) + kRowPadding - 1) / kRowPadding * kRowPadding;
    offsets_ = scratch.take(children_ * (components_ * pitch_ + D) + pitch_);
    values_ = offsets_ + children_ * D;
    ok_ = reinterpret_cast<std::uint8_t*>(values_ + children_ * components_ * pitch_);
    place_children();
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

  std::int64_t row_step() const { return coarse_.stride[kRows]; }
  /// From the first cell of the first row to the last cell of the last one.
  std::int64_t cells_in(std::int32_t rows) const { return (rows - 1) * row_step() + core_.side(0); }
  double* children(std::size_t child, std::size_t component) const {
    return values_ + (child * components_ + component) * pitch_;
  }

  /// xi of each child and axis: where it lies in its coarse cell, in units of that. Axis 0 fastest.
  void place_children() {
    for (std::size_t child = 0; child < children_; ++child) {
      std::size_t rest = child;
      for (std::size_t d = 0; d < D; ++d) {
        const auto offset = static_cast<double>(rest % static_cast<std::size_t>(ratio_));
        offsets_[child * D + d] = (offset + 0.5) / ratio_ - 0.5;
        rest /= static_cast<std::size_t>(ratio_);
      }
    }
  }

  void do_rows(const Index<D>& first, std::int32_t rows) {
    const std::int64_t count = cells_in(rows);
    for (std::size_t c = 0; c < components_; ++c) {
      find_children(c, coarse_.row(static_cast<int>(c), first), count);
    }
    if (application_.checks_values()) {
      flatten_inadmissible(first, static_cast<std::size_t>(count));
    }
    for (const Refined<D>& part : parts_) {
      const Box<D> core = part.region.coarsen(ratio_);
      Index<D> start = first;
      start[0] = core.lo[0];
      for (std::int32_t row = 0; row < rows; ++row) {
        if (core.contains(start)) {
          write_row(part, start, row * row_step() + start[0] - first[0]);
        }
        ++start[kRows];
      }
    }
  }

  void find_children(std::size_t component, const double* u, std::int64_t count) const {
    const double outermost = 0.5 - 0.5 / ratio_;
    for (std::int64_t i = 0; i < count; i += kLanes) {
      const double* const from = u + i;
      const int left = static_cast<int>(std::min<std::int64_t>(count - i, kLanes));
      const Lanes at = load_first(from, left);
      std::array<Lanes, static_cast<std::size_t>(D)> slope;
      Lanes low = at;
      Lanes high = at;
      Lanes reach = 0.0;
      for (std::size_t k = 0; k < D; ++k) {
        const Lanes below = load_first(from - coarse_.stride[k], left);
        const Lanes above = load_first(from + coarse_.stride[k], left);
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
      for (std::size_t child = 0; child < children_; ++child) {
        Lanes value = at;
        for (std::size_t k = 0; k < D; ++k) {
          value += slope[k] * Lanes(offsets_[child * D + k]);
        }
        store(children(child, component) + i, value);
      }
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
        values_[n * pitch_ + i] = u[i];
      }
    }
  }

  /// Writes the children of the row from \p first on that are in the part. \param skip  how far its
  /// first cell is from the first one of all rows
  void write_row(const Refined<D>& part, const Index<D>& first, std::int64_t skip) const {
    Box<D> starts;  // of the fine rows
    for (std::size_t d = 0; d < D; ++d) {
      starts.lo[d] = first[d] * ratio_;
      starts.hi[d] = starts.lo[d] + ratio_;
    }
    Box<D> wanted = starts.intersect(part.region);
    wanted.lo[0] = starts.lo[0];
    wanted.hi[0] = starts.lo[0] + 1;
    storage::for_each_row(wanted, [&](const Index<D>& cell, std::int32_t) {
      std::size_t child = 0;
      for (std::size_t d = D; d-- > 0;) {
        child = child * static_cast<std::size_t>(ratio_) +
                static_cast<std::size_t>(cell[d] - starts.lo[d]);
      }
      Index<D> begin = cell;
      begin[0] = part.region.lo[0];
      double* out = part.fine.row(0, begin);
      for (std::size_t c = 0; c < components_; ++c) {
        write_line(children(child, c) + skip, part.region.lo[0] - cell[0], part.region.side(0),
                   out);
        out += part.fine.component_stride;
      }
    });
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
  std::int32_t rows_;         ///< of coarse cells that are done as one
  std::size_t pitch_ = 0;
  double* offsets_ = nullptr;   ///< shape [children][D]
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
