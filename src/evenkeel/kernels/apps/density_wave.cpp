// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A sine of density carried by a uniform gas through a periodic interval: smooth, exact.
#include <cmath>
#include <numbers>

#include "evenkeel/kernels/gas.hpp"
#include "evenkeel/kernels/scene_checks.hpp"

namespace evenkeel::kernels {
namespace {

constexpr auto kParams = with_gas_scheme(std::array{
    ParamSpec{.name = "amplitude",
              .unit = "1",
              .fallback = 0.2,
              .min = 0.0,
              .max = 0.9,
              .help = "of the sine, over the mean density 1"},
    ParamSpec{.name = "wind", .unit = "length/time", .fallback = 1.0, .help = "carrying wind"}});

/// rho = 1 + a sin(2 pi (x - w t)), u = w, p = 1.
class DensityWave final : public Gas<1> {
 public:
  DensityWave(const GasOptions<1>& options, double amplitude, double wind)
      : Gas(options), amplitude_(amplitude), wind_(wind) {}

  bool exact(const Point& center, const Point& spacing, double time,
             std::span<double> values) const override {
    put(mean(center[0] - wind_ * time, spacing[0]), values);
    return true;
  }

  /// Averages over cells, or else no order above the second would show.
  void initialise(const storage::View<1>& state, const geometry::Box<1>& box,
                  const solver::Place<1>& place) const override {
    std::array<double, solver::Euler<1>::kValues> values;
    for (geometry::Index<1> cell = box.lo; cell[0] < box.hi[0]; ++cell[0]) {
      put(mean(place.center(cell)[0], place.spacing[0]), values);
      for (int c = 0; c < state.components; ++c) {
        state(c, cell) = values[static_cast<std::size_t>(c)];
      }
    }
  }

 private:
  void check_scene(const solver::Scene<1>& scene) const override { require_period(scene, 1.0); }
  bool is_exact_in(const solver::Scene<1>& scene) const override { return has_period(scene, 1.0); }
  Values initial(const Point& x) const override { return mean(x[0], 0.0); }

  /// Averages over a cell: all conserved values are linear in the density.
  Values mean(double x, double h) const {
    const double half = std::numbers::pi * h;
    const double flattened = half > 0.0 ? std::sin(half) / half : 1.0;
    const double density = 1.0 + amplitude_ * flattened * std::sin(2.0 * std::numbers::pi * x);
    return {density, wind_, 1.0, 1.0};
  }

  double amplitude_;
  double wind_;
};

}  // namespace

void register_density_wave(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "density_wave",
                .summary = "1-D sine of density in a periodic wind, with exact solution",
                .source = "Jiang and Shu 1996, section 6",
                .params = kParams,
                .make = [](const Params& params) {
                  GasOptions<1> options;
                  options.scheme = gas_scheme_options(params);
                  options.boundaries = all_boundaries<1>(solver::BoundaryKind::kPeriodic);
                  options.flags = {.component = solver::Euler<1>::kDensity, .threshold = {0.01}};
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application =
                      std::make_unique<DensityWave>(options, params["amplitude"], params["wind"]);
                  plugin->cells = {64};
                  plugin->lower = {0.0};
                  plugin->upper = {1.0};
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
