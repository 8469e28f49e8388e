// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What HighOrder does at faces. Included by high_order.hpp only.
///
/// Steps are loops over a few registers of faces: of steps as short as these a processor sees
/// several registers at once. Inside loops compilers keep arrays of values in registers.
#pragma once

#include "evenkeel/solver/schemes/high_order.hpp"

namespace evenkeel::solver {

template <int D, class Flow>
auto HighOrder<D, Flow>::FaceRow::from(int face) const -> FaceRow {
  FaceRow there = *this;
  for (const double*& one : there.cell) {
    one += face;
  }
  there.below += face;
  there.above += face;
  there.flux += face;
  return there;
}

/// Fluxes through the faces of a stretch.
template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::flux_stretch(Stretch& faces) const {
  find_frames(faces);
  see_cells<Axis>(faces);
  if (how_.eno) {
    reconstruct<Axis, true>(faces);
  } else {
    reconstruct<Axis, false>(faces);
  }
  find_sides<Axis>(faces);
  find_speeds<Axis>(faces);
  find_fluxes<Axis>(faces);
  guard_fluxes<Axis>(faces);
}

template <int D, class Flow>
void HighOrder<D, Flow>::find_frames([[maybe_unused]] Stretch& faces) const {
  if constexpr (kFrames) {
    for (int n = 0; n < faces.count; ++n) {
      const Values one = load_values<Values>(faces.at.below + n * kLanes, faces.at.pitch);
      const Values other = load_values<Values>(faces.at.above + n * kLanes, faces.at.pitch);
      faces.frame[static_cast<std::size_t>(n)] = flow_.frame(one, other);
    }
  }
}

template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::see_cells([[maybe_unused]] Stretch& faces) const {
  if constexpr (kFrames) {
    for (int n = 0; n < faces.count; ++n) {
      const auto at = static_cast<std::size_t>(n);
      for (std::size_t k = 0; k < 2 * kGhosts; ++k) {
        faces.seen[at][k] = faces.frame[at].template see<Axis>(faces.at.cells(k, n * kLanes));
      }
    }
  }
}

/// Both sides of all values, or waves.
template <int D, class Flow>
template <std::size_t Axis, bool kEno>
void HighOrder<D, Flow>::reconstruct(Stretch& faces) const {
  [&]<std::size_t... kValue>(std::index_sequence<kValue...>) {
    (reconstruct_value<Axis, kEno, kValue>(faces), ...);
  }(std::make_index_sequence<kValues>());
}

template <int D, class Flow>
template <std::size_t Axis, bool kEno, std::size_t kValue>
void HighOrder<D, Flow>::reconstruct_value(Stretch& faces) const {
  for (int n = 0; n < faces.count; ++n) {
    const auto at = static_cast<std::size_t>(n);
    SixCells<Lanes> u;
    for (std::size_t k = 0; k < u.size(); ++k) {
      const StoredValues cell = faces.at.cells(k, n * kLanes);
      if constexpr (kFrames) {
        u[k] = faces.frame[at].template wave<Axis, kValue>(cell, faces.seen[at][k]);
      } else {
        u[k] = cell[kValue];
      }
    }
    const auto [left, right] = kEno ? eno3(u) : weno5(u);
    faces.sides[at].left[kValue] = left;
    faces.sides[at].right[kValue] = right;
  }
}

/// Primitive values of both sides, which may make no sense and then are mended.
template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::find_sides(Stretch& faces) const {
  for (int n = 0; n < faces.count; ++n) {
    Sides& w = faces.sides[static_cast<std::size_t>(n)];
    const auto [left, right] = primitive_sides<Axis>(faces, static_cast<std::size_t>(n));
    Mask whole = Lanes(0.0) < Lanes(1.0);
    for (const std::size_t value : Flow::kPositive) {
      whole = whole & (min(left[value], right[value]) > Lanes(0.0));
    }
    for (std::size_t c = 0; c < kValues; ++c) {
      w.left[c] = left[c];
      w.right[c] = right[c];
    }
    if (!all(whole)) [[unlikely]] {
      w = mended(faces.at.from(n * kLanes), w);
      if constexpr (kFrames) {
        faces.both[static_cast<std::size_t>(n)] = flow_.reciprocals(w.left, w.right);
      }
    }
  }
}

template <int D, class Flow>
template <std::size_t Axis>
[[gnu::always_inline]] inline auto HighOrder<D, Flow>::primitive_sides(Stretch& faces,
                                                                       std::size_t face) const
    -> Sides {
  const Sides& waves = faces.sides[face];
  if constexpr (kFrames) {
    const Values left = faces.frame[face].template values<Axis>(waves.left);
    const Values right = faces.frame[face].template values<Axis>(waves.right);
    const Lanes both = flow_.reciprocals(left, right);
    faces.both[face] = both;
    return {flow_.side(left, right, both), flow_.side(right, left, both)};
  } else {
    return {flow_.primitives(waves.left), flow_.primitives(waves.right)};
  }
}

/// \p w with limited slopes of primitive values on each side that has a value which is not
/// positive, or not a number.
template <int D, class Flow>
[[gnu::noinline]] auto HighOrder<D, Flow>::mended(const FaceRow& at, const Sides& w) const
    -> Sides {
  const auto mend = [&](const Values& side, std::array<std::size_t, 3> cells) {
    const auto primitives = [&](std::size_t k) {
      return flow_.primitives(load_values<Values>(at.cell[k], at.pitch));
    };
    const Values behind = primitives(cells[0]);
    const Values own = primitives(cells[1]);
    const Values ahead = primitives(cells[2]);
    Mask broken{};
    for (const std::size_t value : Flow::kPositive) {
      broken = broken | !(side[value] > Lanes(0.0));
    }
    Values result;
    for (std::size_t c = 0; c < kValues; ++c) {
      const Lanes slope = limited_slope(own[c] - behind[c], ahead[c] - own[c], how_.beta);
      result[c] = select(broken, own[c] + 0.5 * slope, side[c]);
    }
    return result;
  };
  return {mend(w.left, {1, 2, 3}), mend(w.right, {4, 3, 2})};
}

template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::find_speeds(Stretch& faces) const {
  Site site = faces.site;
  for (int n = 0; n < faces.count; ++n, site.cell += kLanes) {
    const auto at = static_cast<std::size_t>(n);
    const auto& [left, right] = faces.sides[at];
    if constexpr (kFrames) {
      const auto guess = flow_.template guess<Axis>(left, right, faces.both[at]);
      faces.speeds[at] = flow_.template speeds<Axis>(left, right, guess);
    } else {
      faces.speeds[at] = flow_.template speeds<Axis>(left, right, site);
    }
  }
}

template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::find_fluxes(Stretch& faces) const {
  for (int n = 0; n < faces.count; ++n) {
    const auto at = static_cast<std::size_t>(n);
    const Sides& w = faces.sides[at];
    const Mask strong = strong_at(faces.at, n * kLanes);
    store_values(faces.at.flux + n * kLanes,
                 flow_.template flux<Axis>(w.left, w.right, faces.speeds[at], strong), pitch_);
  }
}

/// Faces between cells with a neighbour across a strong jump.
template <int D, class Flow>
inline Mask HighOrder<D, Flow>::strong_at([[maybe_unused]] const FaceRow& at,
                                          [[maybe_unused]] int face) const {
  if constexpr (kMarks) {
    const std::int64_t mark = (kRoots + 1) * at.pitch + face;
    return load(at.below + mark) + load(at.above + mark) > Lanes(0.0);
  }
  return Mask{};
}

/// Fluxes of first order where the others would leave no gas in the cells on both sides. A gas is
/// one at any scale: that saves a division.
template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::guard_fluxes([[maybe_unused]] Stretch& faces) const {
  if constexpr (kFrames) {
    Site site = faces.site;
    for (int n = 0; n < faces.count; ++n, site.cell += kLanes) {
      const auto trial = faces.frame[static_cast<std::size_t>(n)].template trial<Axis>(steps_);
      const StoredValues one = faces.at.cells(2, n * kLanes);
      const StoredValues other = faces.at.cells(3, n * kLanes);
      const StoredValues flux{faces.at.flux + n * kLanes, pitch_};
      Values left;
      Values right;
      for (std::size_t c = 0; c < kValues; ++c) {
        const Lanes through = trial.share * flux[c];
        left[c] = trial.scale * one[c] - through;
        right[c] = trial.scale * other[c] + through;
      }
      const Mask gas = flow_.is_gas(left) & flow_.is_gas(right);
      if (!all(gas)) [[unlikely]] {
        lower_order<Axis>(!gas, faces.at.from(n * kLanes), site);
      }
    }
  }
}

/// Puts fluxes of first order in the place of \p broken ones.
template <int D, class Flow>
template <std::size_t Axis>
[[gnu::noinline]] void HighOrder<D, Flow>::lower_order(Mask broken, const FaceRow& at,
                                                       const Site& site) const {
  const Values left = flow_.primitives(load_values<Values>(at.cell[2], at.pitch));
  const Values right = flow_.primitives(load_values<Values>(at.cell[3], at.pitch));
  const auto speeds = flow_.template speeds<Axis>(left, right, site);
  Values flux = flow_.template flux<Axis>(left, right, speeds, broken);
  for (std::size_t c = 0; c < kValues; ++c) {
    flux[c] = select(broken, flux[c], StoredValues{at.flux, pitch_}[c]);
  }
  store_values(at.flux, flux, pitch_);
}

}  // namespace evenkeel::solver
