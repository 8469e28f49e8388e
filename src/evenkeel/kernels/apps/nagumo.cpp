// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The Nagumo equation: a front between two stable states, with exact solution.
#include <cmath>

#include "evenkeel/kernels/reaction_diffusion.hpp"
#include "evenkeel/kernels/scene_checks.hpp"

namespace evenkeel::kernels {
namespace {

constexpr double kDiffusivity = 1.0;  ///< [length^2/time]
constexpr double kTolerance = 1e-8;

constexpr std::array kParams{ParamSpec{.name = "threshold",
                                       .unit = "1",
                                       .fallback = 0.25,
                                       .min = 0.01,
                                       .max = 0.49,
                                       .help = "a: the unstable state between 0 and 1"},
                             ParamSpec{.name = "reaction_time",
                                       .unit = "time",
                                       .fallback = 1.0,
                                       .min = 1e-6,
                                       .max = 1e6,
                                       .help = "epsilon: the smaller, the thinner the front"},
                             ParamSpec{.name = "front",
                                       .unit = "length",
                                       .fallback = 20.0,
                                       .help = "where the value is one half at the start"},
                             kDiffusionParam};

/// u (1 - u) (u - a) / epsilon
struct Bistable {
  static constexpr std::size_t kValues = 1;
  double threshold;
  double reaction_time;

  int react(std::array<double, 1>& u, double dt) const {
    const auto rate = [this](double x) {
      return solver::Rate{x * (1.0 - x) * (x - threshold) / reaction_time,
                          (2.0 * (1.0 + threshold) * x - 3.0 * x * x - threshold) / reaction_time};
    };
    const solver::Range range{std::min(u[0], 0.0), std::max(u[0], 1.0)};
    const solver::Reacted done = solver::integrate(rate, u[0], dt, range, kTolerance);
    u[0] = done.value;
    return done.evaluations;
  }
};

class Nagumo final : public ReactionDiffusion<1, Bistable> {
 public:
  Nagumo(const Bistable& reaction, const DiffusionOptions<1>& options, double front)
      : ReactionDiffusion(reaction, options),
        width_(std::sqrt(2.0 * kDiffusivity * reaction.reaction_time)),
        speed_(std::sqrt(0.5 * kDiffusivity / reaction.reaction_time) *
               (1.0 - 2.0 * reaction.threshold)),
        front_(front) {}

  bool exact(const Point& center, const Point&, double time,
             std::span<double> values) const override {
    values[0] = at(center[0] - speed_ * time);
    return true;
  }

 private:
  void check_scene(const solver::Scene<1>& scene) const override {
    require_inside(scene, "front", front_);
  }
  bool is_exact_in(const solver::Scene<1>& scene) const override {
    return has_own_boundaries(scene);
  }
  Values initial(const Point& x) const override { return {at(x[0])}; }

  double at(double x) const { return 1.0 / (1.0 + std::exp((x - front_) / width_)); }

  double width_;
  double speed_;
  double front_;
};

}  // namespace

void register_nagumo(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "nagumo",
                .summary = "1-D front of a reaction with two stable states, with exact solution",
                .source = "McKean 1970; Murray 2002, section 13.5",
                .params = kParams,
                .make = [](const Params& params) {
                  DiffusionOptions<1> options;
                  options.components = {{.name = "u", .has_source = true}};
                  options.diffusivity = {kDiffusivity};
                  options.stages = diffusion_stages(params);
                  options.flags = {.threshold = {0.02}};
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application = std::make_unique<Nagumo>(
                      Bistable{params["threshold"], params["reaction_time"]}, options,
                      params["front"]);
                  plugin->cells = {128};
                  plugin->lower = {0.0};
                  plugin->upper = {80.0};
                  plugin->cfl = 0.8;
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
