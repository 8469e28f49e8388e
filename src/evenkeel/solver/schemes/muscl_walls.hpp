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
bool Muscl<D, Flow>::is_masked(int cell, int row, int plane) const {
  geometry::Index<D> at = group_.cell_at(row, plane);
  at[0] += cell;
  return group_.is_masked(at);
}

template <int D, class Flow>
void Muscl<D, Flow>::find_open(int row, int plane) {
  std::fill_n(open_, pitch_, 0.0);
  for (int i = 0; i < group_.cells(); ++i) {
    open_[i] = is_masked(i, row, plane) ? 0.0 : 1.0;
  }
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
    for (int i = 1; i < group_.cells() + 3; ++i) {
      for (std::size_t c = 0; c < kValues; ++c) {
        const auto at = static_cast<std::int64_t>(c) * pitch_ + i;
        made[at] = neighbours[at];
      }
      if (is_masked(i - kMusclGhosts + there, row_there, plane_there)) {
        mirror<Axis>(own + i, made + i, kValues);
      }
    }
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
  for (int i = 0; i < count; ++i) {
    const bool right = is_masked(i, row, plane);
    const bool left = is_masked(i - back, row - row_back, plane - plane_back);
    double* const from_left = upper + i + kMusclGhosts;
    double* const from_right = lower + i + kMusclGhosts;
    if (left && !right) {
      mirror<Axis>(from_right, from_left, kFaceValues);
    } else if (right && !left) {
      mirror<Axis>(from_left, from_right, kFaceValues);
    }
  }
}

}  // namespace evenkeel::solver
