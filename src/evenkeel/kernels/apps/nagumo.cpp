// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The equations of Nagumo and Fisher: a front between two states, with exact solutions.
#include <cmath>
#include <numbers>

#include "evenkeel/kernels/reaction_diffusion.hpp"
#include "evenkeel/kernels/scene_checks.hpp"

namespace evenkeel::kernels {
namespace {

constexpr double kDiffusivity = 1.0;  ///< [length^2/time]
constexpr std::array<std::string_view, 2> kReactions{"bistable", "logistic"};
constexpr std::array<std::string_view, 2> kStarts{"wave", "step"};

constexpr std::array kParams{
    ParamSpec{.name = "reaction",
              .unit = "",
              .help = "between two stable states (Nagumo), or from one that is not (Fisher)",
              .choices = kReactions},
    ParamSpec{.name = "threshold",
              .unit = "1",
              .fallback = 0.25,
              .min = 0.01,
              .max = 0.49,
              .help = "a: the unstable state between 0 and 1, where those are stable"},
    ParamSpec{.name = "reaction_time",
              .unit = "time",
              .fallback = 1.0,
              .min = 1e-6,
              .max = 1e6,
              .help = "epsilon: the smaller, the thinner the front"},
    ParamSpec{.name = "start",
              .unit = "",
              .help = "the exact wave, or a step from 1 to 0, of which one comes to be",
              .choices = kStarts},
    ParamSpec{.name = "front",
              .unit = "length",
              .fallback = 20.0,
              .help = "where the value is one half at the start"},
    kDiffusionParam};

/// u (1 - u) (u - a) / epsilon                                               (McKean 1970)
struct Bistable {
  double threshold;
  double time;

  template <class T>
  solver::Rate<T> rate(T u) const {
    return {u * (1.0 - u) * (u - threshold) / time,
            (2.0 * (1.0 + threshold) * u - 3.0 * u * u - threshold) / time};
  }

  double width() const { return std::sqrt(2.0 * kDiffusivity * time); }
  double speed() const { return std::sqrt(0.5 * kDiffusivity / time) * (1.0 - 2.0 * threshold); }
  static double wave(double x) { return 1.0 / (1.0 + std::exp(x)); }
};

/// u (1 - u) / epsilon, and nothing where rounding has left u below 0.
/// A front runs at 2 sqrt(D / epsilon) at least, and at that from a step; one is known in closed
/// form.                                  (Fisher 1937; Ablowitz and Zeppetella 1979)
struct Logistic {
  double time;

  template <class T>
  solver::Rate<T> rate(T u) const {
    return select(u > T(0.0), solver::Rate<T>{u * (1.0 - u) / time, (1.0 - 2.0 * u) / time},
                  solver::Rate<T>{T(0.0), T(0.0)});
  }

  double width() const { return std::sqrt(6.0 * kDiffusivity * time); }
  double speed() const { return 5.0 * std::sqrt(kDiffusivity / (6.0 * time)); }
  static double wave(double x) {
    const double root = 1.0 + (std::numbers::sqrt2 - 1.0) * std::exp(x);
    return 1.0 / (root * root);
  }
};

/// \tparam Law  Bistable or Logistic
template <class Law>
struct Reaction {
  static constexpr std::size_t kValues = 1;
  static constexpr double kTolerance = 1e-9;
  Law law;

  double rate(const std::array<double, 1>& u) const { return law.rate(u[0]).rate; }

  template <class T>
  static auto reacts(const std::array<T, 1>& u) {
    return !(u[0] < u[0]);
  }
  template <class T>
  static T kept(const std::array<T, 1>&) {
    return 0.0;
  }
  template <class T>
  static solver::Range<T> range(const std::array<T, 1>& u) {
    return {min(u[0], T(0.0)), max(u[0], T(1.0))};
  }
  template <class T>
  solver::Rate<T> rate(T u, T) const {
    return law.rate(u);
  }
  template <class T>
  static void settle(std::array<T, 1>& u, T value) {
    u[0] = value;
  }
};

template <class Law>
class Front final : public ReactionDiffusion<1, Reaction<Law>> {
 public:
  using Base = ReactionDiffusion<1, Reaction<Law>>;
  using typename Base::Point;
  using typename Base::Values;

  Front(const Law& law, const DiffusionOptions<1>& options, const Params& params)
      : Base({law}, options),
        law_(law),
        front_(params["front"]),
        is_step_(params.choice("start") == "step") {}

  bool exact(const Point& center, const Point&, double time,
             std::span<double> values) const override {
    values[0] = wave(center[0] - law_.speed() * time);
    return !is_step_;
  }

 private:
  void check_scene(const solver::Scene<1>& scene) const override {
    require_inside(scene, "front", front_);
  }
  bool is_exact_in(const solver::Scene<1>& scene) const override {
    return !is_step_ && this->has_own_boundaries(scene);
  }
  Values initial(const Point& x) const override {
    return {is_step_ ? double(x[0] < front_) : wave(x[0])};
  }

  double wave(double x) const { return Law::wave((x - front_) / law_.width()); }

  Law law_;
  double front_;
  bool is_step_;
};

std::unique_ptr<ApplicationPlugin> make_front(const Params& params) {
  DiffusionOptions<1> options;
  options.components = {{.name = "u", .has_source = true}};
  options.diffusivity = {kDiffusivity};
  options.stages = diffusion_stages(params);
  options.flags = {.threshold = {0.02}};
  auto plugin = std::make_unique<ApplicationPlugin>();
  const double time = params["reaction_time"];
  if (params.choice("reaction") == "logistic") {
    plugin->application = std::make_unique<Front<Logistic>>(Logistic{time}, options, params);
  } else {
    const Bistable law{params["threshold"], time};
    plugin->application = std::make_unique<Front<Bistable>>(law, options, params);
  }
  plugin->cells = {128};
  plugin->lower = {0.0};
  plugin->upper = {80.0};
  plugin->cfl = 0.8;
  return plugin;
}

}  // namespace

void register_nagumo(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "nagumo",
                .summary =
                    "1-D front of a reaction with two stable states, or with one, with exact "
                    "solutions",
                .source = "McKean 1970; Murray 2002, section 13.5; Ablowitz and Zeppetella 1979",
                .params = kParams,
                .make = make_front});
}

}  // namespace evenkeel::kernels
