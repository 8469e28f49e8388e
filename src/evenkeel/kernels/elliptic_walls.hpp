// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Boundaries of a case as walls of an elliptic problem.
#pragma once

#include <functional>

#include "evenkeel/elliptic/walls.hpp"
#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/solver/application.hpp"

namespace evenkeel::kernels {

/// Given values at inflow boundaries, no flux at walls and outflow boundaries. Not collective.
template <int D>
elliptic::Walls<D> elliptic_walls(const solver::Boundaries<D>& boundaries,
                                  std::function<double(const hierarchy::Point<D>&)> value) {
  elliptic::Walls<D> walls;
  walls.value = std::move(value);
  for (std::size_t d = 0; d < D; ++d) {
    for (std::size_t side = 0; side < 2; ++side) {
      switch (boundaries[d][side]) {
        case solver::BoundaryKind::kPeriodic:
          walls.kinds[d][side] = elliptic::Wall::kPeriodic;
          break;
        case solver::BoundaryKind::kInflow:
          walls.kinds[d][side] = elliptic::Wall::kValue;
          break;
        case solver::BoundaryKind::kOutflow:
        case solver::BoundaryKind::kOutgoing:
        case solver::BoundaryKind::kReflect:
          walls.kinds[d][side] = elliptic::Wall::kFlux;
          break;
      }
    }
  }
  return walls;
}

/// One component of a local patch, as the solver wants fields.
template <int D>
storage::View<D> component_of(const hierarchy::Hierarchy<D>& hierarchy, int level,
                              std::size_t patch, int component) {
  storage::View<D> view = hierarchy.level(level).patches()[patch].state.view();
  view.data += component * view.component_stride;
  view.components = 1;
  return view;
}

}  // namespace evenkeel::kernels
