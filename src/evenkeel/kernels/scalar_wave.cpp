// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Starts and exact solutions of a single wave.
#include "evenkeel/kernels/scalar_wave.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "evenkeel/kernels/pulse.hpp"
#include "evenkeel/kernels/wave_kernel.hpp"

namespace evenkeel::kernels {
namespace {

struct ScalarWaveOptions {
  enum class Problem { kGaussian, kStanding, kPlane };
  Problem problem = Problem::kGaussian;
  double sigma = 0.05;
  std::array<double, 3> wave_vector{};  ///< [1/length]
};

template <int D>
class ScalarWave final : public WaveKernel<D> {
 public:
  using Point = hierarchy::Point<D>;

  ScalarWave(const solver::WaveEquation<D>& equation, const ScalarWaveOptions& options,
             bool is_periodic)
      : WaveKernel<D>(equation, {"u"}, is_periodic), options_(options) {
    double square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      square += options.wave_vector[d] * options.wave_vector[d];
    }
    frequency_ = equation.speed() * std::sqrt(square);
  }

  bool exact(const Point& center, const Point&, double time,
             std::span<double> values) const override {
    const WaveValue value = at(center, time);
    values[0] = value.u;
    values[1] = value.rate;
    return true;
  }

  std::span<const solver::Monitor> monitors() const override { return monitors_; }
  void measure(const storage::View<D>& state, const geometry::Index<D>& cell,
               const solver::Place<D>& place, std::span<double> densities) const override {
    densities[0] = this->system().energy(state, 0, cell, place.spacing);
  }

 private:
  using Problem = ScalarWaveOptions::Problem;

  void check_scene(const solver::Scene<D>& scene) const override {
    if (options_.problem != Problem::kGaussian) {
      Point wave_vector;
      std::copy_n(options_.wave_vector.begin(), D, wave_vector.begin());
      this->require_whole_waves(scene, wave_vector);
    } else if (this->is_periodic() && !scene.has_own_domain) {
      throw InputError(
          "kernel.problem is 'gaussian', whose images between periodic sides are those of the unit "
          "cube: leave domain.lower and domain.upper as they are, or give kernel.sides = "
          "'outgoing'");
    }
  }
  /// Whole waves fit between periodic sides; images of the pulse are those of the unit cube.
  bool is_exact_in(const solver::Scene<D>& scene) const override {
    return options_.problem == Problem::kGaussian ? solver::Application<D>::is_exact_in(scene)
                                                  : this->is_all_periodic(scene);
  }

  void start(const Point& x, std::span<double> values) const override { exact(x, {}, 0.0, values); }

  WaveValue at(const Point& x, double time) const {
    switch (options_.problem) {
      case Problem::kStanding:
        return standing(x, time);
      case Problem::kPlane:
        return plane(x, time);
      default:
        return pulses(x, time);
    }
  }

  /// product of cos(k_d x_d), times cos(omega t)
  WaveValue standing(const Point& x, double time) const {
    double shape = 1.0;
    for (std::size_t d = 0; d < D; ++d) {
      shape *= std::cos(options_.wave_vector[d] * x[d]);
    }
    return {shape * std::cos(frequency_ * time), -shape * frequency_ * std::sin(frequency_ * time)};
  }

  /// cos(k . x - omega t)
  WaveValue plane(const Point& x, double time) const {
    double phase = -frequency_ * time;
    for (std::size_t d = 0; d < D; ++d) {
      phase += options_.wave_vector[d] * x[d];
    }
    return {std::cos(phase), frequency_ * std::sin(phase)};
  }

  static constexpr double kReach = 8.5;  ///< of a pulse [sigma]; below exp(-36) from there on

  /// The pulse from the middle of the unit cube, and from those images that have come so far.
  WaveValue pulses(const Point& x, double time) const {
    const double speed = this->system().speed();
    const double farthest = speed * time + kReach * options_.sigma;
    if constexpr (D == 2) {
      if (this->is_periodic() && time > 0.0 && farthest > 1.5) {
        return periodic_pulse(x, speed * time, options_.sigma, speed);
      }
    }
    const int images =
        this->is_periodic() ? std::max(1, static_cast<int>(std::ceil(farthest - 0.5))) : 0;
    geometry::Box<D> cells;
    cells.lo.fill(-images);
    cells.hi.fill(images + 1);
    WaveValue sum;
    storage::for_each_row(cells, [&](geometry::Index<D> image, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++image[0]) {
        const WaveValue one = pulse(x, image, time);
        sum.u += one.u;
        sum.rate += one.rate;
      }
    });
    return sum;
  }

  WaveValue pulse(const Point& x, const geometry::Index<D>& image, double time) const {
    double square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      const double away = x[d] - 0.5 - image[d];
      square += away * away;
    }
    const double distance = std::sqrt(square);
    const double front = this->system().speed() * time;
    const double ahead = distance - front;
    const double reach = kReach * options_.sigma;
    if (ahead > reach || (D == 3 && ahead < -reach)) {  // in 3-D it leaves nothing behind
      return {};
    }
    return spreading_pulse<D>(distance, front, options_.sigma, this->system().speed());
  }

  std::vector<solver::Monitor> monitors_{{"energy", true}};
  ScalarWaveOptions options_;
  double frequency_;
};

}  // namespace

template <int D>
std::unique_ptr<ApplicationPlugin> make_scalar_wave(const Params& params) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  ScalarWaveOptions options;
  options.problem = static_cast<ScalarWaveOptions::Problem>(static_cast<int>(params["problem"]));
  options.sigma = params["sigma"];
  options.wave_vector = {kTurn * params["waves_x"], kTurn * params["waves_y"],
                         kTurn * params["waves_z"]};
  const solver::WaveEquation<D> equation(params["speed"], params["dissipation"], 1);
  auto plugin = std::make_unique<ApplicationPlugin>();
  plugin->application =
      std::make_unique<ScalarWave<D>>(equation, options, params.choice("sides") == "periodic");
  plugin->cells.assign(D, D == 2 ? 64 : 32);
  plugin->lower.assign(D, 0.0);
  plugin->upper.assign(D, 1.0);
  return plugin;
}

template std::unique_ptr<ApplicationPlugin> make_scalar_wave<2>(const Params&);
template std::unique_ptr<ApplicationPlugin> make_scalar_wave<3>(const Params&);

}  // namespace evenkeel::kernels
