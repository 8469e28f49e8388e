// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// ENO2D: a wind of Mach 3 in a tunnel with a step.                              (algorithms 7.4)
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/kernels/gas.hpp"

namespace evenkeel::kernels {
namespace {

constexpr std::array<std::string_view, 2> kCorners{"plain", "entropy"};

constexpr auto kParams = with_gas_scheme(
    std::array{
        ParamSpec{.name = "mach",
                  .unit = "1",
                  .fallback = 3.0,
                  .min = 1.0,
                  .max = 20.0,
                  .help = "Mach number of the wind, which is supersonic"},
        ParamSpec{.name = "gamma",
                  .unit = "1",
                  .fallback = 1.4,
                  .min = 1.01,
                  .max = 3.0,
                  .help = "ratio of specific heats"},
        ParamSpec{.name = "step_position",
                  .unit = "length",
                  .fallback = 0.6,
                  .help = "where the step begins"},
        ParamSpec{.name = "step_end", .unit = "length", .fallback = 3.0, .help = "where it ends"},
        ParamSpec{.name = "step_height",
                  .unit = "length",
                  .fallback = 0.2,
                  .min = 0.0,
                  .help = "of the step above the floor at 0; 0: none"},
        ParamSpec{.name = "corner",
                  .unit = "",
                  .help =
                      "left to the scheme, or entropy and enthalpy right of it set to those before "
                      "it, which is not conservative",
                  .choices = kCorners}},
    2.0, solver::SchemeOptions::Method::kWeno5);

class ForwardStep final : public Gas<2> {
 public:
  struct Shape {
    solver::Solid<2> step;
    bool has_step;
    bool mends_corner;
  };

  ForwardStep(const GasOptions<2>& options, const Shape& shape, double mach)
      : Gas(options), shape_(shape), mach_(mach) {}

  std::span<const solver::Solid<2>> solids() const override {
    return {&shape_.step, shape_.has_step ? 1U : 0U};
  }
  int ghosts() const override {
    return shape_.mends_corner ? std::max(kReach, Gas::ghosts()) : Gas::ghosts();
  }

  bool joins_patches() const override { return !shape_.mends_corner && Gas::joins_patches(); }
  bool advance_group(std::span<const solver::StageStep<2>> steps, std::span<double> rates,
                     solver::Scratch& scratch) const override {
    return shape_.mends_corner ? Application::advance_group(steps, rates, scratch)
                               : Gas::advance_group(steps, rates, scratch);
  }

  double advance(const solver::StageStep<2>& step, solver::Scratch& scratch) const override {
    const geometry::Index<2> corner = corner_of(step.place);
    const geometry::Index<2> before{corner[0] - 1, corner[1] - 1};
    const bool mends =
        shape_.mends_corner && step.stage + 1 == stages() && step.state.box.contains(before);
    const Values reference = mends ? primitive(step.state, before) : Values{};
    const double rate = Gas::advance(step, scratch);
    for (const auto& [across, up] : kMended) {
      const geometry::Index<2> cell{corner[0] + across, corner[1] + up};
      if (mends && step.box.contains(cell)) {
        mend(step.state, cell, reference);
      }
    }
    return rate;
  }

 private:
  /// Cells right of the corner that are mended, and how far the farthest is from the cell before
  /// it.
  static constexpr std::array<std::pair<int, int>, 6> kMended{
      {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {1, 1}}};
  static constexpr int kReach = 4;

  Values initial(const Point&) const override {
    return {gas().gamma, mach_, 0.0, 1.0, 0.0};  // the speed of sound is 1
  }
  bool alike(const Point&, const Point&, double) const override { return true; }

  /// The cell above and right of the corner.
  geometry::Index<2> corner_of(const solver::Place<2>& place) const {
    const auto face = [&](double x, std::size_t axis) {
      return static_cast<std::int32_t>(std::lround((x - place.origin[axis]) / place.spacing[axis]));
    };
    return {face(shape_.step.lower[0], 0), face(shape_.step.upper[1], 1)};
  }

  Values primitive(const storage::View<2>& state, const geometry::Index<2>& cell) const {
    Values u;
    for (std::size_t c = 0; c < u.size(); ++c) {
      u[c] = state(static_cast<int>(c), cell);
    }
    return gas().primitives(u);
  }

  double enthalpy(const Values& w) const {
    return gas().gamma / (gas().gamma - 1.0) * w[kPressure] / w[kDensity];
  }

  /// Density by the entropy of \p reference, speed by its total enthalpy; pressure and direction
  /// stay.                                                        (Woodward and Colella 1984, III)
  void mend(const storage::View<2>& state, const geometry::Index<2>& cell,
            const Values& reference) const {
    const auto square = [](const Values& w) { return w[1] * w[1] + w[2] * w[2]; };
    Values w = primitive(state, cell);
    w[kDensity] =
        reference[kDensity] * std::pow(w[kPressure] / reference[kPressure], 1.0 / gas().gamma);
    const double kinetic = enthalpy(reference) + 0.5 * square(reference) - enthalpy(w);
    if (kinetic > 0.0 && square(w) > 0.0) {
      const double factor = std::sqrt(2.0 * kinetic / square(w));
      w[1] *= factor;
      w[2] *= factor;
    }
    const Values u = gas().conserved(w);
    for (std::size_t c = 0; c < u.size(); ++c) {
      state(static_cast<int>(c), cell) = u[c];
    }
  }

  static constexpr std::size_t kDensity = solver::Euler<2>::kDensity;
  static constexpr std::size_t kPressure = solver::Euler<2>::kPressure;

  Shape shape_;
  double mach_;
};

std::unique_ptr<ApplicationPlugin> make_step(const Params& params) {
  using enum solver::BoundaryKind;
  if (params["step_end"] <= params["step_position"]) {
    throw InputError(
        fmt::format("kernel.step_end is {:g}, must be above kernel.step_position = {:g}",
                    params["step_end"], params["step_position"]));
  }
  GasOptions<2> options;
  options.gamma = params["gamma"];
  options.scheme = gas_scheme_options(params);
  options.boundaries = {{{kInflow, kOutflow}, {kReflect, kReflect}}};
  options.flags = {.component = solver::Euler<2>::kDensity, .threshold = {0.2}};
  const ForwardStep::Shape shape{
      .step = {{params["step_position"], 0.0},
               {params["step_end"], params["step_height"]},
               {{{"kernel.step_position", "kernel.step_end"}, {"", "kernel.step_height"}}}},
      .has_step = params["step_height"] > 0.0,
      .mends_corner = params["step_height"] > 0.0 && params.choice("corner") == "entropy"};
  auto plugin = std::make_unique<ApplicationPlugin>();
  plugin->application = std::make_unique<ForwardStep>(options, shape, params["mach"]);
  plugin->cells = {120, 40};
  plugin->lower = {0.0, 0.0};
  plugin->upper = {3.0, 1.0};
  plugin->max_levels = 4;
  plugin->cfl = 0.5;
  return plugin;
}

}  // namespace

void register_eno2d(Registry<ApplicationPlugin>& registry) {
  registry.add({.name = "eno2d",
                .summary = "a wind of Mach 3 against a forward-facing step, 2-D",
                .source = "Li 2005, table 3.1; Woodward and Colella 1984, section III",
                .params = kParams,
                .make = make_step});
}

}  // namespace evenkeel::kernels
