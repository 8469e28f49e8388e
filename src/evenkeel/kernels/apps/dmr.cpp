// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Double Mach reflection: a shock of Mach 10 meets a wall at 60 degrees.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "evenkeel/kernels/gas.hpp"

namespace evenkeel::kernels {
namespace {

constexpr double kFoot = 1.0 / 6.0;  ///< where the shock meets the bottom at the start [length]
constexpr double kSpeed = 10.0;      ///< of the shock along its normal [length/time]

constexpr auto kParams = with_gas_scheme(std::array<ParamSpec, 0>{}, 1.5);

class DoubleMachReflection final : public Gas<2> {
 public:
  using Gas::Gas;

  bool mixes_kinds(int axis, int side) const override { return axis == 1 && side == 0; }

  /// The bottom is a wall right of the shock's first foot and the gas behind the shock left of it.
  solver::BoundaryKind kind_at(solver::BoundaryKind declared, int /*axis*/, int /*side*/,
                               const Point& x, double /*time*/) const override {
    return x[0] < kFoot ? solver::BoundaryKind::kInflow : declared;
  }

  bool alike(const Point& a, const Point& b, double time) const override {
    return (a[0] < kFoot) == (b[0] < kFoot) && is_behind(a, time) == is_behind(b, time);
  }

 private:
  Values initial(const Point& x) const override { return at(x, 0.0); }
  int samples(const Point& center, const Point& spacing) const override {
    return std::abs(center[0] - foot(center[1], 0.0)) < 2.0 * spacing[0] ? 4 : 1;
  }
  Values beyond(const Point& x, double time) const override { return at(x, time); }

  /// x of the undisturbed shock at height \p y.                   (Woodward and Colella 1984)
  static double foot(double y, double time) {
    return kFoot + (y + 2.0 * kSpeed * time) / std::numbers::sqrt3;
  }

  /// Whether the shock has passed \p x; below the bottom, as at its foot.
  static bool is_behind(const Point& x, double time) {
    return x[0] < foot(std::max(x[1], 0.0), time);
  }

  static Values at(const Point& x, double time) {
    if (is_behind(x, time)) {
      return {8.0, 8.25 * 0.5 * std::numbers::sqrt3, -8.25 * 0.5, 116.5, 1.0};
    }
    return {1.4, 0.0, 0.0, 1.0, 0.0};
  }
};

}  // namespace

void register_dmr(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "dmr",
                .summary = "double Mach reflection of a Mach 10 shock, 2-D",
                .source = "Woodward and Colella 1984, section IV",
                .params = kParams,
                .make = [](const Params& params) {
                  using enum solver::BoundaryKind;
                  GasOptions<2> options;
                  options.scheme = gas_scheme_options(params);
                  options.boundaries = {{{kInflow, kOutflow}, {kReflect, kInflow}}};
                  options.flags = {.component = solver::Euler<2>::kDensity, .threshold = {0.5}};
                  auto plugin = std::make_unique<ApplicationPlugin>();
                  plugin->application = std::make_unique<DoubleMachReflection>(options);
                  plugin->cells = {256, 64};
                  plugin->lower = {0.0, 0.0};
                  plugin->upper = {4.0, 1.0};
                  return plugin;
                }});
}

}  // namespace evenkeel::kernels
