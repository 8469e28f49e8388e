// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The loops of HighOrder. Included by high_order.hpp only.
#pragma once

#include "evenkeel/solver/schemes/high_order.hpp"

namespace evenkeel::solver {

template <int D, class Flow>
std::size_t HighOrder<D, Flow>::scratch_doubles(const geometry::Box<D>& box) {
  const std::int64_t rows =
      note_rows_of(box) * kNotes + (delta_rows_of(box) + face_rows_of(box)) * kRow;
  return static_cast<std::size_t>(rows * pitch_of(box));
}

template <int D, class Flow>
HighOrder<D, Flow>::HighOrder(const Flow& flow, const StageStep<D>& step, const HighOrderStage& how,
                              double* scratch)
    : flow_(flow),
      step_(step),
      how_(how),
      pitch_(pitch_of(step.box)),
      notes_(scratch),
      delta_(notes_ + note_rows_of(step.box) * kNotes * pitch_),
      flux_(delta_ + delta_rows_of(step.box) * kRow * pitch_) {
  side_[0] = step.box.side(0);
  side_[1] = D == 3 ? step.box.side(1) : 1;
  side_[2] = D == 1 ? 1 : step.box.side(kLast);
  for (std::size_t d = 0; d < D; ++d) {
    inverse_spacing_[d] = 1.0 / step.place.spacing[d];
    steps_[d] = step.dt * inverse_spacing_[d];
  }
}

template <int D, class Flow>
double HighOrder<D, Flow>::run() {
  if constexpr (D == 1) {
    note_plane(0);
    mark_plane(0);
    inner_faces(0);
    finish_plane(0);
    return largest_rate_;
  }
  constexpr int kBack = kHighOrderGhosts;
  for (int plane = -kAround; plane <= 0; ++plane) {
    note_plane(plane);
  }
  mark_plane(-1);
  for (int plane = 0; plane < side_[2] + kBack; ++plane) {
    if (plane <= side_[2]) {
      note_plane(plane + 1);
      mark_plane(plane);
      last_faces(plane);
    }
    if (plane < side_[2]) {
      inner_faces(plane);
    }
    if (plane >= kBack) {
      finish_plane(plane - kBack);
    }
  }
  return largest_rate_;
}

template <int D, class Flow>
void HighOrder<D, Flow>::note_plane(int plane) {
  constexpr int kRowsAround = D == 3 ? kAround : 0;
  for (int row = -kRowsAround; row < side_[1] + kRowsAround; ++row) {
    if constexpr (kNotes > 0) {
      note_row(row, plane);
    }
    if (step_.stage == 0 && is_inside(row, plane)) {
      measure_row(row, plane);
    }
  }
}

/// The padding repeats the last cell, so that idle lanes hold values that make sense.
template <int D, class Flow>
void HighOrder<D, Flow>::note_row(int row, int plane) {
  geometry::Index<D> cell = cell_at(row, plane);
  cell[0] -= kAround;
  const double* const from = step_.state.row(0, cell);
  double* const to = notes(row, plane);
  const int count = side_[0] + 2 * kAround;
  for (int i = 0; i < pitch_; i += kLanes) {
    const int first = std::min(i, count - 1);
    Values u;
    for (std::size_t c = 0; c < kValues; ++c) {
      u[c] = load_first(from + static_cast<std::int64_t>(c) * step_.state.component_stride + first,
                        count - first);
    }
    const Values w = flow_.primitives(u);
    if constexpr (kFrames) {
      const Values roots = flow_.roots(u, w);
      for (std::size_t c = 0; c < kValues; ++c) {
        store(to + static_cast<std::int64_t>(c) * pitch_ + i, roots[c]);
      }
    }
    if constexpr (kMarks) {
      store(to + kRoots * pitch_ + i, w[Flow::kSensor]);
    }
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::measure_row(int row, int plane) {
  const double* const from = step_.state.row(0, cell_at(row, plane));
  Site site{0, site_row(row, plane)};
  const bool masks = has_masked(row, plane);
  for (int i = 0; i < side_[0]; i += kLanes) {
    Values u;
    for (std::size_t c = 0; c < kValues; ++c) {
      u[c] = load_first(from + static_cast<std::int64_t>(c) * step_.state.component_stride + i,
                        side_[0] - i);
    }
    site.cell = i;
    Lanes rates = flow_.rate(flow_.primitives(u), inverse_spacing_, site);
    if (masks) {
      rates = select(open_cells(row, plane, i), rates, Lanes(0.0));
    }
    largest_rate_ = std::max(largest_rate_, max_of_first(rates, side_[0] - i));
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::mark_plane(int plane) {
  if constexpr (kMarks) {
    constexpr int kRowsAround = D == 3 ? 1 : 0;
    for (int row = -kRowsAround; row < side_[1] + kRowsAround; ++row) {
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
  for (int i = 1; i < side_[0] + 3; i += kLanes) {
    const Lanes own = load(at + i);
    Mask strong = Flow::is_strong(own, own);
    for (const double* neighbour : around) {
      const Lanes other = load(neighbour + i);
      strong = strong | Flow::is_strong(min(own, other), max(own, other));
    }
    store(at + pitch_ + i, select(strong, Lanes(1.0), Lanes(0.0)));
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::last_faces(int plane) {
  if constexpr (D > 1) {
    for (int row = 0; row < side_[1]; ++row) {
      flux_row<kLast>(row, plane);
      if (plane > 0) {
        change<kLast>(row, plane - 1, flux<kLast>(row, plane - 1), flux<kLast>(row, plane));
      }
    }
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::inner_faces(int plane) {
  for (int row = 0; row < side_[1]; ++row) {
    flux_row<0>(row, plane);
    change<0>(row, plane, flux<0>(row, plane), flux<0>(row, plane) + 1);
  }
  if constexpr (D == 3) {
    for (int row = 0; row <= side_[1]; ++row) {
      flux_row<1>(row, plane);
      if (row > 0) {
        change<1>(row - 1, plane, flux<1>(row - 1, plane), flux<1>(row, plane));
      }
    }
  }
}

template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::flux_row(int row, int plane) {
  const double* const face = step_.state.row(0, cell_at(row, plane));
  const double* const above = notes(row, plane) + kAround;
  const double* const below = Axis == 0       ? above - 1
                              : Axis == kLast ? notes(row, plane - 1) + kAround
                                              : notes(row - 1, plane) + kAround;
  double* const to = flux<Axis>(row, plane);
  const int count = side_[0] + (Axis == 0 ? 1 : 0);
  Site site{0, site_row(row, plane)};
  const bool masks = has_masked(row, plane);
  for (int i = 0; i < count; i += kLanes) {
    const Cells u = load_cells(face + i, step_.state.stride[Axis], count - i);
    site.cell = i;
    const Values f = masks ? wall_flux<Axis>(u, below + i, above + i, site)
                           : face_flux<Axis, false>(u, below + i, above + i, site);
    for (std::size_t c = 0; c < kValues; ++c) {
      store(to + static_cast<std::int64_t>(c) * pitch_ + i, f[c]);
    }
  }
  record<Axis>(to, count, site);
}

/// Conserved values around faces; idle lanes repeat the first face's.
template <int D, class Flow>
inline auto HighOrder<D, Flow>::load_cells(const double* face, std::int64_t stride, int count) const
    -> Cells {
  Cells u;
  const auto fill = [&](const auto& read) {
    for (std::size_t k = 0; k < u.size(); ++k) {
      const double* cell = face + (static_cast<std::int64_t>(k) - kHighOrderGhosts) * stride;
      for (std::size_t c = 0; c < kValues; ++c) {
        u[k][c] = read(cell + static_cast<std::int64_t>(c) * step_.state.component_stride);
      }
    }
  };
  if (count >= kLanes) {
    fill([](const double* from) { return load(from); });
  } else {
    fill([count](const double* from) { return load_first(from, count); });
  }
  return u;
}

/// \tparam kBesideWall  cells may be images, of which there are no notes
template <int D, class Flow>
template <std::size_t Axis, bool kBesideWall>
inline auto HighOrder<D, Flow>::face_flux(const Cells& u, [[maybe_unused]] const double* below,
                                          [[maybe_unused]] const double* above,
                                          const Site& site) const -> Values {
  Mask strong{};
  if constexpr (kMarks) {
    constexpr std::int64_t kMark = kRoots + 1;
    strong = load(below + kMark * pitch_) + load(above + kMark * pitch_) > Lanes(0.0);
  }
  if constexpr (kFrames) {
    const auto frame = [&] {
      if constexpr (kBesideWall) {
        return flow_.frame(flow_.roots(u[2], flow_.primitives(u[2])),
                           flow_.roots(u[3], flow_.primitives(u[3])));
      } else {
        return frame_at(below, above);
      }
    }();
    const Sides w = admissible(u, reconstruct_waves<Axis>(u, frame));
    return guarded<Axis>(u, frame, flow_.template flux<Axis>(w.left, w.right, strong, site), site);
  } else {
    const Sides w = admissible(u, reconstruct_each(u));
    return flow_.template flux<Axis>(w.left, w.right, strong, site);
  }
}

template <int D, class Flow>
inline auto HighOrder<D, Flow>::frame_at(const double* below, const double* above) const {
  Values one;
  Values other;
  for (std::size_t c = 0; c < kValues; ++c) {
    one[c] = load(below + static_cast<std::int64_t>(c) * pitch_);
    other[c] = load(above + static_cast<std::int64_t>(c) * pitch_);
  }
  return flow_.frame(one, other);
}

template <int D, class Flow>
template <std::size_t Axis, class Frame>
inline auto HighOrder<D, Flow>::reconstruct_waves(const Cells& u, const Frame& frame) const
    -> Sides {
  Cells waves;
  for (std::size_t k = 0; k < u.size(); ++k) {
    waves[k] = frame.template amplitudes<Axis>(u[k]);
  }
  const Sides sides = reconstruct_each(waves);
  return {frame.template values<Axis>(sides.left), frame.template values<Axis>(sides.right)};
}

/// \p flux, or that of first order where \p flux would leave no gas on one of its sides.
template <int D, class Flow>
template <std::size_t Axis, class Frame>
inline auto HighOrder<D, Flow>::guarded(const Cells& u, const Frame& frame, const Values& flux,
                                        const Site& site) const -> Values {
  const Lanes factor = frame.template trial_factor<Axis>(steps_);
  Values left;
  Values right;
  for (std::size_t c = 0; c < kValues; ++c) {
    left[c] = u[2][c] - factor * flux[c];
    right[c] = u[3][c] + factor * flux[c];
  }
  const Mask broken = !(flow_.is_gas(left) & flow_.is_gas(right));
  if (!any(broken)) [[likely]] {
    return flux;
  }
  const Values first =
      flow_.template flux<Axis>(flow_.primitives(u[2]), flow_.primitives(u[3]), broken, site);
  Values result;
  for (std::size_t c = 0; c < kValues; ++c) {
    result[c] = select(broken, first[c], flux[c]);
  }
  return result;
}

/// Primitive values of conserved \p sides, mended where they make no sense.
template <int D, class Flow>
inline auto HighOrder<D, Flow>::admissible(const Cells& u, const Sides& sides) const -> Sides {
  const Sides w{flow_.primitives(sides.left), flow_.primitives(sides.right)};
  Mask broken{};
  for (const std::size_t value : Flow::kPositive) {
    broken = broken | !(min(w.left[value], w.right[value]) > Lanes(0.0));
  }
  if (any(broken)) [[unlikely]] {
    return mended(u, w);
  }
  return w;
}

template <int D, class Flow>
inline auto HighOrder<D, Flow>::reconstruct_each(const Cells& u) const -> Sides {
  Sides sides;
  const auto each = [&](const auto& rule) {
    for (std::size_t c = 0; c < kValues; ++c) {
      const auto [left, right] =
          rule(SixCells<Lanes>{u[0][c], u[1][c], u[2][c], u[3][c], u[4][c], u[5][c]});
      sides.left[c] = left;
      sides.right[c] = right;
    }
  };
  if (how_.eno) {
    each([](const SixCells<Lanes>& cells) { return eno3(cells); });
  } else {
    each([](const SixCells<Lanes>& cells) { return weno5(cells); });
  }
  return sides;
}

/// \p w with limited slopes of primitive values on each side that has a value which is not
/// positive, or not a number.
template <int D, class Flow>
[[gnu::noinline]] auto HighOrder<D, Flow>::mended(const Cells& u, const Sides& w) const -> Sides {
  const auto mend = [&](const Values& side, std::array<std::size_t, 3> cells) {
    const Values behind = flow_.primitives(u[cells[0]]);
    const Values at = flow_.primitives(u[cells[1]]);
    const Values ahead = flow_.primitives(u[cells[2]]);
    Mask broken{};
    for (const std::size_t value : Flow::kPositive) {
      broken = broken | !(side[value] > Lanes(0.0));
    }
    Values result;
    for (std::size_t c = 0; c < kValues; ++c) {
      const Lanes slope = limited_slope(at[c] - behind[c], ahead[c] - at[c], how_.beta);
      result[c] = select(broken, at[c] + 0.5 * slope, side[c]);
    }
    return result;
  };
  return {mend(w.left, {1, 2, 3}), mend(w.right, {4, 3, 2})};
}

template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::record(const double* flux, int count, const Site& site) const {
  geometry::Index<D> first = step_.box.lo;
  for (std::size_t d = 1; d < D; ++d) {
    first[d] += site.row[d - 1];
  }
  std::array<const double*, kValues> rows;
  for (std::size_t c = 0; c < kValues; ++c) {
    rows[c] = flux + static_cast<std::int64_t>(c) * pitch_;
  }
  for (const hierarchy::FluxRecorder<D>* recorder : step_.recorders) {
    if (recorder != nullptr && !recorder->is_empty()) {
      recorder->record(static_cast<int>(Axis), first, count, rows, how_.record * step_.dt);
    }
  }
}

/// What the fluxes along an axis do to a row; axis 0 comes first.
template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::change(int row, int plane, const double* below,
                                const double* above) const {
  double* const to = delta(row, plane);
  const Lanes scale = steps_[Axis];
  for (std::size_t c = 0; c < kValues; ++c) {
    const std::int64_t shift = static_cast<std::int64_t>(c) * pitch_;
    for (int i = 0; i < side_[0]; i += kLanes) {
      Lanes sum = scale * (load(below + shift + i) - load(above + shift + i));
      if constexpr (Axis > 0) {
        sum += load(to + shift + i);
      }
      store(to + shift + i, sum);
    }
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::finish_plane(int plane) {
  if (!step_.saved.is_empty()) {
    geometry::Box<D> slab = step_.box;
    if constexpr (D > 1) {
      slab.lo[kLast] += plane;
      slab.hi[kLast] = slab.lo[kLast] + 1;
    }
    storage::copy_aside(step_.state, step_.saved, slab);
  }
  for (int row = 0; row < side_[1]; ++row) {
    finish_row(row, plane);
  }
}

template <int D, class Flow>
void HighOrder<D, Flow>::finish_row(int row, int plane) {
  const geometry::Index<D> cell = cell_at(row, plane);
  const double* const changes = delta(row, plane);
  const Lanes kept = how_.keep;
  const Lanes taken = 1.0 - how_.keep;
  for (std::size_t c = 0; c < kValues; ++c) {
    double* const to = step_.state.row(static_cast<int>(c), cell);
    const double* const change = changes + static_cast<std::int64_t>(c) * pitch_;
    const double* const old = how_.keep > 0.0 ? step_.old.row(static_cast<int>(c), cell) : nullptr;
    for (int i = 0; i < side_[0]; i += kLanes) {
      const int left = side_[0] - i;
      Lanes value = load_first(to + i, left) + load(change + i);
      if (old != nullptr) {
        value = kept * load_first(old + i, left) + taken * value;
      }
      store_first(to + i, value, left);
    }
  }
}

}  // namespace evenkeel::solver
