// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// An isentropic vortex carried through a periodic square: smooth, with exact solution.
#include <cmath>
#include <numbers>

#include "evenkeel/kernels/gas.hpp"
#include "evenkeel/kernels/scene_checks.hpp"

namespace evenkeel::kernels {
namespace {

constexpr double kSide = 10.0;
constexpr double kGamma = 1.4;

constexpr auto kParams = with_gas_scheme(std::array{
    ParamSpec{.name = "strength",
              .unit = "1",
              .fallback = 5.0,
              .min = 0.0,
              .max = 10.0,
              .help = "beta, the circulation of the vortex"},
    ParamSpec{.name = "wind_x", .unit = "length/time", .fallback = 1.0, .help = "carrying wind"},
    ParamSpec{.name = "wind_y", .unit = "length/time", .fallback = 1.0, .help = "carrying wind"}});

class Vortex final : public Gas<2> {
 public:
  Vortex(const GasOptions<2>& options, double strength, const Point& wind)
      : Gas(options), strength_(strength), wind_(wind) {}

  bool exact(const Point& center, const Point&, double time,
             std::span<double> values) const override {
    put(at(center, time), values);
    return true;
  }

 private:
  void check_scene(const solver::Scene<2>& scene) const override { require_period(scene, kSide); }
  bool is_exact_in(const solver::Scene<2>& scene) const override {
    return has_period(scene, kSide);
  }
  Values initial(const Point& x) const override { return at(x, 0.0); }

  /// rho = (1 - (gamma - 1) beta^2 e^(1 - r^2) / (8 gamma pi^2))^(1 / (gamma - 1)), p = rho^gamma
  /// with r from the centre of the nearest periodic image.          (Yee, Sandham, Djomehri 1999)
  Values at(const Point& x, double time) const {
    Point r;
    for (std::size_t d = 0; d < 2; ++d) {
      const double moved = x[d] - 0.5 * kSide - wind_[d] * time;
      r[d] = moved - kSide * std::round(moved / kSide);
    }
    const double decay = std::exp(0.5 * (1.0 - r[0] * r[0] - r[1] * r[1]));
    const double swirl = strength_ / (2.0 * std::numbers::pi) * decay;
    const double temperature = 1.0 - (kGamma - 1.0) / (2.0 * kGamma) * swirl * swirl;
    const double density = std::pow(temperature, 1.0 / (kGamma - 1.0));
    return {density, wind_[0] - swirl * r[1], wind_[1] + swirl * r[0], density * temperature, 1.0};
  }

  double strength_;
  Point wind_;
};

}  // namespace

void register_vortex(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "vortex",
                .summary = "isentropic vortex in a periodic square, with exact solution",
                .source = "Yee, Sandham, Djomehri 1999",
                .params = kParams,
                .make = [](const Params& params) {
                  GasOptions<2> options;
                  options.gamma = kGamma;
                  options.scheme = gas_scheme_options(params);
                  options.boundaries = all_boundaries<2>(solver::BoundaryKind::kPeriodic);
                  options.flags = {.component = solver::Euler<2>::kDensity, .threshold = {0.02}};
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application = std::make_unique<Vortex>(
                      options, params["strength"],
                      hierarchy::Point<2>{params["wind_x"], params["wind_y"]});
                  plugin->cells = {64, 64};
                  plugin->lower = {0.0, 0.0};
                  plugin->upper = {kSide, kSide};
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
