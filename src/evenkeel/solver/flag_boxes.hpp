// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Flags as sets of cells: those of boxes, and those that have finer cells.
#pragma once

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/hierarchy/regrid.hpp"
#include "evenkeel/solver/flags.hpp"

namespace evenkeel::solver {

/// Sets flags of \p box in \p part of it.
template <int D>
void fill_flags(hierarchy::Flags& flags, const geometry::Box<D>& box, const geometry::Box<D>& part,
                std::uint8_t value);

/// 1 in cells of \p box, on \p level, that have finer ones; shape as Flags. Empty where nothing of
/// \p level has, or \p rule judges them as it does others. Not collective.
template <int D>
hierarchy::Flags refined_cells(const hierarchy::Hierarchy<D>& hierarchy, const FlagRule& rule,
                               int level, const geometry::Box<D>& box);

}  // namespace evenkeel::solver
