// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How easily a rock lets fluids pass, place by place.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::kernels {

/// Constant, or lognormal with a Gaussian correlation: a sum of waves with random directions and
/// phases, so that each place has its value whatever the grid.
///
///     ln(K / mean) = sigma sqrt(2 / n) sum_n cos(k_n x + phase_n),  k_n normal with 1 / length
///                                                                   (Shinozuka and Jan 1972)
template <int D>
class Permeability {
 public:
  struct Options {
    double mean = 1.0;    ///< geometric [length^2]
    double sigma = 0.0;   ///< of the logarithm; 0: constant
    double length = 0.1;  ///< of correlation [length]
    std::uint64_t seed = 1;
  };
  explicit Permeability(const Options& options);

  double at(const hierarchy::Point<D>& x) const;

 private:
  struct Wave {
    hierarchy::Point<D> number{};
    double phase = 0.0;
  };
  Options options_;
  std::vector<Wave> waves_;
};

}  // namespace evenkeel::kernels
