// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Ghost cells beyond the physical boundaries of the domain.
#pragma once

#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {

/// One level's domain and what lies beyond it.
template <int D>
struct Surroundings {
  const Application<D>* application = nullptr;
  Boundaries<D> kinds{};
  geometry::Box<D> domain;  ///< all cells of the level
  Place<D> place;
};

/// Fills the cells of \p values that lie beyond a physical boundary; periodic axes are left alone.
///
///     outflow   the value of the nearest cell inside
///     reflect   parity times the value mirrored at the face
///     inflow    Application::inflow at the centre of the cell
///     outgoing  the mirrored value plus distance times slope, where the slope is that of a wave
///               that leaves: -u_t / c, with u_t at the face from the two nearest cells; the
///               boundary condition u_t + c u_n = 0              (Engquist and Majda 1977, order 1)
///
/// Axis 0 first, then axis 1 with the corners of axis 0, ...: what a cell gets depends on its place
/// and the values inside alone, never on where \p values ends.            (algorithms 6.2)
/// Not collective. \param time  [time] of the values
/// \pre the cells of values inside the domain are set, as far inside as the fill reaches beyond
template <int D>
void fill_boundary(const storage::View<D>& values, const Surroundings<D>& around, double time);

}  // namespace evenkeel::solver
