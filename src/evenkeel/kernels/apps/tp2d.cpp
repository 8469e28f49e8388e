// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// TP2D: transport of pulses by a uniform or a turning wind.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "evenkeel/kernels/scene_checks.hpp"
#include "evenkeel/kernels/transport.hpp"
#include "evenkeel/solver/schemes/sine.hpp"

namespace evenkeel::kernels {
namespace {

constexpr std::array<std::string_view, 2> kProblems{"translation", "rotation"};

constexpr auto kParams = with_scheme(std::array{
    ParamSpec{.name = "problem",
              .unit = "",
              .help = "a Gaussian in a uniform wind, or with a slotted disc in a turning one",
              .choices = kProblems},
    ParamSpec{.name = "wind_x", .unit = "length/time", .fallback = 1.0, .help = "uniform wind"},
    ParamSpec{.name = "wind_y", .unit = "length/time", .fallback = 0.5, .help = "uniform wind"},
    ParamSpec{.name = "sigma",
              .unit = "length",
              .fallback = 0.05,
              .min = 1e-3,
              .max = 0.2,
              .help = "standard deviation of the Gaussian"}});

/// Uniform, or 2 pi (1/2 - y, x - 1/2): once around in unit time. Ghosts beyond the periodic unit
/// square see the wind of their images, so that both sides of it compute the same fluxes.
struct Wind {
  bool turns;
  std::array<double, 2> uniform;

  double strength(int, double) const { return 1.0; }

  template <class T>
  T factor(int axis, int along, T x, double) const {
    if (turns) {
      const double sign = axis == 0 ? -1.0 : 1.0;
      return axis == along ? T(1.0) : sign * 2.0 * std::numbers::pi * centered(x);
    }
    return axis == along ? T(uniform[static_cast<std::size_t>(axis)]) : T(1.0);
  }

  /// Distance from the middle of the nearest image of [0, 1].
  template <class T>
  static T centered(T x) {
    return x - 0.5 - solver::nearest_whole(x - 0.5);
  }
};

class Tp2d final : public Transport<2, Wind> {
 public:
  Tp2d(const Wind& wind, const solver::SchemeOptions& scheme, double sigma)
      : Transport(wind, scheme, {.threshold = {0.05}}), wind_(wind), sigma_(sigma) {}

  bool exact(const Point& center, const Point& spacing, double time,
             std::span<double> values) const override {
    values[0] = initial(origin_of(center, time), spacing);
    return true;
  }

 private:
  /// Walls are for winds that do not blow through them.
  void check_scene(const solver::Scene<2>& scene) const override {
    require_sides(scene, solver::BoundaryKind::kReflect, "reflect",
                  "the wind of tp2d blows through: give 'periodic', 'outflow' or 'inflow'",
                  [](std::size_t, std::size_t) { return false; });
    if (wind_.turns) {
      require_period(scene, 1.0);
    }
  }

  /// Where what is at \p x at \p time was at the start.
  Point origin_of(const Point& x, double time) const {
    Point from;
    if (wind_.turns) {
      const double cosine = std::cos(2.0 * std::numbers::pi * time);
      const double sine = std::sin(2.0 * std::numbers::pi * time);
      from = {0.5 + cosine * (x[0] - 0.5) + sine * (x[1] - 0.5),
              0.5 - sine * (x[0] - 0.5) + cosine * (x[1] - 0.5)};
    } else {
      for (std::size_t d = 0; d < 2; ++d) {
        from[d] = x[d] - wind_.uniform[d] * time;
        from[d] -= std::floor(from[d]);
      }
    }
    return from;
  }

  double initial(const Point& x, const Point&) const override {
    const Point center = wind_.turns ? Point{0.25, 0.5} : Point{0.5, 0.5};
    return gaussian(x, center) + (wind_.turns ? slotted_disc(x) : 0.0);
  }

  double gaussian(const Point& x, const Point& center) const {
    const double square =
        (x[0] - center[0]) * (x[0] - center[0]) + (x[1] - center[1]) * (x[1] - center[1]);
    return std::exp(-square / (2.0 * sigma_ * sigma_));
  }

  /// 1 in a disc of radius 0.15 with a slot 0.05 wide from below. (Zalesak 1979)
  static double slotted_disc(const Point& x) {
    const double right = x[0] - 0.5;
    const double up = x[1] - 0.75;
    const bool is_slot = std::abs(right) < 0.025 && up < 0.1;
    return right * right + up * up < 0.15 * 0.15 && !is_slot ? 1.0 : 0.0;
  }

  Wind wind_;
  double sigma_;
};

}  // namespace

void register_tp2d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "tp2d",
                .summary = "2-D transport of a pulse; activity in one narrow region",
                .source = "Li 2005, table 3.1 and eq. 2.4",
                .params = kParams,
                .make = [](const Params& params) {
                  const Wind wind{params.choice("problem") == "rotation",
                                  {params["wind_x"], params["wind_y"]}};
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application =
                      std::make_unique<Tp2d>(wind, scheme_options(params), params["sigma"]);
                  plugin->cells = {64, 64};
                  plugin->lower = {0.0, 0.0};
                  plugin->upper = {1.0, 1.0};
                  plugin->max_levels = 5;
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
