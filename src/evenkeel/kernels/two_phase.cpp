// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Transport of water with the velocities of all fluid.
#include "evenkeel/kernels/two_phase.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/kernels/elliptic_walls.hpp"
#include "evenkeel/kernels/pressure_solve.hpp"
#include "evenkeel/kernels/saturation.hpp"
#include "evenkeel/kernels/scene_checks.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::kernels {
namespace {

using geometry::Index;
using storage::View;

template <int D>
class TwoPhase final : public solver::Application<D> {
 public:
  using Layout = TwoPhaseLayout<D>;
  using Step = solver::StageStep<D>;

  explicit TwoPhase(TwoPhaseProblem<D> problem)
      : problem_(std::move(problem)), front_speed_(problem_.flow.slope(problem_.flow.front())) {
    constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
    components_ = {{"saturation", true, true}, {"pressure", false}};
    for (const char* side : {"lower_", "upper_"}) {
      for (std::size_t d = 0; d < D; ++d) {
        components_.push_back(
            {.name = std::string("v_") + side + kAxes[d], .conserved = false, .is_carried = false});
      }
    }
  }

  std::span<const solver::Component> components() const override { return components_; }
  int ghosts() const override { return 2; }
  int stages() const override { return 2; }
  double stage_time(int stage) const override { return stage; }
  bool keeps_old() const override { return true; }
  bool checks_values() const override { return false; }

  /// No water; fluid moves along x at unit speed until the pressure is known.
  void initialise(const View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>&) const override {
    storage::for_each_row(box, [&](const Index<D>& cell, std::int32_t count) {
      for (int c = 0; c < Layout::kComponents; ++c) {
        const bool is_along_x = c == Layout::kLower || c == Layout::kUpper;
        std::fill_n(state.row(c, cell), count, is_along_x ? 1.0 : 0.0);
      }
    });
  }

  double advance(const Step& step, solver::Scratch& scratch) const override;
  double rate(const View<D>& state, const geometry::Box<D>& box,
              const solver::Place<D>& place) const override {
    return water_rate(problem_.flow, front_speed_, state, box, place);
  }

  /// Nothing passes but through wells.
  solver::Boundaries<D> boundaries() const override {
    solver::Boundaries<D> closed;
    closed.fill({solver::BoundaryKind::kOutflow, solver::BoundaryKind::kOutflow});
    return closed;
  }
  std::shared_ptr<solver::Coupling<D>> make_coupling(
      const solver::Boundaries<D>& boundaries) const override {
    return std::make_shared<PressureSolve<D>>(
        problem_, elliptic_walls<D>(boundaries, [](const auto&) { return 0.0; }));
  }
  solver::FlagRule default_flags() const override {
    return {solver::FlagRule::Kind::kJump, Layout::kSaturation, {0.05}};
  }

 private:
  void check_scene(const solver::Scene<D>& scene) const override;
  void record(const Step& step, std::size_t axis, const View<D>& flux, const double* zeros) const;
  void add_wells(const Step& step, const View<D>& before) const;

  TwoPhaseProblem<D> problem_;
  double front_speed_;  ///< in units of that of all fluid
  std::vector<solver::Component> components_;
};

/// Wells lie in the domain: what enters leaves it, too.
template <int D>
void TwoPhase<D>::check_scene(const solver::Scene<D>& scene) const {
  for (const Well<D>& well : problem_.wells) {
    for (std::size_t d = 0; d < D; ++d) {
      if (well.lower[d] < scene.mesh.lower[d] || well.upper[d] > scene.mesh.upper[d]) {
        throw InputError(fmt::format(
            "kernel.problem has a well from {:g} to {:g} along axis {}, must lie between "
            "domain.lower[{}] = {:g} and domain.upper[{}] = {:g}",
            well.lower[d], well.upper[d], d, d, scene.mesh.lower[d], d, scene.mesh.upper[d]));
      }
    }
  }
}

template <int D>
void TwoPhase<D>::record(const Step& step, std::size_t axis, const View<D>& flux,
                         const double* zeros) const {
  std::array<const double*, Layout::kComponents> rows;
  rows.fill(zeros);
  for (const hierarchy::FluxRecorder<D>* recorder : step.recorders) {
    if (recorder == nullptr) {
      continue;
    }
    storage::for_each_row(flux.box, [&](const Index<D>& first, std::int32_t count) {
      if (recorder->wants(static_cast<int>(axis), first, count)) {
        rows[0] = flux.row(0, first);
        recorder->record(static_cast<int>(axis), first, count, rows, 0.5 * step.dt);
      }
    });
  }
}

/// Water alone enters; what leaves is what is there.
template <int D>
void TwoPhase<D>::add_wells(const Step& step, const View<D>& before) const {
  for (const Well<D>& well : problem_.wells) {
    storage::for_each_row(well.cells(step.place, step.box), [&](Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        const double source = well.source(step.place, cell);
        const double water = source > 0.0 ? 1.0 : problem_.flow.water(before(0, cell));
        step.state(Layout::kSaturation, cell) += step.dt * source * water;
      }
    });
  }
}

