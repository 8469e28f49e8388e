// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The rows of patches that together are a box, as row loops go through them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/restrict.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::solver {

/// A register of each value, of rows \p pitch doubles apart, from \p first on.
template <class Values>
inline Values load_values(const double* first, std::int64_t pitch) {
  Values values;
  for (Lanes& value : values) {
    value = load(first);
    first += pitch;
  }
  return values;
}

/// The inverse.
template <class Values>
inline void store_values(double* first, const Values& values, std::int64_t pitch) {
  for (const Lanes& value : values) {
    store(first, value);
    first += pitch;
  }
}

/// A register of each value, each read where it is asked for: held in registers, they would drive
/// out others.
struct StoredValues {
  const double* first;
  std::int64_t pitch;

  Lanes operator[](std::size_t value) const {
    return load(first + static_cast<std::int64_t>(value) * pitch);
  }
};
inline StoredValues apart(const StoredValues& values) {
  return values;
}

/// Calls step(i, lanes) for the registers i, i + 1, ... of \p count cells, all of them whole (lanes
/// is then a constant) but the last.
template <class Step>
[[gnu::always_inline]] inline void for_each_lanes(int count, const Step& step) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    step(i, std::integral_constant<int, kLanes>());
  }
  if (i < count) {
    step(i, count - i);
  }
}

/// The box that the boxes of \p steps make up.
template <int D>
geometry::Box<D> group_box(std::span<const StageStep<D>> steps) {
  return {steps.front().box.lo, steps.back().box.hi};
}

/// Tells a Flow that wants to know in which row the cells lie that it will be asked about.
template <class Flow>
void enter_row(Flow& flow, const std::array<int, 2>& row) {
  if constexpr (requires { flow.enter_row(row); }) {
    flow.enter_row(row);
  }
}

/// rate() of primitive values of which nothing else is known. \see Muscl
template <std::size_t D, class Flow, class Values>
auto rate_of(const Flow& flow, const Values& w, const std::array<double, D>& inverse_spacing,
             const Site& site) {
  if constexpr (requires { flow.reciprocal(w); }) {
    return flow.rate(w, flow.reciprocal(w), inverse_spacing);
  } else {
    return flow.rate(w, inverse_spacing, site);
  }
}

/// Patches that make up a box, cut straight through, seen as rows along axis 0.
///
/// A row is named by its number in its plane and by its plane, planes lie along the last axis: in
/// 2-D every plane is one row, in 1-D there is one of each. Numbers below 0 and from rows() and
/// planes() on are those of ghosts.
///
/// In 3-D a slab may be looked at alone, as if the patches had its rows only: those beyond it are
/// then ghosts.
template <int D>
class GroupRows {
 public:
  /// \param steps  \see Application::advance_group
  explicit GroupRows(std::span<const StageStep<D>> steps);

  const geometry::Box<D>& box() const { return box_; }
  int cells() const { return box_.side(0); }  ///< of a row
  int rows() const { return rows_; }
  int planes() const { return D == 1 ? 1 : box_.side(kLast); }
  const StageStep<D>& front() const { return steps_.front(); }

  /// Looks at the slab of \p rows rows from \p first on.
  void enter_slab(int first, int rows) {
    first_row_ = first;
    rows_ = rows;
  }
  /// True where rows of the patches lie before those of the slab, or behind them.
  bool begins_inside() const { return first_row_ > 0; }
  bool ends_inside() const { return D == 3 && first_row_ + rows_ < box_.side(1); }
  bool is_inside(int row, int plane) const {
    return row >= 0 && row < rows() && plane >= 0 && plane < planes();
  }

  geometry::Index<D> cell_at(int row, int plane) const {
    geometry::Index<D> cell = box_.lo;
    if constexpr (D == 2) {
      cell[1] += plane;
    } else if constexpr (D == 3) {
      cell[1] += first_row_ + row;
      cell[2] += plane;
    }
    return cell;
  }
  /// First cell of that row in \p step.
  geometry::Index<D> cell_of(const StageStep<D>& step, int row, int plane) const {
    geometry::Index<D> cell = cell_at(row, plane);
    cell[0] = step.box.lo[0];
    return cell;
  }
  /// \see Site
  std::array<int, 2> site_row(int row, int plane) const {
    return D == 2 ? std::array{plane, 0} : std::array{first_row_ + row, plane};
  }

  /// The patches that a row goes through; those nearest to a row of ghosts.
  std::span<const StageStep<D>> patches_at(const std::array<int, 2>& row) const;
  int offset_of(const StageStep<D>& step) const { return step.box.lo[0] - box_.lo[0]; }
  std::size_t number_of(const StageStep<D>& step) const {
    return static_cast<std::size_t>(&step - steps_.data());
  }

