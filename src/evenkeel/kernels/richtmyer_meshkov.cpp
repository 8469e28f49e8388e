// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// States, interface and frame of the Richtmyer-Meshkov case.
#include "evenkeel/kernels/richtmyer_meshkov.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/kernels/gas.hpp"
#include "evenkeel/kernels/sampling.hpp"
#include "evenkeel/kernels/scene_checks.hpp"
#include "evenkeel/kernels/two_gas.hpp"

namespace evenkeel::kernels {
namespace {

constexpr std::array<std::string_view, 2> kInterfaces{"sharp", "tanh"};
constexpr std::array<std::string_view, 2> kFrames{"contact", "lab"};
constexpr std::array<std::string_view, 3> kGases{"one", "two", "air_sf6"};
constexpr double kStrong = 5.0;  ///< Mach number from which slopes are less steep

constexpr auto kCaseParams = with_gas_scheme(std::array{
    ParamSpec{.name = "mach",
              .unit = "1",
              .fallback = 1.5,
              .min = 1.001,
              .max = 10.0,
              .help = "Mach number of the incident shock"},
    ParamSpec{.name = "density_ratio",
              .unit = "1",
              .fallback = 3.0,
              .min = 1.0,
              .max = 100.0,
              .help = "heavy gas over light gas"},
    ParamSpec{.name = "gamma",
              .unit = "1",
              .fallback = 1.4,
              .min = 1.01,
              .max = 3.0,
              .help = "ratio of specific heats; of the light gas where there are two"},
    ParamSpec{.name = "gases",
              .unit = "",
              .help = "one gas, light and heavy; two with a ratio of specific heats each; "
                      "or air and SF6 in SI units, usually at mach 1.24",
              .choices = kGases},
    ParamSpec{.name = "heavy_gamma",
              .unit = "1",
              .fallback = 1.09,
              .min = 1.01,
              .max = 3.0,
              .help = "ratio of specific heats of the heavy gas, where there are two"},
    ParamSpec{.name = "wavelength",
              .unit = "length",
              .fallback = 1.0,
              .min = 1e-6,
              .help = "of the perturbation; the width of the tube is a multiple of it"},
    ParamSpec{.name = "amplitude",
              .unit = "wavelength",
              .fallback = 0.1,
              .min = 0.0,
              .max = 1.0,
              .help = "of the perturbation at the start"},
    ParamSpec{.name = "interface_position",
              .unit = "length",
              .fallback = 2.0,
              .help = "where the mean of the interface lies at the start"},
    ParamSpec{.name = "shock_distance",
              .unit = "length",
              .fallback = 0.25,
              .min = 0.0,
              .help = "from the shock at the start to the mean of the interface"},
    ParamSpec{.name = "interface",
              .unit = "",
              .help = "sharp, by volume fractions of cells, or a tanh profile",
              .choices = kInterfaces},
    ParamSpec{.name = "width",
              .unit = "length",
              .fallback = 0.03,
              .min = 1e-9,
              .help = "of the tanh profile"},
    ParamSpec{.name = "frame",
              .unit = "",
              .help = "the shocked interface stays, or the gas ahead of the shock does, as it must "
                      "before a wall that sends the shock back (reshock)",
              .choices = kFrames}});

/// Its steepness goes by the shock where nobody names one.
constexpr auto kParams = [] {
  auto all = kCaseParams;
  for (ParamSpec& spec : all) {
    if (spec.name == "steepness") {
      spec.fallback = 0.0;
      spec.min = 0.0;
      spec.help = "beta of the mc limiter, from 1; 0: 2, but 1.5 for shocks of Mach 5 and more";
    }
  }
  return all;
}();

struct Shape {
  double wavelength;
  double amplitude;       ///< [length]
  double position;        ///< [length] mean of the interface
  double shock_position;  ///< [length]
  double width;           ///< [length] of the tanh profile; 0: sharp
};

/// The two gases, in the frame of the grid.
struct Fill {
  solver::GasState ahead;      ///< of the shock, light
  solver::GasState behind;     ///< of the shock, light
  double heavy = 1.0;          ///< density of the heavy gas
  double light_inverse = 2.5;  ///< 1 / (gamma - 1)
  double heavy_inverse = 2.5;
};

/// \tparam Base  Gas or TwoGases
template <int D, class Base>
class RichtmyerMeshkov final : public Base {
 public:
  using typename Base::Point;
  using typename Base::Values;

