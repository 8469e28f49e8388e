// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What HighOrder does at a register of faces. Included by high_order.hpp only.
#pragma once

#include "evenkeel/solver/schemes/high_order.hpp"

namespace evenkeel::solver {

/// Fluxes through the faces \p first to \p last of a row.
template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::flux_together(const FaceRow& at, int first, int last, Site site) {
  std::array<Face, kTogether> face;
  const auto cells_at = [&](int i) {
    return [&, i](std::size_t k) { return values_at(at.cell[k] + i); };
  };
  const auto for_each_register = [&](const auto& step) {
    Face* next = face.data();
    for (site.cell = first; site.cell < last; site.cell += kLanes) {
      step(site.cell, *next++);
    }
  };
  for_each_register([&](int i, Face& one) { one.frame = frame_at(at.below + i, at.above + i); });
  for_each_register([&](int i, Face& one) {
    one.sides = admissible(cells_at(i), reconstruct<Axis>(cells_at(i), one.frame));
  });
  for_each_register([&](int, Face& one) {
    one.speeds = flow_.template speeds<Axis>(one.sides.left, one.sides.right, site);
  });
  for_each_register([&](int i, const Face& one) {
    const Mask strong = strong_at(at.below + i, at.above + i);
    const Values f = meets_wall<Axis>(site) ? wall_flux<Axis>(all_cells(cells_at(i)), strong, site)
                                            : side_flux<Axis>(cells_at(i), one, strong, site);
    for (std::size_t c = 0; c < kValues; ++c) {
      store(at.flux + static_cast<std::int64_t>(c) * pitch_ + i, f[c]);
    }
  });
}

/// Faces between cells with a neighbour across a strong jump.
template <int D, class Flow>
inline Mask HighOrder<D, Flow>::strong_at([[maybe_unused]] const double* below,
                                          [[maybe_unused]] const double* above) const {
  if constexpr (kMarks) {
    constexpr std::int64_t kMark = kRoots + 1;
    return load(below + kMark * pitch_) + load(above + kMark * pitch_) > Lanes(0.0);
  }
  return Mask{};
}

/// \param below, above  notes of the cells on both sides
template <int D, class Flow>
inline auto HighOrder<D, Flow>::frame_at([[maybe_unused]] const double* below,
                                         [[maybe_unused]] const double* above) const -> Frame {
  if constexpr (kFrames) {
    return flow_.frame(values_at(below), values_at(above));
  }
  return {};
}

/// Conserved values on both sides. \param cell  cell(k) gives those of the six cells around
template <int D, class Flow>
template <std::size_t Axis, class CellAt>
[[gnu::always_inline]] inline auto HighOrder<D, Flow>::reconstruct(
    const CellAt& cell, [[maybe_unused]] const Frame& frame) const -> Sides {
  Cells u;
  for (std::size_t k = 0; k < u.size(); ++k) {
    if constexpr (kFrames) {
      u[k] = frame.template amplitudes<Axis>(cell(k));
    } else {
      u[k] = cell(k);
    }
  }
  const Sides sides = reconstruct_each(u);
  if constexpr (kFrames) {
    return {frame.template values<Axis>(sides.left), frame.template values<Axis>(sides.right)};
  }
  return sides;
}

template <int D, class Flow>
template <class CellAt>
auto HighOrder<D, Flow>::all_cells(const CellAt& cell) -> Cells {
  Cells u;
  for (std::size_t k = 0; k < u.size(); ++k) {
    u[k] = cell(k);
  }
  return u;
}

/// The flux between both sides of \p face.
template <int D, class Flow>
template <std::size_t Axis, class CellAt>
[[gnu::always_inline]] inline auto HighOrder<D, Flow>::side_flux(
    [[maybe_unused]] const CellAt& cell, const Face& face, Mask strong,
    [[maybe_unused]] const Site& site) const -> Values {
  const Sides& w = face.sides;
  const Values flux = flow_.template flux<Axis>(w.left, w.right, face.speeds, strong);
  if constexpr (kFrames) {
    return guarded<Axis>(cell(2), cell(3), face.frame, flux, site);
  }
  return flux;
}

/// \p flux, or that of first order where \p flux would leave no gas in the cell \p one or in the
/// \p other. A gas is one at any scale: that saves a division.
template <int D, class Flow>
template <std::size_t Axis>
inline auto HighOrder<D, Flow>::guarded(const Values& one, const Values& other, const Frame& frame,
                                        const Values& flux, const Site& site) const -> Values {
  const auto trial = frame.template trial<Axis>(steps_);
  Values left;
  Values right;
  for (std::size_t c = 0; c < kValues; ++c) {
    const Lanes through = trial.share * flux[c];
    left[c] = trial.scale * one[c] - through;
    right[c] = trial.scale * other[c] + through;
  }
  const Mask gas = flow_.is_gas(left) & flow_.is_gas(right);
  if (all(gas)) [[likely]] {
    return flux;
  }
  return apart(first_order_where<Axis>(!gas, apart(one), apart(other), apart(flux), site));
}

template <int D, class Flow>
template <std::size_t Axis>
[[gnu::noinline]] auto HighOrder<D, Flow>::first_order_where(Mask broken, const Values& one,
                                                             const Values& other,
                                                             const Values& flux,
                                                             const Site& site) const -> Values {
  const Values left = flow_.primitives(one);
  const Values right = flow_.primitives(other);
  const auto speeds = flow_.template speeds<Axis>(left, right, site);
  const Values first = flow_.template flux<Axis>(left, right, speeds, broken);
  Values result;
  for (std::size_t c = 0; c < kValues; ++c) {
    result[c] = select(broken, first[c], flux[c]);
  }
  return result;
}

/// Primitive values of conserved \p sides, which may make no sense and then are mended.
template <int D, class Flow>
template <class CellAt>
inline auto HighOrder<D, Flow>::admissible(const CellAt& cell, const Sides& sides) const -> Sides {
  Sides w{flow_.primitives(sides.left), flow_.primitives(sides.right)};
  Mask whole = Lanes(0.0) < Lanes(1.0);
  for (const std::size_t value : Flow::kPositive) {
    whole = whole & (min(w.left[value], w.right[value]) > Lanes(0.0));
  }
  if (!all(whole)) [[unlikely]] {
    const Sides whole_ones = mended(all_cells(cell), {apart(w.left), apart(w.right)});
    w = {apart(whole_ones.left), apart(whole_ones.right)};
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

}  // namespace evenkeel::solver
