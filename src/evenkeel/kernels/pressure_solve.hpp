// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The pressure of two fluids in a rock, and the velocities it drives.
#pragma once

#include <optional>
#include <vector>

#include "evenkeel/elliptic/multigrid.hpp"
#include "evenkeel/kernels/fractional_flow.hpp"
#include "evenkeel/kernels/permeability.hpp"
#include "evenkeel/kernels/wells.hpp"
#include "evenkeel/solver/coupling.hpp"

namespace evenkeel::kernels {

/// Where components of the state are.
template <int D>
struct TwoPhaseLayout {
  static constexpr int kSaturation = 0;
  static constexpr int kPressure = 1;
  static constexpr int kLower = 2;      ///< D velocities through lower faces [length/time]
  static constexpr int kUpper = 2 + D;  ///< D through upper faces
  static constexpr int kComponents = 2 + 2 * D;
};

/// What is solved for.
template <int D>
struct TwoPhaseProblem {
  FractionalFlow flow;
  Permeability<D> rock;
  std::vector<Well<D>> wells;
  double tolerance = 1e-10;
  int interval = 1;   ///< coarse steps from one pressure to the next
  double beta = 2.0;  ///< \see solver::limited_slope
};

/// Sets pressures and velocities of all levels. The pressure of the last step is the first guess.
template <int D>
class PressureSolve final : public solver::Coupling<D> {
 public:
  PressureSolve(const TwoPhaseProblem<D>& problem, const elliptic::Walls<D>& walls)
      : problem_(problem), walls_(walls) {}

  int interval() const override { return problem_.interval; }
  solver::CouplingReport couple(hierarchy::Hierarchy<D>& hierarchy, double time) override;
  void drop_plans(int first) override { elliptic::drop_levels(multigrid_, first); }
  /// Around wells: pressure is steep there, and fronts begin.
  std::vector<geometry::Box<D>> always_refined(const hierarchy::Mesh<D>& mesh,
                                               int level) const override;

 private:
  void prepare(const hierarchy::Hierarchy<D>& hierarchy);
  void find_rock(const hierarchy::Hierarchy<D>& hierarchy);
  storage::View<D> mobility(const hierarchy::Hierarchy<D>& hierarchy, int level, std::size_t patch);

  TwoPhaseProblem<D> problem_;
  elliptic::Walls<D> walls_;
  storage::Pool pool_;
  std::optional<elliptic::Multigrid<D>> multigrid_;
  std::vector<std::vector<storage::Array<D>>> rock_;  ///< [levels][patches]: K, and room
};

}  // namespace evenkeel::kernels
