// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which cells are to be refined, judged by the values around them.
#pragma once

#include <cstdint>
#include <span>

#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {

/// The threshold of \p rule on \p level; the last one given holds for deeper levels.
/// \pre the rule has a threshold
double threshold(const FlagRule& rule, int level);

/// The share of the threshold above which \p rule keeps cells refined. Loehner's keeps its ratio
/// from 0.8 down to 0.2, as FLASH does.
inline double kept_share(const FlagRule& rule) {
  return rule.keep.value_or(rule.kind == FlagRule::Kind::kLoehner ? 0.25 : 1.0);
}

/// Quantity \p which of Application::derived() on \p box, in \p memory, which grows. Not
/// collective.
template <int D>
storage::View<D> derive(const Application<D>& application, int which, const storage::View<D>& state,
                        const geometry::Box<D>& box, std::vector<double>& memory);

/// Sets flags of \p box: 1 where the rule's indicator exceeds its threshold, else 0.
///
///     value     u
///     jump      max over axes and sides of |u_neighbour - u|
///     gradient  max over axes of |u_above - u_below| / (|u| + 1e-12)
///     loehner   sqrt( sum_k (u_above - 2 u + u_below)^2 / sum_k (|u_above - u| + |u - u_below|
///               + 0.01 (|u_above| + 2 |u| + |u_below|))^2 )                (Loehner 1987)
///                                                                           (algorithms 6.3)
/// Cells that are refined already stay so down to kept_share() of the threshold. Richardson
/// estimates need whole steps: richardson.hpp. Not collective.
///
/// \param state    covers box grown by one cell, all set
/// \param refined  shape of flags: 1 where a finer level lies; empty: nowhere
/// \param flags    one byte a cell of box, axis 0 fastest
template <int D>
void flag_cells(const storage::View<D>& state, const geometry::Box<D>& box, const FlagRule& rule,
                int level, std::span<const std::uint8_t> refined, std::span<std::uint8_t> flags);

}  // namespace evenkeel::solver
