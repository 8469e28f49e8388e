// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shock tubes with exact solutions: Sod, Lax, a strong shock, and parting gas (123).
#include <array>

#include "evenkeel/kernels/gas.hpp"
#include "evenkeel/kernels/scene_checks.hpp"

namespace evenkeel::kernels {
namespace {

constexpr std::array<std::string_view, 4> kProblems{"sod", "lax", "strong", "123"};
constexpr std::array<std::array<solver::GasState, 2>, 4> kStates{{
    {{{1.0, 0.0, 1.0}, {0.125, 0.0, 0.1}}},
    {{{0.445, 0.698, 3.528}, {0.5, 0.0, 0.571}}},
    {{{1.0, 0.0, 1000.0}, {1.0, 0.0, 0.01}}},
    {{{1.0, -2.0, 0.4}, {1.0, 2.0, 0.4}}},
}};

constexpr auto kParams = with_gas_scheme(std::array{
    ParamSpec{.name = "problem", .unit = "", .help = "the two states", .choices = kProblems},
    ParamSpec{.name = "diaphragm",
              .unit = "length",
              .fallback = 0.5,
              .help = "where the states meet at the start"}});

class Tube final : public Gas<1> {
 public:
  Tube(const GasOptions<1>& options, const std::array<solver::GasState, 2>& states, double at)
      : Gas(options), riemann_(states[0], states[1], options.gamma), states_(states), at_(at) {}

  bool exact(const Point& center, const Point&, double time,
             std::span<double> values) const override {
    if (time > 0.0) {
      put(along_first_axis<1>(riemann_.at((center[0] - at_) / time), tracer(center[0], time)),
          values);
    } else {
      put(initial(center), values);
    }
    return true;
  }

 private:
  void check_scene(const solver::Scene<1>& scene) const override {
    require_inside(scene, "diaphragm", at_);
  }
  bool is_exact_in(const solver::Scene<1>& scene) const override {
    return has_own_boundaries(scene);
  }
  Values initial(const Point& x) const override {
    return along_first_axis<1>(states_[x[0] < at_ ? 0 : 1], tracer(x[0], 0.0));
  }
  double tracer(double x, double time) const {
    return x < at_ + riemann_.velocity() * time ? 0.0 : 1.0;
  }

  solver::ExactRiemann riemann_;
  std::array<solver::GasState, 2> states_;
  double at_;
};

}  // namespace

void register_sod(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "sod",
                .summary = "1-D shock tube with exact solution: sod, lax, strong, 123",
                .source = "Toro 2009, section 4.3.3",
                .params = kParams,
                .make = [](const Params& params) {
                  GasOptions<1> options;
                  options.scheme = gas_scheme_options(params);
                  options.boundaries = all_boundaries<1>(solver::BoundaryKind::kOutflow);
                  options.flags = {.component = solver::Euler<1>::kDensity, .threshold = {0.02}};
                  const auto problem = static_cast<std::size_t>(params["problem"]);
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application =
                      std::make_unique<Tube>(options, kStates[problem], params["diaphragm"]);
                  plugin->cells = {100};
                  plugin->lower = {0.0};
                  plugin->upper = {1.0};
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
