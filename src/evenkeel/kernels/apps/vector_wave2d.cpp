// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// VectorWave2D: six components of a small perturbation of the metric.
#include <cmath>
#include <memory>
#include <numbers>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/wave_kernel.hpp"
#include "evenkeel/kernels/wave_params.hpp"

namespace evenkeel::kernels {
namespace {

constexpr std::array<std::string_view, 2> kProblems{"packet", "plane"};

constexpr auto kParams = with_wave(
    std::array{ParamSpec{.name = "problem",
                         .unit = "",
                         .help = "a packet of both polarisations at rest, or a plane wave",
                         .choices = kProblems},
               ParamSpec{.name = "sigma",
                         .unit = "length",
                         .fallback = 0.05,
                         .min = 0.02,
                         .max = 0.07,
                         .help = "width of the packet"},
               ParamSpec{.name = "polarisation",
                         .unit = "rad",
                         .fallback = 0.5,
                         .min = 0.0,
                         .max = 3.141592653589793,
                         .help = "of the plane wave: 0 is plus, pi/2 is cross"}});

/// The Einstein equations, linear about flat space, in harmonic gauge, where nothing depends on z:
/// each h_ij obeys the wave equation. Data are transverse (d_i h_ij = 0) and traceless, and remain
/// so: both obey the wave equation too.          (Misner, Thorne, Wheeler 1973, 35; algorithms 7.2)
class VectorWave final : public WaveKernel<2> {
 public:
  enum Field { kXX, kXY, kYY, kXZ, kYZ, kZZ, kFields };
  using Tensor = std::array<double, kFields>;

  struct Options {
    bool is_plane;
    double sigma;
    double polarisation;
    Point wave_vector;  ///< [1/length]
  };

  VectorWave(const Equation& equation, const Options& options, bool is_periodic)
      : WaveKernel(equation, {"h_xx", "h_xy", "h_yy", "h_xz", "h_yz", "h_zz"}, is_periodic),
        options_(options) {}

  bool exact(const Point& center, const Point&, double time,
             std::span<double> values) const override {
    if (options_.is_plane) {
      plane(center, time, values);
    }
    return options_.is_plane;
  }

  std::span<const solver::Monitor> monitors() const override { return monitors_; }
  void measure(const storage::View<2>& state, const geometry::Index<2>& cell,
               const solver::Place<2>& place, std::span<double> densities) const override {
    densities[0] = 0.0;
    for (int field = 0; field < kFields; ++field) {
      const double twice = field == kXY || field == kXZ || field == kYZ ? 2.0 : 1.0;
      densities[0] += twice * system().energy(state, field, cell, place.spacing);
    }
    const double trace = state(kXX, cell) + state(kYY, cell) + state(kZZ, cell);
    densities[1] = trace * trace;
    const auto divergence = [&](int along_x, int along_y) {
      return Equation::slope(state, along_x, cell, 0, place.spacing[0]) +
             Equation::slope(state, along_y, cell, 1, place.spacing[1]);
    };
    densities[2] = 0.0;
    for (const double part : {divergence(kXX, kXY), divergence(kXY, kYY), divergence(kXZ, kYZ)}) {
      densities[2] += part * part;
    }
  }

 private:
  void check_scene(const solver::Scene<2>& scene) const override {
    if (options_.is_plane) {
      require_whole_waves(scene, options_.wave_vector);
    }
  }
  /// Whole waves fit between periodic sides.
  bool is_exact_in(const solver::Scene<2>& scene) const override { return is_all_periodic(scene); }

  void start(const Point& x, std::span<double> values) const override {
    options_.is_plane ? plane(x, 0.0, values) : packet(x, values);
  }

  /// e_ij cos(k . x - omega t), where e = cos(p) (s s - z z) + sin(p) (s z + z s), s the unit
  /// vector normal to k and z.
  void plane(const Point& x, double time, std::span<double> values) const {
    const Point& k = options_.wave_vector;
    const double length = std::hypot(k[0], k[1]);
    const Point s = {-k[1] / length, k[0] / length};
    const double plus = std::cos(options_.polarisation);
    const double cross = std::sin(options_.polarisation);
    const Tensor e = {plus * s[0] * s[0], plus * s[0] * s[1], plus * s[1] * s[1],
                      cross * s[0],       cross * s[1],       -plus};
    const double omega = system().speed() * length;
    const double phase = k[0] * x[0] + k[1] * x[1] - omega * time;
    for (std::size_t field = 0; field < kFields; ++field) {
      values[field] = e[field] * std::cos(phase);
      values[field + kFields] = e[field] * omega * std::sin(phase);
    }
  }

  /// The projections of a Gaussian G on what is transverse and traceless, at rest: of sigma^2 G
  ///     h_xx = d_yy, h_xy = -d_xy, h_yy = d_xx, h_zz = -(d_xx + d_yy),
  /// and of sigma G  h_xz = -d_y, h_yz = d_x.
  void packet(const Point& x, std::span<double> values) const {
    const double a = (x[0] - 0.5) / options_.sigma;
    const double b = (x[1] - 0.5) / options_.sigma;
    const double gauss = std::exp(-0.5 * (a * a + b * b));
    const Tensor h = {
        (b * b - 1.0) * gauss,        -a * b * gauss, (a * a - 1.0) * gauss, b * gauss, -a * gauss,
        (2.0 - a * a - b * b) * gauss};
    std::copy(h.begin(), h.end(), values.begin());
    std::fill(values.begin() + kFields, values.end(), 0.0);
  }

  std::vector<solver::Monitor> monitors_{{"energy", true}, {"trace"}, {"divergence"}};
  Options options_;
};

/// \throws InputError where a plane wave has nowhere to go
void require_direction(const Params& params) {
  if (params.choice("problem") == "plane" && params["waves_x"] == 0.0 && params["waves_y"] == 0.0) {
    throw InputError(
        "kernel.waves_x and kernel.waves_y are 0: a plane wave wants one of them other than 0");
  }
}

}  // namespace

void register_vector_wave2d(Registry<ApplicationPlugin>& registry) {
  registry.add(
      {.name = "vector_wave2d",
       .summary = "six components of a metric perturbation; monitors of the constraints",
       .source = "Chandra and Parashar 2007, VectorWave2D",
       .params = kParams,
       .make = [](const Params& params) {
         constexpr double kTurn = 2.0 * std::numbers::pi;
         require_direction(params);
         const VectorWave::Options options{params.choice("problem") == "plane",
                                           params["sigma"],
                                           params["polarisation"],
                                           {kTurn * params["waves_x"], kTurn * params["waves_y"]}};
         const solver::WaveEquation<2> equation(params["speed"], params["dissipation"],
                                                VectorWave::kFields);
         auto plugin = std::make_unique<ApplicationPlugin>();
         plugin->application =
             std::make_unique<VectorWave>(equation, options, params.choice("sides") == "periodic");
         plugin->cells = {128, 128};
         plugin->lower = {0.0, 0.0};
         plugin->upper = {1.0, 1.0};
         return plugin;
       }});
}

}  // namespace evenkeel::kernels
