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

/// Sets flags of \p box: 1 where the rule's indicator exceeds its threshold, else 0.
///
///     value     u
///     jump      max over axes and sides of |u_neighbour - u|
///     gradient  max over axes of |u_above - u_below| / (|u| + 1e-12)
///     loehner   sqrt( sum_k (u_above - 2 u + u_below)^2 / sum_k (|u_above - u| + |u - u_below|
///               + 0.01 (|u_above| + 2 |u| + |u_below|))^2 ); cells that are refined already stay
///               so down to a quarter of the threshold                       (Loehner 1987)
///                                                                           (algorithms 6.3)
/// Richardson estimates need whole steps: richardson.hpp. Not collective.
///
/// \param state    covers box grown by one cell, all set
/// \param refined  shape of flags: 1 where a finer level lies; empty: nowhere. loehner asks for it
/// \param flags    one byte a cell of box, axis 0 fastest
template <int D>
void flag_cells(const storage::View<D>& state, const geometry::Box<D>& box, const FlagRule& rule,
                int level, std::span<const std::uint8_t> refined, std::span<std::uint8_t> flags);

}  // namespace evenkeel::solver
