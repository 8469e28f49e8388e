// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Initial averages, admissible states and the end of a step of two gases.
#include "evenkeel/kernels/two_gas.hpp"

#include <cmath>
#include <string>

#include "evenkeel/kernels/sampling.hpp"

template class evenkeel::solver::FiniteVolume<2, evenkeel::kernels::TwoGasModel<2>>;
template class evenkeel::solver::FiniteVolume<3, evenkeel::kernels::TwoGasModel<3>>;

namespace evenkeel::kernels {
namespace {

/// Change of velocity from \p gas to a pressure \p to, by a shock or a rarefaction.
double velocity_change(const solver::GasState& gas, double gamma, double to) {
  const double sound = std::sqrt(gamma * gas.pressure / gas.density);
  if (to <= gas.pressure) {
    const double power = 0.5 * (gamma - 1.0) / gamma;
    return 2.0 * sound / (gamma - 1.0) * (std::pow(to / gas.pressure, power) - 1.0);
  }
  const double weight =
      2.0 / ((gamma + 1.0) * gas.density * (to + (gamma - 1.0) / (gamma + 1.0) * gas.pressure));
  return (to - gas.pressure) * std::sqrt(weight);
}

}  // namespace

double contact_velocity(const solver::GasState& left, double left_gamma,
                        const solver::GasState& right, double right_gamma) {
  const auto gap = [&](double pressure) {  // grows with pressure
    return velocity_change(left, left_gamma, pressure) +
           velocity_change(right, right_gamma, pressure) + right.velocity - left.velocity;
  };
  double low = 0.0;
  double high = std::max(left.pressure, right.pressure);
  while (gap(high) < 0.0) {
    high *= 2.0;
  }
  for (int halving = 0; halving < 200; ++halving) {
    const double middle = 0.5 * (low + high);
    (gap(middle) < 0.0 ? low : high) = middle;
  }
  return left.velocity - velocity_change(left, left_gamma, high);
}

template <int D>
TwoGases<D>::TwoGases(const GasOptions<D>& options)
    : solver::FiniteVolume<D, TwoGasModel<D>>({{options.scheme.lax_friedrichs}}, options.scheme),
      boundaries_(options.boundaries),
      flags_(options.flags) {
  components_.push_back({"density"});
  for (std::size_t d = 0; d < D; ++d) {
    components_.push_back({std::string(1, "xyz"[d]) + "_momentum"});
  }
  components_.push_back({"energy"});
  components_.push_back({"tracer_density"});
  // Not conserved, as gas that expands takes both along; refluxed as energy is, which follows them.
  components_.push_back({.name = "inverse_gamma_1", .has_source = true});
  components_.push_back({.name = "volume", .has_source = true});
}

template <int D>
void TwoGases<D>::initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                             const solver::Place<D>& place) const {
  set_averages<D>(state, box, place, [this](const Point& center, const Point& spacing) {
    return average(center, spacing);
  });
}

template <int D>
typename TwoGases<D>::Values TwoGases<D>::average(const Point& center, const Point& spacing) const {
  return sampled_average<D, Values>(center, spacing, samples(center, spacing),
                                    [&](const Point& x) { return conserved(initial(x)); });
}

template <int D>
bool TwoGases<D>::complete(const solver::StageStep<D>& step) const {
  solver::normalise(step);
  return true;
}

template <int D>
void TwoGases<D>::inflow(const Point& x, double time, std::span<double> values) const {
  const Values u = Flow{}.conserved(beyond(x, time));
  std::copy(u.begin(), u.end(), values.begin());
}

template <int D>
bool TwoGases<D>::is_admissible(std::span<const double> values) const {
  Values u;
  std::copy(values.begin(), values.end(), u.begin());
  return u[Flow::kDensity] > 0.0 && u[Flow::kInverse] > 0.0 && u[Flow::kVolume] > 0.0 &&
         Flow{}.primitives(u)[Flow::kPressure] > 0.0;
}

template <int D>
void TwoGases<D>::check_row(std::span<const double* const> values,
                            std::span<std::uint8_t> ok) const {
  check_row_of_gas<Flow>(values, ok);
  const double* inverse = values[Flow::kInverse];
  const double* volume = values[Flow::kVolume];
  for (std::size_t i = 0; i < ok.size(); ++i) {
    ok[i] = inverse[i] > 0.0 && volume[i] > 0.0 ? ok[i] : std::uint8_t{0};
  }
}

template class TwoGases<2>;
template class TwoGases<3>;

}  // namespace evenkeel::kernels
