// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The loops of HighOrder over rows of cells. Included by high_order.hpp only.
#pragma once

#include "evenkeel/solver/schemes/high_order.hpp"

namespace evenkeel::solver {

template <int D, class Flow>
std::size_t HighOrder<D, Flow>::scratch_doubles(const geometry::Box<D>& box) {
  const std::int64_t rows =
      note_rows_of(box) * kNotes + (cell_rows_of(box) + rows_of(box) + face_rows_of(box)) * kRow;
  return static_cast<std::size_t>(rows * pitch_of(box) + kRowPadding);
}

template <int D, class Flow>
HighOrder<D, Flow>::HighOrder(const Flow& flow, std::span<const StageStep<D>> steps,
                              std::span<double> rates, const HighOrderStage& how, double* scratch)
    : flow_(flow),
      group_(steps),
      rates_(rates),
      how_(how),
      pitch_(pitch_of(group_.box())),
      cells_(scratch + kRowPadding - kGhosts),  // the first cell after them begins a cache line
      notes_(cells_ + cell_rows_of(group_.box()) * kRow * pitch_),
      delta_(notes_ + note_rows_of(group_.box()) * kNotes * pitch_ + kGhosts),
      flux_(delta_ + rows_of(group_.box()) * kRow * pitch_) {
  for (std::size_t d = 0; d < D; ++d) {
    inverse_spacing_[d] = 1.0 / steps.front().place.spacing[d];
    steps_[d] = steps.front().dt * inverse_spacing_[d];
  }
  std::ranges::fill(rates_, 0.0);
}

template <int D, class Flow>
void HighOrder<D, Flow>::run() {
  if constexpr (D == 1) {
    load_plane(0);
    note_plane(0);
    mark_plane(0);
    inner_faces(0);
    finish_row(0, 0);
  } else {
    for (int plane = -kGhosts; plane < kGhosts - 1; ++plane) {
      load_plane(plane);
    }
    for (int plane = -kAround; plane <= 0; ++plane) {
      note_plane(plane);
    }
    mark_plane(-1);
    for (int plane = 0; plane <= group_.planes(); ++plane) {
      load_plane(plane + kGhosts - 1);
      note_plane(plane + 1);
      mark_plane(plane);
      last_faces(plane);
      if (plane < group_.planes()) {
        inner_faces(plane);
      }
      group_.front().take_pause();
    }
  }
}

/// The padding repeats the last cell, so that idle lanes hold values that make sense.
template <int D, class Flow>
void HighOrder<D, Flow>::load_plane(int plane) {
  constexpr int kRowsAround = D == 3 ? kGhosts : 0;
  const int count = group_.cells() + 2 * kGhosts;
  for (int row = -kRowsAround; row < group_.rows() + kRowsAround; ++row) {
    double* const to = cells(row, plane);
    group_.template load_row<kValues>(
        row, plane, kGhosts, [&](int i, const Values& u) { store_values(to + i, u, pitch_); });
    for (std::int64_t c = 0; c < kRow; ++c) {
      std::fill(to + c * pitch_ + count, to + (c + 1) * pitch_, to[c * pitch_ + count - 1]);
    }
  }
  if (group_.is_inside(0, plane)) {
    group_.save_plane(plane);
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::note_plane(int plane) {
  constexpr int kRowsAround = D == 3 ? kAround : 0;
  for (int row = -kRowsAround; row < group_.rows() + kRowsAround; ++row) {
    if constexpr (kNotes > 0) {
      note_row(row, plane);
    }
    if (group_.front().stage == 0 && group_.is_inside(row, plane)) {
      measure_row(row, plane);
    }
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::note_row(int row, int plane) {
  const double* const from = cells(row, plane);
  double* const to = notes(row, plane);
  for (std::int64_t i = 0; i < pitch_; i += kLanes) {
    note(values_at(from + i), to + i, pitch_);
  }
}

template <int D, class Flow>
inline void HighOrder<D, Flow>::note(const Values& u, double* to, std::int64_t pitch) const {
  const Values w = flow_.primitives(u);
  if constexpr (kFrames) {
    store_values(to, flow_.roots(u, w), pitch);
  }
  if constexpr (kMarks) {
    store(to + kRoots * pitch, w[Flow::kSensor]);
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::measure_row(int row, int plane) {
  const double* const from = cells(row, plane) + kGhosts;
  Site site{0, group_.site_row(row, plane)};
  enter_row(flow_, site.row);
  for (const StageStep<D>& step : group_.patches_at(site.row)) {
    double& largest = rates_[group_.number_of(step)];
    Lanes most = 0.0;
    const int last = group_.offset_of(step) + step.box.side(0);
    for (site.cell = group_.offset_of(step); site.cell < last; site.cell += kLanes) {
      const Values w = flow_.primitives(values_at(from + site.cell));
      Lanes rates = rate_of(flow_, w, inverse_spacing_, site);
      if (group_.has_solids()) {
        rates = select(open_cells(row, plane, site.cell), rates, Lanes(0.0));
      }
      most = max(first_lanes(rates, last - site.cell), most);
    }
    largest = std::max(largest, greatest(most));
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::mark_plane(int plane) {
  if constexpr (kMarks) {
    constexpr int kRowsAround = D == 3 ? 1 : 0;
    for (int row = -kRowsAround; row < group_.rows() + kRowsAround; ++row) {
      mark_row(row, plane);
    }
  }
}

/// Cells with a neighbour across a strong jump.
template <int D, class Flow>
void HighOrder<D, Flow>::mark_row(int row, int plane) {
  double* const at = notes(row, plane) + kRoots * pitch_;
  std::array<const double*, 2 * D> around{at - 1, at + 1};
  if constexpr (D == 3) {
    around[2] = notes(row - 1, plane) + kRoots * pitch_;
    around[3] = notes(row + 1, plane) + kRoots * pitch_;
  }
  if constexpr (D > 1) {
    around[2 * kLast] = notes(row, plane - 1) + kRoots * pitch_;
    around[2 * kLast + 1] = notes(row, plane + 1) + kRoots * pitch_;
  }
  for (int i = kAround; i < group_.cells() + kAround + 2; i += kLanes) {
    const Lanes own = load(at + i);
    Mask strong = Flow::is_strong(own, own);
    for (const double* neighbour : around) {
      const Lanes other = load(neighbour + i);
      strong = strong | Flow::is_strong(min(own, other), max(own, other));
    }
    store(at + pitch_ + i, select(strong, Lanes(1.0), Lanes(0.0)));
  }
}

/// With the fluxes of a plane's faces the plane before it is done.
template <int D, class Flow>
void HighOrder<D, Flow>::last_faces(int plane) {
  for (int row = 0; row < group_.rows(); ++row) {
    flux_row<kLast>(row, plane);
    if (plane > 0) {
      finish_row(row, plane - 1);
    }
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::inner_faces(int plane) {
  for (int row = 0; row < group_.rows(); ++row) {
    flux_row<0>(row, plane);
    add_change<0>(delta(row), flux<0>(row, plane), flux<0>(row, plane) + 1);
  }
  if constexpr (D == 3) {
    for (int row = 0; row <= group_.rows(); ++row) {
      flux_row<1>(row, plane);
      if (row > 0) {
        add_change<1>(delta(row - 1), flux<1>(row - 1, plane), flux<1>(row, plane));
      }
    }
  }
}

template <int D, class Flow>
template <std::size_t Axis>
auto HighOrder<D, Flow>::faces(int row, int plane) const -> FaceRow {
  FaceRow faces;
  for (int k = 0; k < 2 * kGhosts; ++k) {
    const int shift = k - kGhosts;
    faces.cell[static_cast<std::size_t>(k)] =
        kGhosts + (Axis == 0       ? cells(row, plane) + shift
                   : Axis == kLast ? cells(row, plane + shift)
                                   : cells(row + shift, plane));
  }
  faces.above = notes(row, plane) + kGhosts;
  faces.below = Axis == 0       ? faces.above - 1
                : Axis == kLast ? notes(row, plane - 1) + kGhosts
                                : notes(row - 1, plane) + kGhosts;
  faces.pitch = pitch_;
  faces.flux = flux<Axis>(row, plane);
  return faces;
}

template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::flux_row(int row, int plane) {
  const FaceRow at = faces<Axis>(row, plane);
  const Site site{0, group_.site_row(row, plane)};
  enter_row(flow_, site.row);
  const int registers = (group_.cells() + (Axis == 0 ? 1 : 0) + kLanes - 1) / kLanes;
  const int stretches = (registers + kTogether - 1) / kTogether;
  Stretch some;
  for (int part = 0, first = 0; part < stretches; ++part, first += some.count) {
    some.at = at.from(first * kLanes);
    some.site = {first * kLanes, site.row};
    some.count = (registers - first) / (stretches - part);
    flux_stretch<Axis>(some);
    if (group_.has_solids()) [[unlikely]] {
      mirror_walls<Axis>(some);
    }
  }
  std::array<const double*, kValues> rows;
  for (std::size_t c = 0; c < kValues; ++c) {
    rows[c] = at.flux + static_cast<std::int64_t>(c) * pitch_;
  }
  group_.template record<Axis>(rows, site, how_.record);
}

/// What the fluxes along an axis do to a register of cells.
template <int D, class Flow>
template <std::size_t Axis>
inline auto HighOrder<D, Flow>::change(const double* below, const double* above) const -> Values {
  const Values in = values_at(below);
  const Values out = values_at(above);
  Values change;
  for (std::size_t c = 0; c < kValues; ++c) {
    change[c] = Lanes(steps_[Axis]) * (in[c] - out[c]);
  }
  return change;
}

/// Changes of a row; axis 0 comes first.
template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::add_change(double* to, const double* below, const double* above) const {
  for (int i = 0; i < group_.cells(); i += kLanes) {
    const Values more = change<Axis>(below + i, above + i);
    for (std::size_t c = 0; c < kValues; ++c) {
      double* const sum = to + static_cast<std::int64_t>(c) * pitch_ + i;
      store(sum, Axis == 0 ? more[c] : more[c] + load(sum));
    }
  }
}

/// Adds the change along the last axis, where that is not the only one, and writes the new values.
template <int D, class Flow>
void HighOrder<D, Flow>::finish_row(int row, int plane) {
  if constexpr (D > 1) {
    add_change<kLast>(delta(row), flux<kLast>(row, plane), flux<kLast>(row, plane + 1));
  }
  const Lanes kept = how_.keep;
  const Lanes taken = 1.0 - how_.keep;
  for (const StageStep<D>& step : group_.patches_at(group_.site_row(row, plane))) {
    const geometry::Index<D> cell = group_.cell_of(step, row, plane);
    for (std::size_t c = 0; c < kValues; ++c) {
      const std::int64_t at = static_cast<std::int64_t>(c) * pitch_ + group_.offset_of(step);
      const double* const before = cells(row, plane) + kGhosts + at;
      const double* const changes = delta(row) + at;
      const double* const old = how_.keep > 0.0 ? step.old.row(static_cast<int>(c), cell) : nullptr;
      double* const to = step.state.row(static_cast<int>(c), cell);
      for_each_lanes(step.box.side(0), [&](int i, auto lanes) {
        Lanes value = load(before + i) + load(changes + i);
        if (old != nullptr) {
          value = kept * load_first(old + i, lanes) + taken * value;
        }
        store_first(to + i, value, lanes);
      });
    }
  }
}

}  // namespace evenkeel::solver
