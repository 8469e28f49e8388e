// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums of arrays, cell by cell.
#pragma once

#include "evenkeel/storage/array.hpp"

namespace evenkeel::solver {

/// state <- keep * old + (1 - keep) * state on \p box, all values.
template <int D>
void blend(const storage::View<D>& state, const storage::View<D>& old, const geometry::Box<D>& box,
           double keep);

/// difference <- now - before on all of its box, all values.
template <int D>
void subtract(const storage::View<D>& now, const storage::View<D>& before,
              const storage::View<D>& difference);

}  // namespace evenkeel::solver