  /// True where bodies are near. \see StageStep::solids
  bool has_solids() const { return !masked_.empty(); }
  bool is_masked(const geometry::Index<D>& cell) const {
    return std::ranges::any_of(masked_,
                               [&](const geometry::Box<D>& body) { return body.contains(cell); });
  }
  /// Calls visit(i) for those of so many cells along axis 0 from \p first on that are masked.
  template <class Visit>
  void for_each_masked(const geometry::Index<D>& first, int count, const Visit& visit) const;
  /// True where a masked cell lies within \p reach cells of so many cells along axis 0.
  bool has_masked(const geometry::Index<D>& first, int count, int reach) const;

  /// Calls put(i, u) for every register of a row and its ghosts, with the conserved values u of
  /// cells i, i + 1, ... above the lowest ghost. Registers begin at the patch's first cell; that of
  /// the lowest ghosts and the last of a patch run over into cells that the next one sets.
  template <std::size_t kValues, class Put>
  void load_row(int row, int plane, int ghosts, const Put& put) const;

  /// Sets StageStep::saved where it is asked for, of values just read: past the caches, unless it
  /// is read again soon.
  void save_plane(int plane) const;

  /// Sets StageStep::under where it is asked for, once \p plane, the last of those above a plane of
  /// coarser cells, has its new values. To be told of each in turn.
  void average_planes(int plane) const;

  /// Hands fluxes through the lower faces of a row along Axis to whoever asks for them; not those
  /// that were handed out with the slab before.
  ///
  /// \param flux  by value, at the box's first cell   \param share  of the stage in the whole step
  template <std::size_t Axis, std::size_t kValues>
  void record(const std::array<const double*, kValues>& flux, const Site& site, double share) const;

 private:
  static constexpr std::size_t kLast = static_cast<std::size_t>(D) - 1;

  template <std::size_t Axis, std::size_t kValues>
  void record(const std::array<const double*, kValues>& flux, const Site& site, double share,
              std::span<const StageStep<D>> steps) const;

  geometry::Box<D> slab() const {
    geometry::Box<D> slab = box_;
    if constexpr (D == 3) {
      slab.lo[1] += first_row_;
      slab.hi[1] = slab.lo[1] + rows_;
    }
    return slab;
  }

  /// All patches that a plane goes through.
  std::span<const StageStep<D>> patches_in(int plane) const;

  std::span<const StageStep<D>> steps_;
  geometry::Box<D> box_;
  int first_row_ = 0;  ///< of the slab
  int rows_ = 1;       ///< of the slab
  std::span<const geometry::Box<D>> masked_;
  bool averages_ = false;                 ///< averages are asked for
  bool saves_ = false;                    ///< values at the start of the step are
  bool records_ = false;                  ///< fluxes are asked for
  std::array<std::size_t, D> patches_{};  ///< along axis 0; along axes 0 and 1; ...
};

template <int D>
GroupRows<D>::GroupRows(std::span<const StageStep<D>> steps)
    : steps_(steps), box_(group_box(steps)) {
  if constexpr (D == 3) {
    rows_ = box_.side(1);
  }
  for (std::size_t d = 0; d < D; ++d) {
    const auto ends = std::ranges::find_if(steps, [&](const StageStep<D>& step) {
      return !std::equal(step.box.lo.begin() + d + 1, step.box.lo.end(), box_.lo.begin() + d + 1);
    });
    patches_[d] = static_cast<std::size_t>(ends - steps.begin());
  }
  for (const StageStep<D>& step : steps) {
    masked_ = step.solids.empty() ? masked_ : step.solids;
    averages_ = averages_ || !step.under.empty();
    saves_ = saves_ || !step.saved.is_empty();
    records_ = records_ || std::ranges::any_of(step.recorders, [](const auto* one) {
                 return one != nullptr && !one->is_empty();
               });
  }
}

template <int D>
std::span<const StageStep<D>> GroupRows<D>::patches_at(const std::array<int, 2>& row) const {
  std::size_t first = 0;
  for (std::size_t d = D - 1; d > 0; --d) {
    const std::size_t step = patches_[d - 1];
    const std::size_t last = first + patches_[d] - step;
    while (first < last && steps_[first].box.hi[d] - box_.lo[d] <= row[d - 1]) {
      first += step;
    }
  }
  return steps_.subspan(first, patches_[0]);
}

template <int D>
std::span<const StageStep<D>> GroupRows<D>::patches_in(int plane) const {
  const std::size_t layer = D == 1 ? steps_.size() : patches_[D == 1 ? 0 : kLast - 1];
  std::size_t first = 0;
  while (steps_[first].box.hi[kLast] <= box_.lo[kLast] + plane) {
    first += layer;
  }
  return steps_.subspan(first, layer);
}

/// \p count cells along axis 0.
template <int D>
geometry::Box<D> row_box(const geometry::Index<D>& first, int count) {
  auto cells = geometry::Box<D>::of_cell(first);
  cells.hi[0] += count - 1;
  return cells;
}