  RichtmyerMeshkov(const GasOptions<D>& options, const Shape& shape, const Fill& fill)
      : Base(options), shape_(shape), fill_(fill) {}

 private:
  void check_scene(const solver::Scene<D>& scene) const override {
    const double lower = scene.mesh.lower[0];
    const double upper = scene.mesh.upper[0];
    if (shape_.position - shape_.amplitude < lower || shape_.position + shape_.amplitude > upper) {
      throw InputError(fmt::format(
          "kernel.interface_position is {:g}: the interface reaches from {:g} to {:g}, must lie "
          "between domain.lower[0] = {:g} and domain.upper[0] = {:g}",
          shape_.position, shape_.position - shape_.amplitude, shape_.position + shape_.amplitude,
          lower, upper));
    }
    if (shape_.shock_position < lower) {
      throw InputError(
          fmt::format("kernel.shock_distance is {:g}, must be at most {:g} for the shock to start "
                      "in the domain",
                      shape_.position - shape_.shock_position, shape_.position - lower));
    }
    for (std::size_t d = 1; d < D && shape_.amplitude > 0.0; ++d) {
      require_whole_waves(scene, d);
    }
    require_rest_at_wall(scene);
    require_sides(scene, solver::BoundaryKind::kInflow, "inflow",
                  "gas flows in only behind the shock, through the lower side of axis 0",
                  [](std::size_t d, std::size_t side) { return d == 0 && side == 0; });
  }

  void require_rest_at_wall(const solver::Scene<D>& scene) const {
    const bool has_wall = scene.boundaries[0][1] == solver::BoundaryKind::kReflect;
    if (has_wall && fill_.ahead.velocity != 0.0) {
      throw InputError(fmt::format(
          "domain.boundary_upper[0] is 'reflect', but with kernel.frame = 'contact' the gas ahead "
          "of the shock moves at {:g} against that wall: give kernel.frame = 'lab' for a reshock",
          fill_.ahead.velocity));
    }
  }

  void require_whole_waves(const solver::Scene<D>& scene, std::size_t axis) const {
    if (scene.boundaries[axis][0] == solver::BoundaryKind::kPeriodic &&
        !has_period(scene, axis, shape_.wavelength)) {
      throw InputError(fmt::format(
          "kernel.wavelength is {:g}, must divide the width {:g} of the domain, which is periodic "
          "along axis {}",
          shape_.wavelength, scene.mesh.upper[axis] - scene.mesh.lower[axis], axis));
    }
  }

  /// y and z.
  using Across = hierarchy::Point<D - 1>;

  static Across across(const Point& x) {
    Across rest;
    std::copy(x.begin() + 1, x.end(), rest.begin());
    return rest;
  }

  /// x_I + a cos(2 pi y / lambda) cos(2 pi z / lambda)
  double interface_at(const Across& across) const {
    double wave = 1.0;
    for (const double x : across) {
      wave *= std::cos(2.0 * std::numbers::pi * x / shape_.wavelength);
    }
    return shape_.position + shape_.amplitude * wave;
  }

  /// True where the interface is not within \p reach of \p x, whatever its perturbation there.
  bool is_far(const Point& x, double reach) const {
    constexpr double kSafely = 1.0 + 1e-9;  // beyond rounding
    return std::abs(x[0] - shape_.position) > (reach + shape_.amplitude) * kSafely;
  }

  /// Of the volume at \p x, ahead of the shock.
  double heavy_share(const Point& x) const {
    constexpr double kWidths = 20.0;  // its tanh is 1
    if (is_far(x, kWidths * shape_.width)) {
      return x[0] < shape_.position ? 0.0 : 1.0;
    }
    const double depth = x[0] - interface_at(across(x));
    if (shape_.width > 0.0) {
      return 0.5 * (1.0 + std::tanh(depth / shape_.width));
    }
    return depth < 0.0 ? 0.0 : 1.0;
  }