template <int D>
double TwoPhase<D>::advance(const Step& step, solver::Scratch& scratch) const {
  const double largest = step.stage == 0 ? rate(step.state, step.box, step.place) : 0.0;
  const std::int64_t cells = step.box.volume();
  geometry::Box<D> largest_faces = step.box;
  largest_faces.hi = step.box.grow(1).hi;
  const std::int64_t room = largest_faces.volume();
  const std::int64_t row = step.box.side(0) + 1;
  double* memory = scratch.take(static_cast<std::size_t>(cells + D * room + row));
  std::fill_n(memory, row, 0.0);
  const double* const zeros = memory;
  memory += row;
  const View<D> before = solver::temporary_view<D>(memory, step.box, 1);
  memory += cells;
  std::array<View<D>, static_cast<std::size_t>(D)> flux;
  for (std::size_t d = 0; d < D; ++d, memory += room) {
    geometry::Box<D> faces = step.box;
    ++faces.hi[d];
    flux[d] = solver::temporary_view<D>(memory, faces, 1);
    water_fluxes(problem_.flow, problem_.beta, step, d, flux[d]);
    record(step, d, flux[d], zeros);
    step.take_pause();
  }
  for (const Well<D>& well : problem_.wells) {
    storage::copy(step.state.first(1), before, well.cells(step.place, step.box));
  }
  add_water(step, flux);
  add_wells(step, before);
  if (step.stage == 1) {
    halve_water(step);
  }
  return largest;
}

/// \throws InputError where parameters have fractions or do not go together
void check_wells(const Params& params) {
  if (params.choice("problem") == "repeated" && params["well_size"] * params["patterns"] >= 1.0) {
    throw InputError(
        fmt::format("kernel.well_size is {:g}, must be below 1 / kernel.patterns = {:g}",
                    params["well_size"], 1.0 / params["patterns"]));
  }
}

}  // namespace

template <int D>
std::unique_ptr<ApplicationPlugin> make_two_phase(const Params& params) {
  check_wells(params);
  const bool is_even = params.choice("rock") == "constant";
  const Permeability<D> rock({.mean = params["permeability"],
                              .sigma = is_even ? 0.0 : params["sigma"],
                              .length = params["correlation"],
                              .seed = static_cast<std::uint64_t>(params["seed"])});
  const auto pattern = static_cast<Pattern>(static_cast<int>(params["problem"]));
  auto plugin = std::make_unique<ApplicationPlugin>();
  plugin->application = std::make_unique<TwoPhase<D>>(TwoPhaseProblem<D>{
      {params["viscosity_ratio"], static_cast<Fluid>(static_cast<int>(params["fluid"]))},
      rock,
      make_wells<D>(pattern, params["well_size"], static_cast<int>(params["patterns"])),
      params["tolerance"],
      static_cast<int>(params["pressure_interval"]),
      limiter_beta(params)});
  plugin->cells.assign(D, D == 3 ? 32 : 64);
  plugin->lower.assign(D, 0.0);
  plugin->upper.assign(D, 1.0);
  plugin->max_levels = D == 3 ? 3 : 5;
  plugin->regrid_interval = 1;  // levels are rebuilt with the base only
  return plugin;
}

template std::unique_ptr<ApplicationPlugin> make_two_phase<2>(const Params&);
template std::unique_ptr<ApplicationPlugin> make_two_phase<3>(const Params&);

}  // namespace evenkeel::kernels
