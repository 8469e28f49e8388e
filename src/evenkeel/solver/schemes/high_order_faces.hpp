// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What HighOrder does at a register of faces. Included by high_order.hpp only.
#pragma once

#include "evenkeel/solver/schemes/high_order.hpp"

namespace evenkeel::solver {

/// Conserved values around faces.
template <int D, class Flow>
inline auto HighOrder<D, Flow>::load_cells(const SixCells<const double*>& at, int first) const
    -> Cells {
  Cells u;
  for (std::size_t k = 0; k < u.size(); ++k) {
    u[k] = load_values(at[k] + first);
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

/// \p flux, or that of first order where \p flux would leave no gas on one of its sides. A gas is
/// one at any scale: that saves a division.
template <int D, class Flow>
template <std::size_t Axis, class Frame>
inline auto HighOrder<D, Flow>::guarded(const Cells& u, const Frame& frame, const Values& flux,
                                        const Site& site) const -> Values {
  const auto trial = frame.template trial<Axis>(steps_);
  Values left;
  Values right;
  for (std::size_t c = 0; c < kValues; ++c) {
    const Lanes through = trial.share * flux[c];
    left[c] = trial.scale * u[2][c] - through;
    right[c] = trial.scale * u[3][c] + through;
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

}  // namespace evenkeel::solver