  Values initial(const Point& x) const override {
    return x[0] < shape_.shock_position ? values_of(fill_.behind, 0.0) : ahead(heavy_share(x));
  }

  /// The shock cuts a cell into two parts; a sharp interface cuts the part ahead of it.
  Values average(const Point& center, const Point& spacing) const override {
    const double lower = center[0] - 0.5 * spacing[0];
    const double upper = center[0] + 0.5 * spacing[0];
    const double shock = std::clamp(shape_.shock_position, lower, upper);
    if (shock == upper || (shock == lower && !is_cut(center, spacing))) {
      return Base::average(center, spacing);
    }
    const double behind = (shock - lower) / spacing[0];
    const Values right = this->conserved(ahead(mean_share(center, spacing, shock, upper)));
    Values mean = this->conserved(values_of(fill_.behind, 0.0));
    for (std::size_t c = 0; c < mean.size(); ++c) {
      mean[c] = behind * mean[c] + (1.0 - behind) * right[c];
    }
    return mean;
  }

  /// True if a sharp interface may cut the cell.
  bool is_cut(const Point& center, const Point& spacing) const {
    const double slope = 2.0 * std::numbers::pi * shape_.amplitude / shape_.wavelength;
    double reach = spacing[0];
    for (std::size_t d = 1; d < D; ++d) {
      reach += slope * spacing[d];
    }
    reach *= 0.5;
    return shape_.width == 0.0 && !is_far(center, reach) &&
           std::abs(center[0] - interface_at(across(center))) <= reach;
  }

  /// Of the heavy gas in the part of a cell from \p lower to \p upper along x: of a sharp interface
  /// exact along x, by samples across; of a smooth one that in the middle.
  double mean_share(Point center, const Point& spacing, double lower, double upper) const {
    if (shape_.width > 0.0) {
      center[0] = 0.5 * (lower + upper);
      return heavy_share(center);
    }
    constexpr int kSamples = 8;
    return sampled_average<D - 1, std::array<double, 1>>(
        across(center), across(spacing), kSamples, [&](const Across& x) {
          const double share = (upper - interface_at(x)) / (upper - lower);
          return std::array{std::clamp(share, 0.0, 1.0)};
        })[0];
  }

  /// \param share  of the heavy gas by volume
  Values ahead(double share) const {
    solver::GasState gas = fill_.ahead;
    gas.density += share * (fill_.heavy - gas.density);
    return values_of(gas, share);
  }

  /// \param share  of the heavy gas by volume
  Values values_of(const solver::GasState& gas, double share) const {
    Values w{};
    const auto common = along_first_axis<D>(gas, share * fill_.heavy / gas.density);
    std::copy(common.begin(), common.end(), w.begin());
    if constexpr (std::is_same_v<Base, TwoGases<D>>) {
      w[Base::Flow::kInverse] =
          fill_.light_inverse + share * (fill_.heavy_inverse - fill_.light_inverse);
      w[Base::Flow::kVolume] = 1.0;
    }
    return w;
  }

  Values beyond(const Point&, double) const override { return values_of(fill_.behind, 0.0); }
  bool alike(const Point&, const Point&, double) const override { return true; }

