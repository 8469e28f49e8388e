// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// FLAME2D: three ignition spots in a mixture of uneven temperature; a surrogate of two equations.
#include <cmath>

#include "evenkeel/kernels/combustion.hpp"
#include "evenkeel/kernels/reaction_diffusion.hpp"
#include "evenkeel/kernels/scene_checks.hpp"

namespace evenkeel::kernels {
namespace {

constexpr double kSide = 16.0;  ///< of the domain [flame thickness]
constexpr std::array<std::string_view, 2> kStarts{"spots", "front"};

constexpr std::array kParams{
    ParamSpec{.name = "zeldovich",
              .unit = "1",
              .fallback = 8.0,
              .min = 1.0,
              .max = 30.0,
              .help = "Ze: how steeply the reaction rises with temperature"},
    ParamSpec{.name = "heat_release",
              .unit = "1",
              .fallback = 0.85,
              .min = 0.0,
              .max = 0.95,
              .help = "alpha: rise of temperature over that of burnt gas"},
    ParamSpec{.name = "lewis",
              .unit = "1",
              .fallback = 1.0,
              .min = 0.1,
              .max = 10.0,
              .help = "Le: diffusion of heat over that of fuel"},
    ParamSpec{.name = "start",
              .unit = "",
              .help = "hot spots in fresh mixture, or a planar front that runs along axis 0",
              .choices = kStarts},
    ParamSpec{.name = "temperature",
              .unit = "1",
              .fallback = 0.0,
              .min = 0.0,
              .max = 1.0,
              .help = "of the mixture at the left end; 0: fresh, 1: burnt"},
    ParamSpec{.name = "gradient",
              .unit = "1",
              .fallback = 0.15,
              .min = 0.0,
              .max = 1.0,
              .help = "by how much the mixture is hotter 16 further right"},
    ParamSpec{.name = "spot",
              .unit = "1",
              .fallback = 0.8,
              .min = 0.0,
              .max = 4.0,
              .help = "by how much the three spots are hotter; 0: none"},
    ParamSpec{.name = "spot_radius",
              .unit = "length",
              .fallback = 0.8,
              .min = 1e-3,
              .help = "standard deviation of the spots"},
    ParamSpec{.name = "front",
              .unit = "length",
              .fallback = 4.0,
              .help = "where the planar front is at the start"},
    kDiffusionParam};

struct Start {
  bool has_front;
  double temperature;
  double gradient;
  double spot;
  double spot_radius;
  double front;
};

class Flame final : public ReactionDiffusion<2, Combustion> {
 public:
  Flame(const Combustion& reaction, const DiffusionOptions<2>& options, const Start& start)
      : ReactionDiffusion(reaction, options), start_(start) {}

  bool is_admissible(std::span<const double> values) const override {
    return values[0] > Combustion::kCold;
  }

 private:
  void check_scene(const solver::Scene<2>& scene) const override {
    if (start_.has_front) {
      require_inside(scene, "front", start_.front);
    }
  }
  Values initial(const Point& x) const override {
    if (start_.has_front) {
      const double burnt = 1.0 / (1.0 + std::exp(x[0] - start_.front));
      return {burnt, 1.0 - burnt};
    }
    constexpr std::array<Point, 3> kSpots{Point{5.0, 5.0}, Point{11.5, 6.0}, Point{8.0, 11.5}};
    double temperature = start_.temperature + start_.gradient * x[0] / kSide;
    for (const Point& spot : kSpots) {
      const double square =
          (x[0] - spot[0]) * (x[0] - spot[0]) + (x[1] - spot[1]) * (x[1] - spot[1]);
      temperature +=
          start_.spot * std::exp(-0.5 * square / (start_.spot_radius * start_.spot_radius));
    }
    return {temperature, 1.0};
  }

  Start start_;
};

std::unique_ptr<ApplicationPlugin> make_flame(const Params& params) {
  const Combustion reaction{params["zeldovich"], params["heat_release"], params["lewis"]};
  const Start start{.has_front = params.choice("start") == "front",
                    .temperature = params["temperature"],
                    .gradient = params["gradient"],
                    .spot = params["spot"],
                    .spot_radius = params["spot_radius"],
                    .front = params["front"]};
  DiffusionOptions<2> options;
  options.components = {{.name = "temperature", .has_source = true},
                        {.name = "fuel", .has_source = true}};
  options.diffusivity = {1.0, 1.0 / reaction.lewis};
  options.stages = diffusion_stages(params);
  options.flags = {.threshold = {0.06}};
  auto plugin = std::make_unique<ApplicationPlugin>();
  plugin->application = std::make_unique<Flame>(reaction, options, start);
  plugin->cells = {64, 64};
  plugin->lower = {0.0, 0.0};
  plugin->upper = {kSide, kSide};
  plugin->max_levels = 4;
  plugin->cfl = 0.8;
  return plugin;
}

}  // namespace

void register_flame2d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "flame2d",
                .summary = "three ignition spots: a two-equation surrogate of a hydrogen-air flame",
                .source = "Li 2005, figure 2.4; Zeldovich, Frank-Kamenetskii 1938",
                .params = kParams,
                .make = make_flame});
}

}  // namespace evenkeel::kernels
