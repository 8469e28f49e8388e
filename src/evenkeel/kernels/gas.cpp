// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Initial cell averages, names and admissible states of a gas.
#include "evenkeel/kernels/gas.hpp"

#include <string>

#include "evenkeel/kernels/sampling.hpp"

template class evenkeel::solver::FiniteVolume<1, evenkeel::kernels::GasModel<1>>;
template class evenkeel::solver::FiniteVolume<2, evenkeel::kernels::GasModel<2>>;
template class evenkeel::solver::FiniteVolume<3, evenkeel::kernels::GasModel<3>>;

namespace evenkeel::kernels {

template <int D>
Gas<D>::Gas(const GasOptions<D>& options)
    : solver::FiniteVolume<D, GasModel<D>>({{options.gamma, options.scheme.lax_friedrichs}},
                                           options.scheme),
      boundaries_(options.boundaries),
      flags_(options.flags) {
  components_.push_back({"density"});
  for (std::size_t d = 0; d < D; ++d) {
    components_.push_back({std::string(1, "xyz"[d]) + "_momentum"});
  }
  components_.push_back({"energy"});
  components_.push_back({"tracer_density"});
}

template <int D>
void Gas<D>::initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                        const solver::Place<D>& place) const {
  set_averages<D>(state, box, place, [this](const Point& center, const Point& spacing) {
    return average(center, spacing);
  });
}

template <int D>
typename Gas<D>::Values Gas<D>::average(const Point& center, const Point& spacing) const {
  return sampled_average<D, Values>(center, spacing, samples(center, spacing),
                                    [&](const Point& x) { return conserved(initial(x)); });
}

template <int D>
void Gas<D>::inflow(const Point& x, double time, std::span<double> values) const {
  put(beyond(x, time), values);
}

template <int D>
bool Gas<D>::is_admissible(std::span<const double> values) const {
  Values u;
  std::copy(values.begin(), values.end(), u.begin());
  return u[solver::Euler<D>::kDensity] > 0.0 &&
         gas().primitives(u)[solver::Euler<D>::kPressure] > 0.0;
}

template <int D>
void Gas<D>::check_row(std::span<const double* const> values, std::span<std::uint8_t> ok) const {
  check_row_of_gas<solver::Euler<D>>(values, ok);
}

template <int D>
void Gas<D>::derive(std::size_t which, std::span<const double* const> values,
                    std::span<double> out) const {
  derive_of_gas(gas(), which, values, out);
}

template <int D>
void Gas<D>::put(const Values& primitive, std::span<double> values) const {
  const Values u = gas().conserved(primitive);
  std::copy(u.begin(), u.end(), values.begin());
}

template class Gas<1>;
template class Gas<2>;
template class Gas<3>;

}  // namespace evenkeel::kernels
