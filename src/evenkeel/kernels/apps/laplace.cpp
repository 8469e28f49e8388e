// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// LAPLACE: a stationary problem, solved and refined where its error is estimated largest.
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/elliptic/multigrid.hpp"
#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/elliptic_walls.hpp"
#include "evenkeel/kernels/scene_checks.hpp"
#include "evenkeel/kernels/top_fraction.hpp"

namespace evenkeel::kernels {
namespace {

using Point = hierarchy::Point<2>;

constexpr std::array<std::string_view, 2> kWalls{"closed", "flux"};

constexpr std::array kParams{
    ParamSpec{.name = "peak_x",
              .unit = "length",
              .fallback = -0.05,
              .min = -100.0,
              .max = -1e-6,
              .help = "where the harmonic function has its pole, beyond the lower left corner"},
    ParamSpec{.name = "peak_y",
              .unit = "length",
              .fallback = -0.05,
              .min = -100.0,
              .max = -1e-6,
              .help = "the same along y"},
    ParamSpec{.name = "source",
              .unit = "1/length^2",
              .fallback = 0.0,
              .help = "f in -div grad u = f, the same everywhere; no exact solution unless 0"},
    ParamSpec{.name = "walls",
              .unit = "",
              .help =
                  "boundaries that are neither inflow nor periodic: nothing passes, or the flux "
                  "of the harmonic function does",
              .choices = kWalls},
    ParamSpec{.name = "fraction",
              .unit = "1",
              .fallback = 0.25,
              .min = 0.001,
              .max = 1.0,
              .help = "part of the cells that a step refines: those with the largest estimated "
                      "error"},
    ParamSpec{.name = "tolerance",
              .unit = "1",
              .fallback = 1e-10,
              .min = 1e-14,
              .max = 0.1,
              .help = "residual that ends a solve, as a part of that of the solution 0"}};

struct Problem {
  Point pole;
  double source;
  bool has_flux;  ///< through walls
  double fraction;
  double tolerance;

  /// Re 1 / (z - pole), harmonic away from it.
  double exact(const Point& x) const {
    const double along = x[0] - pole[0];
    const double up = x[1] - pole[1];
    return along / (along * along + up * up);
  }

  /// Im 1 / (z - pole): its differences are fluxes of the other (Cauchy and Riemann).
  double conjugate(const Point& x) const {
    const double along = x[0] - pole[0];
    const double up = x[1] - pole[1];
    return -up / (along * along + up * up);
  }

  /// Mean of the derivative along \p axis over the piece of a line across it.
  double flux(std::size_t axis, const Point& lower, const Point& upper) const {
    const double difference = conjugate(upper) - conjugate(lower);
    return axis == 0 ? difference / (upper[1] - lower[1]) : -difference / (upper[0] - lower[0]);
  }
};

elliptic::Walls<2> walls_of(const Problem& problem, const solver::Boundaries<2>& boundaries) {
  auto walls = elliptic_walls<2>(boundaries, [=](const Point& x) { return problem.exact(x); });
  if (problem.has_flux) {
    walls.flux = [=](std::size_t axis, const Point& lower, const Point& upper) {
      return problem.flux(axis, lower, upper);
    };
  }
  return walls;
}

enum : int { kValue, kIndicator };

/// Solves, then estimates errors: max over axes of |u_above - 2 u + u_below|, the error that linear
/// interpolation between neighbours would make.
class Solve final : public solver::Coupling<2> {
 public:
  Solve(const Problem& problem, const elliptic::Walls<2>& walls)
      : problem_(problem), walls_(walls) {}

  solver::CouplingReport couple(hierarchy::Hierarchy<2>& hierarchy, double) override {
    if (!multigrid_ || !multigrid_->fits(hierarchy)) {
      const hierarchy::Booking rebuilding(hierarchy.communicator(), telemetry::Phase::kRegrid);
      prepare(hierarchy);
    }
    const auto solution = [&](int level, std::size_t p) {
      return component_of(hierarchy, level, p, kValue);
    };
    const elliptic::SolveReport done =
        multigrid_->solve({.tolerance = problem_.tolerance}, solution);
    estimate(hierarchy, solution);
    mark_largest(hierarchy, kIndicator, problem_.fraction);
    return {done.updates, done.seconds};
  }

  void drop_plans(int first) override { elliptic::drop_levels(multigrid_, first); }

 private:
  void prepare(const hierarchy::Hierarchy<2>& hierarchy) {
    elliptic::fit(multigrid_, hierarchy, walls_);
    if (problem_.source == 0.0 && !problem_.has_flux) {
      return;  // as it is made
    }
    storage::Array<2> source;
    multigrid_->set_sources([&](int level, std::size_t p) {
      source = {pool_, hierarchy.level(level).patches()[p].box, 1};
      std::fill_n(source.view().data, source.view().component_stride, -problem_.source);
      return source.view();
    });
  }

  void estimate(hierarchy::Hierarchy<2>& hierarchy, const elliptic::Multigrid<2>::Field& u) {
    multigrid_->flux_differences(u, [&](int axis) {
      for (int level = 0; level <= hierarchy.finest(); ++level) {
        const double h = hierarchy.mesh().spacing(level)[static_cast<std::size_t>(axis)];
        for (std::size_t p = 0; p < hierarchy.level(level).patches().size(); ++p) {
          const storage::View<2> out = component_of(hierarchy, level, p, kIndicator);
          take_larger(multigrid_->rest(level, p), h, hierarchy.level(level).patches()[p].box, out,
                      axis == 0);
        }
      }
    });
  }

