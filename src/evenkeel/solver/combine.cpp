// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Loops over the rows of arrays.
#include "evenkeel/solver/combine.hpp"

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

template <int D>
void blend(const storage::View<D>& state, const storage::View<D>& old, const geometry::Box<D>& box,
           double keep) {
  const Lanes kept = keep;
  const Lanes taken = 1.0 - keep;
  for (int c = 0; c < state.components; ++c) {
    storage::for_each_row(box, [&](const geometry::Index<D>& cell, std::int32_t count) {
      double* const to = state.row(c, cell);
      const double* const from = old.row(c, cell);
      for (int i = 0; i < count; i += kLanes) {
        const Lanes mixed =
            kept * load_first(from + i, count - i) + taken * load_first(to + i, count - i);
        store_first(to + i, mixed, count - i);
      }
    });
  }
}

template <int D>
void subtract(const storage::View<D>& now, const storage::View<D>& before,
              const storage::View<D>& difference) {
  for (int c = 0; c < difference.components; ++c) {
    storage::for_each_row(difference.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
      double* const to = difference.row(c, cell);
      const double* const newer = now.row(c, cell);
      const double* const older = before.row(c, cell);
      for (std::int32_t i = 0; i < count; ++i) {
        to[i] = newer[i] - older[i];
      }
    });
  }
}

template void blend(const storage::View<1>&, const storage::View<1>&, const geometry::Box<1>&,
                    double);
template void blend(const storage::View<2>&, const storage::View<2>&, const geometry::Box<2>&,
                    double);
template void blend(const storage::View<3>&, const storage::View<3>&, const geometry::Box<3>&,
                    double);
template void subtract(const storage::View<1>&, const storage::View<1>&, const storage::View<1>&);
template void subtract(const storage::View<2>&, const storage::View<2>&, const storage::View<2>&);
template void subtract(const storage::View<3>&, const storage::View<3>&, const storage::View<3>&);

}  // namespace evenkeel::solver
