// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Walls of bodies in the loops of Muscl. Included by muscl.hpp only.
///
/// A wall mirrors the cell before it: its slope towards the wall is taken from the mirrored cell,
/// and the face there lies between its face values and their mirror image, so that the flux is that
/// of a wall and no mass goes through. What masked cells become is nobody's business: their owner
/// clears them. Rows that meet no body run as ever.
#pragma once

#include "evenkeel/solver/schemes/muscl.hpp"

namespace evenkeel::solver {

/// True when a masked cell lies in what the faces of the row read.
template <int D, class Flow>
bool Muscl<D, Flow>::has_masked(int row, int plane) const {
  return group_.has_solids() &&
         group_.has_masked(group_.cell_at(row, plane), group_.cells(), kMusclGhosts);
}

/// \param cell  along the row, from the box's lower end
template <int D, class Flow>
geometry::Index<D> Muscl<D, Flow>::cell_at(int cell, int row, int plane) const {
  geometry::Index<D> at = group_.cell_at(row, plane);
  at[0] += cell;
  return at;
}

template <int D, class Flow>
void Muscl<D, Flow>::find_open(int row, int plane) {
  std::fill_n(open_, group_.cells(), 1.0);
  std::fill(open_ + group_.cells(), open_ + pitch_, 0.0);
  group_.for_each_masked(group_.cell_at(row, plane), group_.cells(),
                         [&](int i) { open_[i] = 0.0; });
}

/// The image of one cell's values behind a wall normal to Axis.
template <int D, class Flow>
template <std::size_t Axis>
void Muscl<D, Flow>::mirror(const double* from, double* to, std::size_t values) const {
  for (std::size_t c = 0; c < values; ++c) {
    const auto at = static_cast<std::int64_t>(c) * pitch_;
    to[at] = from[at];
    if constexpr (requires { Flow::kMomentum; }) {
      to[at] = c == Flow::kMomentum + Axis ? -from[at] : from[at];
    }
  }
}

/// Puts rows with images in place of the neighbours beyond walls.
template <int D, class Flow>
void Muscl<D, Flow>::mirror_neighbours(int row, int plane, Rows& below, Rows& above) {
  if (!has_masked(row, plane)) {
    return;
  }
  const double* const own = primitive_row(row, plane);
  double* next = mirrored_;
  const auto replace = [&]<std::size_t Axis>(const double*& neighbours, int side) {
    const bool along_row = Axis == 0;
    const int there = along_row ? side : 0;
    const int row_there = row + (D == 3 && Axis == 1 ? side : 0);
    const int plane_there = plane + (!along_row && Axis + 1 == D ? side : 0);
    double* const made = next;
    next += kRow * pitch_;
    for (std::int64_t c = 0; c < kRow; ++c) {
      std::copy_n(neighbours + c * pitch_ + 1, group_.cells() + 2, made + c * pitch_ + 1);
    }
    group_.for_each_masked(cell_at(there - 1, row_there, plane_there), group_.cells() + 2,
                           [&](int i) { mirror<Axis>(own + 1 + i, made + 1 + i, kValues); });
    neighbours = made;
  };
  const auto both = [&]<std::size_t Axis>() {
    replace.template operator()<Axis>(below[Axis], -1);
    replace.template operator()<Axis>(above[Axis], 1);
  };
  both.template operator()<0>();
  if constexpr (D > 1) {
    both.template operator()<1>();
  }
  if constexpr (D > 2) {
    both.template operator()<2>();
  }
}

/// Face values of masked cells become images of those of the cell before the wall.
///
/// \param lower, upper  as flux_row has them: what is right and left of the lower face of each cell
template <int D, class Flow>
template <std::size_t Axis>
void Muscl<D, Flow>::mirror_faces(double* lower, double* upper, int row, int plane) const {
  if (!has_masked(row, plane)) {
    return;
  }
  const int back = Axis == 0 ? 1 : 0;
  const int row_back = D == 3 && Axis == 1 ? 1 : 0;
  const int plane_back = Axis > 0 && Axis + 1 == D ? 1 : 0;
  const int count = group_.cells() + back;
  const geometry::Index<D> right = cell_at(0, row, plane);
  const geometry::Index<D> left = cell_at(-back, row - row_back, plane - plane_back);
  const auto is_masked = [&](geometry::Index<D> cell, int i) {
    cell[0] += i;
    return group_.is_masked(cell);
  };
  lower += kMusclGhosts;
  upper += kMusclGhosts;
  group_.for_each_masked(right, count, [&](int i) {
    if (!is_masked(left, i)) {
      mirror<Axis>(upper + i, lower + i, kFaceValues);
    }
  });
  group_.for_each_masked(left, count, [&](int i) {
    if (!is_masked(right, i)) {
      mirror<Axis>(lower + i, upper + i, kFaceValues);
    }
  });
}

}  // namespace evenkeel::solver