  /// The larger of \p out and h |difference|; the latter where nothing is known before.
  static void take_larger(const storage::View<2>& difference, double h, const geometry::Box<2>& box,
                          const storage::View<2>& out, bool is_first) {
    storage::for_each_row(box, [&](const geometry::Index<2>& cell, std::int32_t count) {
      const double* const row = difference.row(0, cell);
      double* const to = out.row(0, cell);
      for (std::int32_t i = 0; i < count; ++i) {
        const double size = h * std::abs(row[i]);
        to[i] = is_first ? size : std::max(to[i], size);
      }
    });
  }

  Problem problem_;
  elliptic::Walls<2> walls_;
  std::optional<elliptic::Multigrid<2>> multigrid_;
  storage::Pool pool_;
};

class Laplace final : public solver::Application<2> {
 public:
  explicit Laplace(const Problem& problem) : problem_(problem) {}

  std::span<const solver::Component> components() const override { return components_; }
  int ghosts() const override { return 1; }
  int stages() const override { return 0; }
  bool checks_values() const override { return false; }
  void initialise(const storage::View<2>& state, const geometry::Box<2>& box,
                  const solver::Place<2>&) const override {
    storage::for_each_row(box, [&](const geometry::Index<2>& cell, std::int32_t count) {
      std::fill_n(state.row(kValue, cell), count, 0.0);
      std::fill_n(state.row(kIndicator, cell), count, 0.0);
    });
  }
  double advance(const solver::StageStep<2>&, solver::Scratch&) const override { return 0.0; }
  double rate(const storage::View<2>&, const geometry::Box<2>&,
              const solver::Place<2>&) const override {
    return 0.0;
  }
  solver::Boundaries<2> boundaries() const override {
    solver::Boundaries<2> given;
    given.fill({solver::BoundaryKind::kInflow, solver::BoundaryKind::kInflow});
    return given;
  }
  void inflow(const Point& x, double, std::span<double> values) const override {
    values[kValue] = problem_.exact(x);
    values[kIndicator] = 0.0;
  }
  std::shared_ptr<solver::Coupling<2>> make_coupling(
      const solver::Boundaries<2>& boundaries) const override {
    const auto walls = walls_of(problem_, boundaries);
    if (walls.is_singular() && problem_.source != 0.0) {
      throw InputError(fmt::format(
          "kernel.source is {:g} and no boundary is of kind inflow: what enters cannot leave, and "
          "there is no solution; allowed is kernel.source = 0 or an inflow boundary",
          problem_.source));
    }
    return std::make_shared<Solve>(problem_, walls);
  }
  solver::FlagRule default_flags() const override {
    return {solver::FlagRule::Kind::kValue, kIndicator, {1.0}};
  }
  bool exact(const Point& center, const Point&, double time,
             std::span<double> values) const override {
    values[kValue] = problem_.exact(center);
    values[kIndicator] = std::numeric_limits<double>::quiet_NaN();
    return time > 0.0 && problem_.source == 0.0;
  }

 private:
  void check_scene(const solver::Scene<2>& scene) const override {
    for (std::size_t d = 0; d < 2; ++d) {
      if (problem_.pole[d] >= scene.mesh.lower[d]) {
        throw InputError(fmt::format(
            "kernel.peak_{} is {:g}, must be below domain.lower[{}] = {:g}: the pole lies beyond "
            "the lower left corner",
            "xy"[d], problem_.pole[d], d, scene.mesh.lower[d]));
      }
    }
    if (problem_.has_flux && walls_of(problem_, scene.boundaries).is_singular()) {
      // What enters through two sides leaves through the two others.
      require_sides(scene, solver::BoundaryKind::kPeriodic, "periodic",
                    "with kernel.walls = 'flux' what enters through the other sides does not leave "
                    "there, and there is no solution: allowed are no periodic sides, or one of "
                    "kind inflow",
                    [](std::size_t, std::size_t) { return false; });
    }
  }
  bool is_exact_in(const solver::Scene<2>& scene) const override {
    const elliptic::Walls<2> walls = walls_of(problem_, scene.boundaries);
    bool is_given = !walls.is_singular();
    for (const auto& axis : walls.kinds) {
      for (const elliptic::Wall kind : axis) {
        is_given &=
            kind == elliptic::Wall::kValue || (kind == elliptic::Wall::kFlux && problem_.has_flux);
      }
    }
    return is_given;
  }

  std::vector<solver::Component> components_{
      {"u", false}, {.name = "indicator", .conserved = false, .is_carried = false}};
  Problem problem_;
};

}  // namespace

void register_laplace(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "laplace",
                .summary = "2-D Laplace equation, refined step by step where errors are largest",
                .source = "Faik 2005, the PHAML case; Mitchell 2004",
                .params = kParams,
                .make = [](const Params& params) {
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application =
                      std::make_unique<Laplace>(Problem{{params["peak_x"], params["peak_y"]},
                                                        params["source"],
                                                        params.choice("walls") == "flux",
                                                        params["fraction"],
                                                        params["tolerance"]});
                  plugin->cells = {16, 16};
                  plugin->lower = {0.0, 0.0};
                  plugin->upper = {1.0, 1.0};
                  plugin->max_levels = 10;
                  plugin->regrid_interval = 1;  // a step is one adaptation
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
