// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A ball of high pressure in a periodic cube, as Athena++'s blast problem has it.
#include <cmath>

#include "evenkeel/kernels/gas.hpp"
#include "evenkeel/kernels/scene_checks.hpp"

namespace evenkeel::kernels {
namespace {

constexpr auto kParams = with_gas_scheme(std::array{
    ParamSpec{
        .name = "radius", .unit = "length", .fallback = 0.1, .min = 0.0, .help = "of the ball"},
    ParamSpec{.name = "pressure_ratio",
              .unit = "1",
              .fallback = 100.0,
              .min = 1.0,
              .help = "inside over outside"},
    ParamSpec{.name = "ambient_pressure",
              .unit = "pressure",
              .fallback = 0.1,
              .min = 1e-12,
              .help = "outside; the density is 1 everywhere"}});

class Blast final : public Gas<3> {
 public:
  Blast(const GasOptions<3>& options, double radius, double inside, double outside)
      : Gas(options), radius_(radius), inside_(inside), outside_(outside) {}

 private:
  void check_scene(const solver::Scene<3>& scene) const override {
    require_ball_inside(scene, radius_);
  }
  Values initial(const Point& x) const override {
    const bool is_hot = std::hypot(x[0], x[1], x[2]) < radius_;
    return along_first_axis<3>({1.0, 0.0, is_hot ? inside_ : outside_}, is_hot ? 1.0 : 0.0);
  }

  double radius_;
  double inside_;
  double outside_;
};

}  // namespace

void register_blast(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "blast",
                .summary = "ball of high pressure in a periodic cube, 3-D",
                .source = "Athena++, problem blast",
                .params = kParams,
                .make = [](const Params& params) {
                  GasOptions<3> options;
                  options.gamma = 5.0 / 3.0;
                  options.scheme = gas_scheme_options(params);
                  options.boundaries = all_boundaries<3>(solver::BoundaryKind::kPeriodic);
                  options.flags = {.kind = solver::FlagRule::Kind::kGradient,
                                   .component = solver::Euler<3>::kEnergy,
                                   .threshold = {0.3}};
                  const double outside = params["ambient_pressure"];
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application = std::make_unique<Blast>(
                      options, params["radius"], outside * params["pressure_ratio"], outside);
                  plugin->cells = {64, 64, 64};
                  plugin->lower = {-0.5, -0.5, -0.5};
                  plugin->upper = {0.5, 0.5, 0.5};
                  plugin->max_levels = 2;
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
