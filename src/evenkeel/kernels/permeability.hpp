// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How easily a rock lets fluids pass, place by place.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "evenkeel/solver/application.hpp"

namespace evenkeel::kernels {

/// Constant, or lognormal with a Gaussian correlation: a sum of waves with random directions and
/// phases, so that each place has its value whatever the grid, up to rounding, and each cell to the
/// last bit whatever the boxes.
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

  /// Sets component 0 of the cells of \p box to the value at their centres. Cost: two products and
  /// two sums a wave and cell, since what axes add to angles is tabled apart.
  void fill(const solver::Place<D>& place, const geometry::Box<D>& box,
            const storage::View<D>& out) const;

 private:
  struct Wave {
    hierarchy::Point<D> number{};
    double phase = 0.0;
  };
  /// What an axis adds to the angle of each wave, at each place of it: [waves][places].
  struct Turns {
    std::vector<double> cosine;
    std::vector<double> sine;
  };
  Turns turns(const solver::Place<D>& place, const geometry::Box<D>& box, std::size_t axis) const;

  Options options_;
  std::vector<Wave> waves_;
};

}  // namespace evenkeel::kernels
