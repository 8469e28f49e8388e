// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A hot ball in cold gas.
#include "evenkeel/kernels/sedov.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/kernels/gas.hpp"
#include "evenkeel/kernels/scene_checks.hpp"

namespace evenkeel::kernels {
namespace {

constexpr auto kParams =
    with_gas_scheme(std::array{ParamSpec{.name = "energy",
                                         .unit = "energy",
                                         .fallback = 1.0,
                                         .min = 0.0,
                                         .help = "set free; per length in 2-D"},
                               ParamSpec{.name = "radius",
                                         .unit = "length",
                                         .fallback = 0.04,
                                         .min = 1e-6,
                                         .help = "of the ball that holds it at the start"},
                               ParamSpec{.name = "ambient_pressure",
                                         .unit = "pressure",
                                         .fallback = 1e-5,
                                         .min = 1e-12,
                                         .help = "of the cold gas, whose density is 1"},
                               ParamSpec{.name = "gamma",
                                         .unit = "1",
                                         .fallback = 1.4,
                                         .min = 1.01,
                                         .max = 3.0,
                                         .help = "ratio of specific heats"}});

template <int D>
class Sedov final : public Gas<D> {
 public:
  using typename Gas<D>::Point;
  using typename Gas<D>::Values;

  Sedov(const GasOptions<D>& options, double radius, double inside, double outside)
      : Gas<D>(options), radius_(radius), inside_(inside), outside_(outside) {}

 private:
  /// The ball holds two samples a radius, and lies in the domain, or its middle on a mirror.
  void check_scene(const solver::Scene<D>& scene) const override {
    const auto spacing = scene.mesh.spacing(0);
    const double least = 2.0 / kSamples * *std::max_element(spacing.begin(), spacing.end());
    if (radius_ < least) {
      throw InputError(fmt::format(
          "kernel.radius is {:g}, must be at least {:g}, {:g} of the side of a base cell", radius_,
          least, 2.0 / kSamples));
    }
    require_ball_inside(scene, radius_);
  }

  static double distance(const Point& x) {
    double square = 0.0;
    for (const double coordinate : x) {
      square += coordinate * coordinate;
    }
    return std::sqrt(square);
  }

  Values initial(const Point& x) const override {
    const bool is_hot = distance(x) < radius_;
    return along_first_axis<D>({1.0, 0.0, is_hot ? inside_ : outside_}, is_hot ? 1.0 : 0.0);
  }

  int samples(const Point& center, const Point& spacing) const override {
    const double gap = std::abs(distance(center) - radius_);
    return gap < D * *std::max_element(spacing.begin(), spacing.end()) ? kSamples : 1;
  }

  static constexpr int kSamples = 8;  ///< along each axis of a cell

  double radius_;
  double inside_;
  double outside_;
};

}  // namespace

std::span<const ParamSpec> sedov_params() {
  return kParams;
}

template <int D>
std::unique_ptr<ApplicationPlugin> make_sedov(const Params& params) {
  GasOptions<D> options;
  options.gamma = params["gamma"];
  options.scheme = gas_scheme_options(params);
  options.boundaries = all_boundaries<D>(solver::BoundaryKind::kOutflow);
  // The density is uniform at the start.
  options.flags = {.kind = solver::FlagRule::Kind::kGradient,
                   .component = solver::Euler<D>::kEnergy,
                   .threshold = {0.3}};
  const double radius = params["radius"];
  const double volume = std::numbers::pi * radius * radius * (D == 3 ? 4.0 / 3.0 * radius : 1.0);
  const double outside = params["ambient_pressure"];
  const double inside = outside + (options.gamma - 1.0) * params["energy"] / volume;
  auto plugin = std::make_unique<ApplicationPlugin>();
  plugin->application = std::make_unique<Sedov<D>>(options, radius, inside, outside);
  plugin->cells.assign(D, D == 2 ? 64 : 32);
  plugin->lower.assign(D, -0.5);
  plugin->upper.assign(D, 0.5);
  return plugin;
}

template std::unique_ptr<ApplicationPlugin> make_sedov<2>(const Params&);
template std::unique_ptr<ApplicationPlugin> make_sedov<3>(const Params&);

}  // namespace evenkeel::kernels
