// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Mobilities in, velocities out.
#include "evenkeel/kernels/pressure_solve.hpp"

#include <algorithm>
#include <map>

#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/kernels/elliptic_walls.hpp"

namespace evenkeel::kernels {
namespace {

template <int D>
solver::Place<D> place_of(const hierarchy::Mesh<D>& mesh, int level) {
  return {level, mesh.lower, mesh.spacing(level)};
}

}  // namespace

template <int D>
void PressureSolve<D>::prepare(const hierarchy::Hierarchy<D>& hierarchy) {
  elliptic::fit(multigrid_, hierarchy, walls_);
  find_rock(hierarchy);
  multigrid_->set_sources([&](int level, std::size_t p) {
    storage::View<D> view = rock_[static_cast<std::size_t>(level)][p].view();
    const solver::Place<D> place = place_of(hierarchy.mesh(), level);
    view.data += view.component_stride;
    view.components = 1;
    std::fill_n(view.data, view.component_stride, 0.0);
    for (const Well<D>& well : problem_.wells) {
      storage::for_each_row(well.cells(place, view.box),
                            [&](geometry::Index<D> cell, std::int32_t count) {
                              for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
                                view(0, cell) -= well.source(place, cell);
                              }
                            });
    }
    return view;
  });
}

/// K of all patches; those that are as they were keep theirs.
template <int D>
void PressureSolve<D>::find_rock(const hierarchy::Hierarchy<D>& hierarchy) {
  rock_.resize(hierarchy.levels().size());
  for (const auto& level : hierarchy.levels()) {
    std::map<geometry::Box<D>, storage::Array<D>> before;
    auto& patches = rock_[static_cast<std::size_t>(level->number())];
    for (storage::Array<D>& one : patches) {
      before.emplace(one.view().box, std::move(one));
    }
    patches.clear();
    for (const storage::Patch<D>& patch : level->patches()) {
      if (const auto found = before.find(patch.box); found != before.end()) {
        patches.push_back(std::move(found->second));
      } else {
        problem_.rock.fill(place_of(hierarchy.mesh(), level->number()), patch.box,
                           patches.emplace_back(pool_, patch.box, 2).view());
      }
    }
  }
}

/// K times mobility of one patch.
template <int D>
storage::View<D> PressureSolve<D>::mobility(const hierarchy::Hierarchy<D>& hierarchy, int level,
                                            std::size_t patch) {
  storage::View<D> view = rock_[static_cast<std::size_t>(level)][patch].view();
  const storage::View<D> saturation =
      component_of(hierarchy, level, patch, TwoPhaseLayout<D>::kSaturation);
  storage::for_each_row(view.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
    const double* const rock = view.row(0, cell);
    const double* const s = saturation.row(0, cell);
    double* const out = view.row(1, cell);
    for (std::int32_t i = 0; i < count; ++i) {
      out[i] = rock[i] * problem_.flow.mobility(s[i]);
    }
  });
  view.data += view.component_stride;
  view.components = 1;
  return view;
}

template <int D>
solver::CouplingReport PressureSolve<D>::couple(hierarchy::Hierarchy<D>& hierarchy, double) {
  using Layout = TwoPhaseLayout<D>;
  if (!multigrid_ || !multigrid_->fits(hierarchy)) {
    const hierarchy::Booking rebuilding(hierarchy.communicator(), telemetry::Phase::kRegrid);
    prepare(hierarchy);
  }
  const auto field = [&](int first) {
    return [&hierarchy, first](int level, std::size_t p) {
      storage::View<D> view = component_of(hierarchy, level, p, first);
      view.components = D;  // as many as there are velocities
      return view;
    };
  };
  multigrid_->set_coefficients(
      [&](int level, std::size_t p) { return mobility(hierarchy, level, p); });
  const elliptic::SolveReport done =
      multigrid_->solve({.tolerance = problem_.tolerance}, field(Layout::kPressure));
  multigrid_->fluxes(field(Layout::kPressure), field(Layout::kLower), field(Layout::kUpper));
  for (const auto& level : hierarchy.levels()) {
    for (const storage::Patch<D>& patch : level->patches()) {
      const storage::View<D> state = patch.state.view();
      storage::for_each_row(patch.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
        for (int c = Layout::kLower; c < Layout::kComponents; ++c) {
          std::for_each_n(state.row(c, cell), count, [](double& v) { v = -v; });
        }
      });
    }
  }
  return {done.updates, done.seconds};
}

template <int D>
std::vector<geometry::Box<D>> PressureSolve<D>::always_refined(const hierarchy::Mesh<D>& mesh,
                                                               int level) const {
  std::vector<geometry::Box<D>> around;
  for (const Well<D>& well : problem_.wells) {
    around.push_back(well.cells(place_of(mesh, level)));
  }
  return around;
}

template class PressureSolve<2>;
template class PressureSolve<3>;

}  // namespace evenkeel::kernels
