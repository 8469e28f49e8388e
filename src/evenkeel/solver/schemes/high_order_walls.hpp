// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Walls of bodies in the loops of HighOrder. Included by high_order.hpp only.
///
/// Cells behind a wall are images of those before it, along each axis on its own: reconstruction
/// and flux are those of a wall. What masked cells become is nobody's business: their owner clears
/// them.
#pragma once

#include "evenkeel/solver/schemes/high_order.hpp"

namespace evenkeel::solver {

/// Which cells of a register of the row are not masked.
template <int D, class Flow>
Mask HighOrder<D, Flow>::open_cells(int row, int plane, int first) const {
  Lanes open;
  geometry::Index<D> cell = group_.cell_at(row, plane);
  cell[0] += first;
  for (int lane = 0; lane < kLanes; ++lane, ++cell[0]) {
    open.raw[lane] = group_.is_masked(cell) ? 0.0 : 1.0;
  }
  return open > Lanes(0.0);
}

/// The first of the cells above a register of faces.
template <int D, class Flow>
geometry::Index<D> HighOrder<D, Flow>::face_cell(const Site& site) const {
  geometry::Index<D> cell = group_.box().lo;
  cell[0] += site.cell;
  for (std::size_t d = 1; d < D; ++d) {
    cell[d] += site.row[d - 1];
  }
  return cell;
}

/// Puts images in place of masked cells among the six around each face of a register: outwards from
/// the face, what lies behind the first wall is what lies before it.
template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::mirror_cells(SixCells<Values>& u, const Site& site) const {
  constexpr int kBefore = kHighOrderGhosts;  // cells on either side of a face
  const geometry::Index<D> first = face_cell(site);
  for (int lane = 0; lane < kLanes; ++lane) {
    std::array<bool, 2 * kBefore> masked{};
    for (int k = 0; k < 2 * kBefore; ++k) {
      geometry::Index<D> cell = first;
      cell[0] += lane;
      cell[Axis] += k - kBefore;
      masked[static_cast<std::size_t>(k)] = group_.is_masked(cell);
    }
    const auto image = [&](int to, int from) {
      for (std::size_t c = 0; c < kValues; ++c) {
        double value = u[static_cast<std::size_t>(from)][c].raw[lane];
        if constexpr (requires { Flow::kMomentum; }) {
          value = c == Flow::kMomentum + Axis ? -value : value;
        }
        u[static_cast<std::size_t>(to)][c].raw[lane] = value;
      }
    };
    // From the open side of a wall at the face itself, else from the face outwards.
    const bool starts_left = !masked[kBefore - 1];
    for (int side : {starts_left ? 1 : -1, starts_left ? -1 : 1}) {
      const int near = side > 0 ? kBefore - 1 : kBefore;
      int wall = near + side;
      for (; wall >= 0 && wall < 2 * kBefore; wall += side) {
        if (masked[static_cast<std::size_t>(wall)]) {
          break;
        }
      }
      for (int to = wall, from = wall - side; to >= 0 && to < 2 * kBefore;
           to += side, from -= side) {
        image(to, from);
      }
      for (int k = near + side; k >= 0 && k < 2 * kBefore; k += side) {
        masked[static_cast<std::size_t>(k)] = false;
      }
    }
  }
}

/// Makes fluxes near walls anew.
template <int D, class Flow>
template <std::size_t Axis>
[[gnu::noinline]] void HighOrder<D, Flow>::mirror_walls(Stretch& faces) const {
  Site site = faces.site;
  for (int n = 0; n < faces.count; ++n, site.cell += kLanes) {
    if (group_.has_masked(face_cell(site), kLanes, kGhosts)) {
      wall_flux<Axis>(faces.at.from(n * kLanes), site);
    }
  }
}

/// The flux of a register of faces near a wall: that between images, whose notes are made here.
template <int D, class Flow>
template <std::size_t Axis>
void HighOrder<D, Flow>::wall_flux(const FaceRow& at, const Site& site) const {
  SixCells<Values> u;
  for (std::size_t k = 0; k < u.size(); ++k) {
    u[k] = load_values<Values>(at.cell[k], at.pitch);
  }
  mirror_cells<Axis>(u, site);
  std::array<double, 2 * kGhosts * kRow * kLanes> cells;
  std::array<double, 2 * kNotes * kLanes + 1> notes;
  Stretch one;
  one.at = {{}, notes.data(), notes.data() + kNotes * kLanes, kLanes, at.flux};
  one.site = site;
  one.count = 1;
  for (std::size_t k = 0; k < u.size(); ++k) {
    double* const to = cells.data() + static_cast<std::int64_t>(k) * kRow * kLanes;
    store_values(to, u[k], kLanes);
    one.at.cell[k] = to;
  }
  note(u[2], notes.data(), kLanes);
  note(u[3], notes.data() + kNotes * kLanes, kLanes);
  if constexpr (kMarks) {  // as the row has it
    constexpr std::int64_t kMark = kRoots + 1;
    store(notes.data() + kMark * kLanes, load(at.below + kMark * at.pitch));
    store(notes.data() + (kNotes + kMark) * kLanes, load(at.above + kMark * at.pitch));
  }
  flux_stretch<Axis>(one);
}

}  // namespace evenkeel::solver