template <int D>
template <class Visit>
void GroupRows<D>::for_each_masked(const geometry::Index<D>& first, int count,
                                   const Visit& visit) const {
  for (const geometry::Box<D>& body : masked_) {
    storage::for_each_row(row_box<D>(first, count).intersect(body),
                          [&](const geometry::Index<D>& cell, std::int32_t cells) {
                            for (int i = cell[0] - first[0]; cells > 0; ++i, --cells) {
                              visit(i);
                            }
                          });
  }
}

template <int D>
bool GroupRows<D>::has_masked(const geometry::Index<D>& first, int count, int reach) const {
  const geometry::Box<D> cells = row_box<D>(first, count).grow(reach);
  return std::ranges::any_of(masked_,
                             [&](const geometry::Box<D>& body) { return body.intersects(cells); });
}

template <int D>
template <std::size_t kValues, class Put>
void GroupRows<D>::load_row(int row, int plane, int ghosts, const Put& put) const {
  const std::span<const StageStep<D>> steps = patches_at(site_row(row, plane));
  for (const StageStep<D>& step : steps) {
    const double* const from = step.state.row(0, cell_of(step, row, plane));
    const auto load_register = [&](int first, auto count) {
      std::array<Lanes, kValues> u;
      for (std::size_t c = 0; c < kValues; ++c) {
        const std::int64_t shift = static_cast<std::int64_t>(c) * step.state.component_stride;
        u[c] = load_first(from + shift + first, count);
        if constexpr (D > 1) {  // of the next row: more short streams than a processor foresees
          __builtin_prefetch(from + shift + first + step.state.stride[1]);
        }
      }
      put(ghosts + offset_of(step) + first, u);
    };
    const int before = &step == &steps.front() ? ghosts : 0;
    for (int ghost = before; ghost > 0; ghost -= kLanes) {  // there may be more than lanes
      load_register(-ghost, ghost);
    }
    const int count = step.box.side(0) + (&step == &steps.back() ? ghosts : 0);
    for_each_lanes(count, load_register);
  }
}

template <int D>
void GroupRows<D>::save_plane(int plane) const {
  if (!saves_) {
    return;
  }
  geometry::Box<D> cells = slab();
  if constexpr (D > 1) {
    cells.lo[kLast] += plane;
    cells.hi[kLast] = cells.lo[kLast] + 1;
  }
  for (const StageStep<D>& step : patches_in(plane)) {
    if (step.saved.is_empty()) {
      continue;
    }
    const geometry::Box<D> part = cells.intersect(step.box);
    step.rereads_saved ? storage::copy(step.state, step.saved, part)
                       : storage::copy_aside(step.state, step.saved, part);
  }
}

template <int D>
void GroupRows<D>::average_planes(int plane) const {
  const int ratio = front().ratio;
  const std::int32_t end = box_.lo[kLast] + plane + 1;
  if (!averages_ || end % ratio != 0) {
    return;
  }
  geometry::Box<D> coarse = slab().coarsen(ratio);
  coarse.lo[kLast] = end / ratio - 1;
  coarse.hi[kLast] = end / ratio;
  for (const StageStep<D>& step : patches_in(plane)) {
    for (const storage::View<D>& under : step.under) {
      if (const geometry::Box<D> cells = under.box.intersect(coarse); !cells.is_empty()) {
        average<D>(step.state, under.part(cells), ratio);
      }
    }
  }
}

template <int D>
template <std::size_t Axis, std::size_t kValues>
void GroupRows<D>::record(const std::array<const double*, kValues>& flux, const Site& site,
                          double share) const {
  if (!records_ || (Axis == 1 && begins_inside() && site.row[0] == first_row_)) {
    return;
  }
  const std::span<const StageStep<D>> steps = patches_at(site.row);
  record<Axis>(flux, site, share, steps);
  if constexpr (Axis > 0) {
    Site below = site;
    --below.row[Axis - 1];
    const std::span<const StageStep<D>> others = patches_at(below.row);
    if (others.data() != steps.data()) {  // the faces are also the upper ones of patches
      record<Axis>(flux, site, share, others);
    }
  }
}

template <int D>
template <std::size_t Axis, std::size_t kValues>
void GroupRows<D>::record(const std::array<const double*, kValues>& flux, const Site& site,
                          double share, std::span<const StageStep<D>> steps) const {
  for (const StageStep<D>& step : steps) {
    geometry::Index<D> first = step.box.lo;
    for (std::size_t d = 1; d < D; ++d) {
      first[d] = box_.lo[d] + site.row[d - 1];
    }
    std::array<const double*, kValues> rows = flux;
    for (const double*& row : rows) {
      row += offset_of(step);
    }
    const int count = step.box.side(0) + (Axis == 0 ? 1 : 0);
    for (const hierarchy::FluxRecorder<D>* recorder : step.recorders) {
      if (recorder != nullptr && !recorder->is_empty()) {
        recorder->record(static_cast<int>(Axis), first, count, rows, share * step.dt);
      }
    }
  }
}

}  // namespace evenkeel::solver
