// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Integrals over the composite grid: each place counted once, on its finest level.
#pragma once

#include <optional>
#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {

/// Integral of one component over the domain.
///
/// Collective. Sums are compensated: ranks and boxes change the result by about 1e-16 of the
/// integral of the absolute value.
/// \returns [unit of the component times length^D]
template <int D>
double total(const hierarchy::Hierarchy<D>& hierarchy, int component);

/// Integral of the absolute value of one component: the scale of what rounding does to total().
///
/// Collective.
template <int D>
double total_magnitude(const hierarchy::Hierarchy<D>& hierarchy, int component);

/// Distance from the exact solution.
struct ErrorNorms {
  double l1 = 0.0;    ///< mean over the domain of |u - exact|
  double l2 = 0.0;    ///< root of the mean of (u - exact)^2
  double linf = 0.0;  ///< largest |u - exact|
};

/// Errors of all components over the composite grid, shape [components]; NaN where a component has
/// no exact value.
///
/// Collective. Nothing where the application knows no exact solution.
template <int D>
std::optional<std::vector<ErrorNorms>> error_norms(const hierarchy::Hierarchy<D>& hierarchy,
                                                   const Application<D>& application, double time);

/// Integrals of the application's monitors over the composite grid, shape [monitors].
///
/// Collective. \pre ghosts of all levels are filled
template <int D>
std::vector<double> monitored(const hierarchy::Hierarchy<D>& hierarchy,
                              const Application<D>& application);

/// The cells of one patch that no finer level covers, as disjoint boxes. Not collective.
template <int D>
geometry::BoxList<D> uncovered(const hierarchy::Hierarchy<D>& hierarchy, int level,
                               const geometry::Box<D>& box);

}  // namespace evenkeel::solver
