// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Starts and exact solutions of a single wave.
#include "evenkeel/kernels/scalar_wave.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "evenkeel/kernels/pulse.hpp"
#include "evenkeel/solver/schemes/point_scheme.hpp"
#include "evenkeel/solver/schemes/wave_equation.hpp"

namespace evenkeel::kernels {
namespace {

using solver::BoundaryKind;

struct ScalarWaveOptions {
  enum class Problem { kGaussian, kStanding, kPlane };
  Problem problem = Problem::kGaussian;
  double sigma = 0.05;
  std::array<double, 3> wave_vector{};  ///< [1/length]
  bool is_periodic = true;
};

template <int D>
class ScalarWave final : public solver::PointScheme<D, solver::WaveEquation<D>> {
 public:
  using Equation = solver::WaveEquation<D>;
  using Point = hierarchy::Point<D>;

  ScalarWave(const Equation& equation, const ScalarWaveOptions& options)
      : solver::PointScheme<D, Equation>(equation), options_(options) {
    double square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      square += options.wave_vector[d] * options.wave_vector[d];
    }
    frequency_ = equation.speed() * std::sqrt(square);
  }

  std::span<const solver::Component> components() const override { return components_; }
  solver::FlagRule default_flags() const override { return {.threshold = {0.05}}; }

  solver::Boundaries<D> boundaries() const override {
    const BoundaryKind kind =
        options_.is_periodic ? BoundaryKind::kPeriodic : BoundaryKind::kOutflow;
    solver::Boundaries<D> all;
    all.fill({kind, kind});
    return all;
  }

  void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>& place) const override {
    storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        const WaveValue value = at(place.center(cell), 0.0);
        state(0, cell) = value.u;
        state(1, cell) = value.rate;
      }
    });
  }

  bool exact(const Point& center, const Point&, double time,
             std::span<double> values) const override {
    const WaveValue value = at(center, time);
    values[0] = value.u;
    values[1] = value.rate;
    return true;
  }

 private:
  using Problem = ScalarWaveOptions::Problem;

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

  /// The pulse from the middle of the unit cube and those from its nearest images.
  WaveValue pulses(const Point& x, double time) const {
    const int images = options_.is_periodic ? 1 : 0;
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
    if (distance > front + 8.5 * options_.sigma) {  // below exp(-36)
      return {};
    }
    return spreading_pulse<D>(distance, front, options_.sigma, this->system().speed());
  }

  std::vector<solver::Component> components_{{"u", false}, {"u_t", false}};
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
  options.is_periodic = params.choice("sides") == "periodic";
  const solver::WaveEquation<D> equation(params["speed"], params["dissipation"], 1);
  auto plugin = std::make_unique<ApplicationPlugin>();
  plugin->application = std::make_unique<ScalarWave<D>>(equation, options);
  plugin->cells.assign(D, D == 2 ? 64 : 32);
  plugin->lower.assign(D, 0.0);
  plugin->upper.assign(D, 1.0);
  return plugin;
}

template std::unique_ptr<ApplicationPlugin> make_scalar_wave<2>(const Params&);
template std::unique_ptr<ApplicationPlugin> make_scalar_wave<3>(const Params&);

}  // namespace evenkeel::kernels
