// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A mixture in all states from fresh to burnt, the same for loops that are timed and counted.
#pragma once

#include <cmath>

#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::bench {

/// How long a mixture reacts at a time: half a step of the base of bench/cases/flame2d.toml.
inline constexpr double kReactionTime = 4e-3;

/// Temperature and fuel: fronts a few tens of cells thick.
template <int D>
void fill_burning(const storage::View<D>& state, const geometry::Box<D>& box) {
  storage::for_each_cell(box, [&](const geometry::Index<D>& cell) {
    const double temperature = 0.5 + 0.5 * std::sin(0.1 * cell[0] + 0.05 * cell[D - 1]);
    state(0, cell) = temperature;
    state(1, cell) = 1.0 - temperature;
  });
}

}  // namespace evenkeel::bench
