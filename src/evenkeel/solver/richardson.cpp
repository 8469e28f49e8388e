// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Flags by Richardson extrapolation on wide copies of the patches of a level.
#include "evenkeel/solver/richardson.hpp"

#include <cmath>
#include <utility>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/solver/flag_boxes.hpp"
#include "evenkeel/solver/flags.hpp"
#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/restrict.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

constexpr double kOrder = 2.0;  ///< p: of the scheme

/// What every patch of the level needs.
template <int D>
struct Estimate {
  const Application<D>* application = nullptr;
  const Surroundings<D>* around = nullptr;
  Surroundings<D> shadow;  ///< of the level averaged to twice the spacing
  double time = 0.0;
  double dt = 0.0;
  Scratch* scratch = nullptr;
};

template <int D>
void step(const Estimate<D>& estimate, const View<D>& state, const Box<D>& box,
          const Place<D>& place, std::pair<double, double> time_and_dt) {
  StageStep<D> stage;
  stage.state = state;
  stage.box = box;
  stage.place = place;
  stage.time = time_and_dt.first;
  stage.dt = time_and_dt.second;
  estimate.application->advance(stage, *estimate.scratch);
}

/// One step of 2 dt on averages of \p wide.
template <int D>
void step_shadow(const Estimate<D>& estimate, const View<D>& wide, const View<D>& shadow) {
  average(wide, shadow, 2);
  // Averages of ghosts beyond a boundary are not what the boundary gives on the coarser cells.
  fill_boundary(shadow, estimate.shadow, estimate.time);
  step(estimate, shadow, shadow.box.grow(-estimate.application->ghosts()), estimate.shadow.place,
       {estimate.time, 2.0 * estimate.dt});
}

/// Two steps of dt on \p wide; the first one reaches far enough for the second.
template <int D>
void step_twice(const Estimate<D>& estimate, const View<D>& wide, const Box<D>& box) {
  const Box<D> reach = box.grow(estimate.application->ghosts());
  step(estimate, wide, reach, estimate.around->place, {estimate.time, estimate.dt});
  fill_boundary(wide, *estimate.around, estimate.time + estimate.dt);
  step(estimate, wide, box, estimate.around->place, {estimate.time + estimate.dt, estimate.dt});
}

/// How far a shadow cell may differ.
struct Limit {
  double fresh = 0.0;  ///< of cells that have no finer ones
  double kept = 0.0;   ///< of those that have
};

/// Flags the cells of \p box whose shadow cell differs by more than \p limit.
///
/// \param flags  1 in cells that have finer ones, or empty
template <int D>
hierarchy::Flags compare(const View<D>& fine, const View<D>& shadow, const Box<D>& box,
                         const Limit& limit, hierarchy::Flags flags) {
  flags.resize(static_cast<std::size_t>(box.volume()), 0);
  std::size_t at = 0;
  storage::for_each_row(box, [&](Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0], ++at) {
      const Index<D> parent = Box<D>{cell, cell}.coarsen(2).lo;
      const double most = flags[at] != 0 ? limit.kept : limit.fresh;
      flags[at] = std::abs(fine(0, parent) - shadow(0, parent)) > most ? 1 : 0;
    }
  });
  return flags;
}

/// One component of a view.
template <int D>
View<D> component(View<D> view, int number) {
  view.data += number * view.component_stride;
  view.components = 1;
  return view;
}

template <int D>
hierarchy::Flags flags_of(const Estimate<D>& estimate, const View<D>& wide, const Box<D>& box,
                          const FlagRule& rule, hierarchy::Flags refined) {
  const Box<D> coarse = box.coarsen(2);
  const Box<D> ghosted = coarse.grow(estimate.application->ghosts());
  std::vector<double> memory(temporary_size(ghosted, wide.components));
  const View<D> shadow = temporary_view(memory.data(), ghosted, wide.components);
  step_shadow(estimate, wide, shadow);
  // Boxes with odd corners: the children of every shadow cell take both steps.
  step_twice(estimate, wide, coarse.refine(2));
  std::vector<double> averages(temporary_size(coarse, 1));
  const View<D> fine = temporary_view(averages.data(), coarse, 1);
  average(component(wide, rule.component), fine, 2);
  const double limit =
      threshold(rule, estimate.around->place.level) * (std::pow(2.0, kOrder + 1.0) - 2.0);
  return compare(fine, component(shadow, rule.component), box, {limit, kept_share(rule) * limit},
                 std::move(refined));
}

}  // namespace

template <int D>
std::vector<hierarchy::Flags> richardson_flags(hierarchy::Hierarchy<D>& hierarchy,
                                               const Application<D>& application,
                                               LevelStepper<D>& stepper, const FlagRule& rule,
                                               int level, std::pair<Moment, double> now_and_dt) {
  EVENKEEL_EXPECT(application.stages() == 1 && application.registers() == 0 &&
                  !application.keeps_old());
  const auto [now, dt] = now_and_dt;
  const comm::Communicator& communicator = hierarchy.communicator();
  const hierarchy::Level<D>& present = hierarchy.level(level);
  hierarchy::Level<D> wide(level, present.layout(), communicator.rank());
  hierarchy::StateShape shape = hierarchy.shape();
  shape.ghosts = shadow_ghosts(application);
  for (std::size_t p = 0; p < wide.patches().size(); ++p) {
    storage::Patch<D>& patch = wide.patches()[p];
    patch.state =
        storage::Array<D>(hierarchy.pool(), patch.box.grow(shape.ghosts), shape.components);
    storage::copy(present.patches()[p].state.view(), patch.state.view(), patch.box);
  }
  wide.refresh_views();
  hierarchy::GhostPlan<D> plan(communicator, hierarchy.pool(), hierarchy.mesh(), wide,
                               level > 0 ? &hierarchy.level(level - 1) : nullptr, shape);
  stepper.fill({&wide, &plan}, now);

  Estimate<D> estimate{
      &application,      &stepper.surroundings(level), stepper.surroundings(level), now.time, dt,
      &stepper.scratch()};
  estimate.shadow.domain = estimate.shadow.domain.coarsen(2);
  for (double& spacing : estimate.shadow.place.spacing) {
    spacing *= 2.0;
  }
  std::vector<hierarchy::Flags> flags;
  for (const storage::Patch<D>& patch : wide.patches()) {
    const double start = wall_seconds();
    flags.push_back(flags_of(estimate, patch.state.view(), patch.box, rule,
                             refined_cells(hierarchy, rule, level, patch.box)));
    stepper.brake().stretch(wall_seconds() - start);
  }
  return flags;
}

template std::vector<hierarchy::Flags> richardson_flags(hierarchy::Hierarchy<1>&,
                                                        const Application<1>&, LevelStepper<1>&,
                                                        const FlagRule&, int,
                                                        std::pair<Moment, double>);
template std::vector<hierarchy::Flags> richardson_flags(hierarchy::Hierarchy<2>&,
                                                        const Application<2>&, LevelStepper<2>&,
                                                        const FlagRule&, int,
                                                        std::pair<Moment, double>);
template std::vector<hierarchy::Flags> richardson_flags(hierarchy::Hierarchy<3>&,
                                                        const Application<3>&, LevelStepper<3>&,
                                                        const FlagRule&, int,
                                                        std::pair<Moment, double>);

}  // namespace evenkeel::solver