  Shape shape_;
  Fill fill_;
};

template <int D>
solver::Boundaries<D> tube_boundaries() {
  auto boundaries = all_boundaries<D>(solver::BoundaryKind::kPeriodic);
  boundaries[0] = {solver::BoundaryKind::kInflow, solver::BoundaryKind::kOutflow};
  return boundaries;
}

/// What the parameters say of the gases, and the light one's gamma in \p gamma.
Fill fill_of(const Params& params, double& gamma) {
  const std::string_view gases = params.choice("gases");
  Fill fill;
  fill.heavy = params["density_ratio"];
  double heavy_gamma = gases == "one" ? gamma : params["heavy_gamma"];
  if (gases == "air_sf6") {  // HAMeRS, single-mode Richtmyer-Meshkov instability
    fill.ahead = {1.145598, 0.0, 101325.0};
    fill.heavy = 5.972856;
    gamma = 1.4;
    heavy_gamma = 1.09;
  }
  fill.light_inverse = 1.0 / (gamma - 1.0);
  fill.heavy_inverse = 1.0 / (heavy_gamma - 1.0);
  fill.behind = solver::behind_shock(params["mach"], fill.ahead, gamma);
  if (params.choice("frame") == "contact") {
    const double drift =
        contact_velocity(fill.behind, gamma, {fill.heavy, 0.0, fill.ahead.pressure}, heavy_gamma);
    fill.ahead.velocity -= drift;
    fill.behind.velocity -= drift;
  }
  return fill;
}

/// \throws InputError where the shock starts in the interface
void check_shock(const Params& params) {
  const double crest = params["amplitude"] * params["wavelength"];
  if (params["shock_distance"] < crest) {
    throw InputError(fmt::format(
        "kernel.shock_distance is {:g}, must be at least kernel.amplitude * kernel.wavelength = "
        "{:g} for the shock to start ahead of the interface",
        params["shock_distance"], crest));
  }
}

/// \throws InputError where gases that are named are to be others
void check_gases(const Params& params) {
  for (const ParamSpec& spec : kParams) {
    const bool is_of_gases =
        spec.name == "density_ratio" || spec.name == "gamma" || spec.name == "heavy_gamma";
    if (is_of_gases && params.choice("gases") == "air_sf6" && params[spec.name] != spec.fallback) {
      throw InputError(
          fmt::format("kernel.{} is {:g}, but kernel.gases = 'air_sf6' has its own: leave it out",
                      spec.name, params[spec.name]));
    }
  }
}

/// \throws InputError where the steepness is that of no limiter
solver::SchemeOptions scheme_of(const Params& params) {
  const double steepness = params["steepness"];
  if (steepness > 0.0 && steepness < 1.0) {
    throw InputError(
        fmt::format("kernel.steepness is {:g}, must be 1 to 2, or 0: by the shock", steepness));
  }
  solver::SchemeOptions options = gas_scheme_options(params);
  if (steepness == 0.0 && params.choice("limiter") == "mc") {
    options.beta = params["mach"] < kStrong ? 2.0 : 1.5;  // (algorithms 7.0)
  }
  return options;
}

}  // namespace

std::span<const ParamSpec> richtmyer_meshkov_params() {
  return kParams;
}

template <int D>
std::unique_ptr<ApplicationPlugin> make_richtmyer_meshkov(const Params& params) {
  check_shock(params);
  check_gases(params);
  GasOptions<D> options;
  options.gamma = params["gamma"];
  options.scheme = scheme_of(params);
  options.boundaries = tube_boundaries<D>();
  options.flags = {.component = solver::Euler<D>::kDensity, .threshold = {0.05}};
  const bool is_sharp = params.choice("interface") == "sharp";
  const Shape shape{.wavelength = params["wavelength"],
                    .amplitude = params["amplitude"] * params["wavelength"],
                    .position = params["interface_position"],
                    .shock_position = params["interface_position"] - params["shock_distance"],
                    .width = is_sharp ? 0.0 : params["width"]};
  const Fill fill = fill_of(params, options.gamma);
  auto plugin = std::make_unique<ApplicationPlugin>();
  if (params.choice("gases") == "one") {
    plugin->application = std::make_unique<RichtmyerMeshkov<D, Gas<D>>>(options, shape, fill);
  } else {
    plugin->application = std::make_unique<RichtmyerMeshkov<D, TwoGases<D>>>(options, shape, fill);
  }
  plugin->cells.assign(D, 32);
  plugin->cells[0] = 128;
  plugin->lower.assign(D, 0.0);
  plugin->upper.assign(D, 1.0);
  plugin->upper[0] = 4.0;
  return plugin;
}

template std::unique_ptr<ApplicationPlugin> make_richtmyer_meshkov<2>(const Params&);
template std::unique_ptr<ApplicationPlugin> make_richtmyer_meshkov<3>(const Params&);

}  // namespace evenkeel::kernels
