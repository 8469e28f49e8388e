// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Random fields of rock.
#include "evenkeel/kernels/permeability.hpp"

#include <cmath>
#include <numbers>

#include "evenkeel/core/rng.hpp"

namespace evenkeel::kernels {
namespace {

constexpr std::size_t kWaves = 100;

}  // namespace

template <int D>
Permeability<D>::Permeability(const Options& options) : options_(options) {
  Xoshiro256 generator(options.seed);
  waves_.resize(options.sigma > 0.0 ? kWaves : 0);
  for (Wave& wave : waves_) {
    for (double& along : wave.number) {
      along = normal(generator) / options.length;
    }
    wave.phase = 2.0 * std::numbers::pi * uniform(generator);
  }
}

template <int D>
double Permeability<D>::at(const hierarchy::Point<D>& x) const {
  double sum = 0.0;
  for (const Wave& wave : waves_) {
    double angle = wave.phase;
    for (std::size_t d = 0; d < D; ++d) {
      angle += wave.number[d] * x[d];
    }
    sum += std::cos(angle);
  }
  return options_.mean * std::exp(options_.sigma * std::sqrt(2.0 / kWaves) * sum);
}

template class Permeability<2>;
template class Permeability<3>;

}  // namespace evenkeel::kernels
