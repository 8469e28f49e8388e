// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What kernels say of where they are to run.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/kernels/application_registry.hpp"

namespace evenkeel::kernels {

/// A kernel, and what a case changes of it.
struct TestScene {
  const char* kernel;
  ParamValues params{};
  std::vector<double> lower{};                  ///< of the domain; empty: the kernel's own
  std::vector<double> upper{};                  ///< the same
  std::optional<solver::BoundaryKind> sides{};  ///< all of them; none: the kernel's own

  /// What speaks against it; "" where nothing does.
  std::string fault() const {
    try {
      is_exact();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  /// True where the kernel knows exact values in it. \throws InputError
  bool is_exact() const {
    Registry<ApplicationPlugin> registry;
    register_builtin(registry);
    const auto plugin = registry.make(kernel, params);
    return std::visit([&](const auto& application) { return settled(*plugin, *application); },
                      plugin->application);
  }

 private:
  template <int D>
  bool settled(const ApplicationPlugin& plugin, solver::Application<D>& application) const {
    solver::Scene<D> scene{.mesh = {}, .boundaries = application.boundaries()};
    for (std::size_t d = 0; d < D; ++d) {
      scene.mesh.cells[d] = plugin.cells[d];
      scene.mesh.lower[d] = lower.empty() ? plugin.lower[d] : lower[d];
      scene.mesh.upper[d] = upper.empty() ? plugin.upper[d] : upper[d];
      if (sides) {
        scene.boundaries[d].fill(*sides);
      }
    }
    scene.has_own_domain = lower.empty() && upper.empty();
    application.settle(scene);
    std::vector<double> values(application.components().size());
    return application.knows_exact() &&
           application.exact(scene.mesh.center(0, {}), scene.mesh.spacing(0), 0.5, values);
  }
};

}  // namespace evenkeel::kernels
