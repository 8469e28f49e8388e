// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// States, interface and frame of the Richtmyer-Meshkov case.
#include "evenkeel/kernels/richtmyer_meshkov.hpp"

#include <cmath>
#include <numbers>

#include "evenkeel/kernels/gas.hpp"

namespace evenkeel::kernels {
namespace {

constexpr std::array<std::string_view, 2> kInterfaces{"sharp", "tanh"};
constexpr std::array<std::string_view, 2> kFrames{"contact", "lab"};

constexpr auto kParams = with_gas_scheme(
    std::array{ParamSpec{.name = "mach",
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
                         .help = "ratio of specific heats of both gases"},
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
                         .help = "the shocked interface stays, or the gas ahead of the shock does",
                         .choices = kFrames}});

struct Shape {
  double wavelength;
  double amplitude;       ///< [length]
  double position;        ///< [length] mean of the interface
  double shock_position;  ///< [length]
  double width;           ///< [length] of the tanh profile; 0: sharp
};

template <int D>
class RichtmyerMeshkov final : public Gas<D> {
 public:
  using typename Gas<D>::Point;
  using typename Gas<D>::Values;

  /// \param ahead, behind  of the shock in the light gas, in the frame of the grid
  RichtmyerMeshkov(const GasOptions<D>& options, const Shape& shape, double heavy,
                   const solver::GasState& ahead, const solver::GasState& behind)
      : Gas<D>(options), shape_(shape), heavy_(heavy), ahead_(ahead), behind_(behind) {}

 private:
  /// x_I + a cos(2 pi y / lambda) cos(2 pi z / lambda)
  double interface_at(const Point& x) const {
    double wave = 1.0;
    for (std::size_t d = 1; d < D; ++d) {
      wave *= std::cos(2.0 * std::numbers::pi * x[d] / shape_.wavelength);
    }
    return shape_.position + shape_.amplitude * wave;
  }

  Values initial(const Point& x) const override {
    if (x[0] < shape_.shock_position) {
      return along_first_axis<D>(behind_, 0.0);
    }
    const double depth = x[0] - interface_at(x);
    double share = depth < 0.0 ? 0.0 : 1.0;  // of the heavy gas by volume
    if (shape_.width > 0.0) {
      share = 0.5 * (1.0 + std::tanh(depth / shape_.width));
    }
    solver::GasState gas = ahead_;
    gas.density += share * (heavy_ - ahead_.density);
    return along_first_axis<D>(gas, share * heavy_ / gas.density);
  }

  /// Only cells that a sharp interface or the shock may cut are sampled finely.
  int samples(const Point& center, const Point& spacing) const override {
    const double reach = 4.0 * spacing[0] + 2.0 * std::numbers::pi * shape_.amplitude /
                                                shape_.wavelength * spacing[D - 1] * D;
    const bool is_cut = shape_.width == 0.0 && std::abs(center[0] - interface_at(center)) < reach;
    return is_cut || std::abs(center[0] - shape_.shock_position) < spacing[0] ? 8 : 1;
  }

  Values beyond(const Point&, double) const override { return along_first_axis<D>(behind_, 0.0); }

  Shape shape_;
  double heavy_;
  solver::GasState ahead_;
  solver::GasState behind_;
};

template <int D>
solver::Boundaries<D> tube_boundaries() {
  auto boundaries = all_boundaries<D>(solver::BoundaryKind::kPeriodic);
  boundaries[0] = {solver::BoundaryKind::kInflow, solver::BoundaryKind::kOutflow};
  return boundaries;
}

}  // namespace

std::span<const ParamSpec> richtmyer_meshkov_params() {
  return kParams;
}

template <int D>
std::unique_ptr<ApplicationPlugin> make_richtmyer_meshkov(const Params& params) {
  GasOptions<D> options;
  options.gamma = params["gamma"];
  options.scheme = gas_scheme_options(params);
  options.boundaries = tube_boundaries<D>();
  options.flags = {.component = solver::Euler<D>::kDensity, .threshold = {0.05}};
  const bool is_sharp = params.choice("interface") == "sharp";
  const Shape shape{.wavelength = params["wavelength"],
                    .amplitude = params["amplitude"] * params["wavelength"],
                    .position = params["interface_position"],
                    .shock_position = params["interface_position"] - params["shock_distance"],
                    .width = is_sharp ? 0.0 : params["width"]};
  const double heavy = params["density_ratio"];
  solver::GasState ahead;
  solver::GasState behind = solver::behind_shock(params["mach"], ahead, options.gamma);
  if (params.choice("frame") == "contact") {
    const double drift =
        solver::ExactRiemann(behind, {heavy, 0.0, ahead.pressure}, options.gamma).velocity();
    ahead.velocity -= drift;
    behind.velocity -= drift;
  }
  auto plugin = std::make_unique<ApplicationPlugin>();
  plugin->application = std::make_unique<RichtmyerMeshkov<D>>(options, shape, heavy, ahead, behind);
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
