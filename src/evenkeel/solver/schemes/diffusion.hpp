// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Diffusion of the values of one patch by an explicit or a stabilised explicit step.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {

/// One step of forward Euler (one stage) or of the Runge-Kutta-Legendre method RKL2, which takes s
/// stages for a step as long as (s^2 + s - 2) / 4 of forward Euler's; it is of second order in time
/// and monotone.                                                (Meyer, Balsara, Aslam 2014)
///
///   Y_j = mu_j Y_{j-1} + nu_j Y_{j-2} + (1 - mu_j - nu_j) Y_0
///         + dt (mu'_j L(Y_{j-1}) + gamma'_j L(Y_0))
class DiffusionStages {
 public:
  /// \pre stages is 1 or at least 3: with 2 nothing is won
  explicit DiffusionStages(int stages);

  int count() const { return static_cast<int>(steps_.size()); }

  /// Longest stable step over that of forward Euler.
  double reach() const { return reach_; }

  struct Step {
    double mu = 0.0, nu = 0.0, start = 1.0;   ///< of Y_{j-1}, Y_{j-2}, Y_0
    double change = 1.0, first_change = 0.0;  ///< of dt L(Y_{j-1}), dt L(Y_0)
    double share = 1.0;  ///< of the fluxes of Y_{j-1} in those of the whole step
  };
  const Step& step(int stage) const { return steps_[static_cast<std::size_t>(stage)]; }

 private:
  std::vector<Step> steps_;
  double reach_ = 1.0;
};

/// u_t = div(D_c grad u) for every component c of \p step over dt: central fluxes through faces,
/// recorded, so that refluxing conserves.
///
/// All stages are made here, each on one layer of ghosts less, so that ghosts travel once a step.
/// \param diffusivity  shape [components] [length^2/time]
/// \pre the state has as many layers of ghosts as there are stages
template <int D>
void diffuse(const StageStep<D>& step, std::span<const double> diffusivity,
             const DiffusionStages& stages, Scratch& scratch);

/// Largest signal rate for \p stages: dt times it is at most 1 where the step is stable. [1/time]
template <int D>
double diffusion_rate(const Place<D>& place, std::span<const double> diffusivity,
                      const DiffusionStages& stages);

}  // namespace evenkeel::solver
