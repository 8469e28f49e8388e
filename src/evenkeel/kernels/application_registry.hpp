// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Kernels by name: the dimension is the kernel's, so a plug-in holds one of three.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "evenkeel/core/registry.hpp"
#include "evenkeel/solver/application.hpp"

namespace evenkeel::kernels {

/// A kernel in the dimension it has, with the case that suits it.
struct ApplicationPlugin {
  std::variant<std::unique_ptr<solver::Application<1>>, std::unique_ptr<solver::Application<2>>,
               std::unique_ptr<solver::Application<3>>>
      application;
  /// Defaults a case file may leave out: base cells and corners of the domain, shape [D].
  std::vector<std::int32_t> cells;
  std::vector<double> lower;
  std::vector<double> upper;
  int max_levels = 3;
  double cfl = 0.4;
  int regrid_interval = 4;
  /// Parameters that were changed, and are of no use with the others as they are.
  std::vector<std::string> idle;

  int dimension() const { return static_cast<int>(application.index()) + 1; }
};

/// Adds every kernel in apps/. Generated from the file names there.
void register_builtin(Registry<ApplicationPlugin>& registry);

}  // namespace evenkeel::kernels
