// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where a case has its kernel run.
#pragma once

#include <variant>

#include "evenkeel/runtime/mesh_checks.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {

/// Tells the kernel of a sound case where it runs, and adds what speaks against that.
inline void settle_kernel(const io::Case& settings, kernels::ApplicationPlugin& kernel,
                          Problems& problems) {
  if (!problems.empty()) {
    return;
  }
  const auto settle = [&]<int D>(solver::Application<D>& application) {
    const auto boundaries = make_boundaries(settings, application);
    application.settle({.mesh = make_mesh<D>(settings, boundaries),
                        .boundaries = boundaries,
                        .has_own_domain = settings.numbers("domain.lower") == kernel.lower &&
                                          settings.numbers("domain.upper") == kernel.upper});
  };
  try {
    std::visit([&](const auto& application) { settle(*application); }, kernel.application);
  } catch (const InputError& error) {
    problems.add(place_of_fault(settings, error.what()), error.what());
  }
}

}  // namespace evenkeel::runtime
