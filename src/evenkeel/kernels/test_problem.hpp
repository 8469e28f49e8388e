// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A small adaptive run of a kernel whose bits must not depend on boxes, owners and ranks.
#pragma once

#include <array>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::kernels {

/// A kernel with the mesh of its own case, but for the cells.
template <int D>
struct Problem {
  std::unique_ptr<ApplicationPlugin> plugin;
  hierarchy::Mesh<D> mesh;

  Problem(const char* kernel, const ParamValues& params, const std::array<std::int32_t, D>& cells) {
    Registry<ApplicationPlugin> registry;
    register_builtin(registry);
    plugin = registry.make(kernel, params);
    mesh.cells = cells;
    mesh.max_levels = D == 3 ? 2 : 3;
    for (std::size_t d = 0; d < D; ++d) {
      mesh.lower[d] = plugin->lower[d];
      mesh.upper[d] = plugin->upper[d];
      mesh.periodic[d] = application().boundaries()[d][0] == solver::BoundaryKind::kPeriodic;
    }
  }

  const solver::Application<D>& application() const {
    return *std::get<static_cast<std::size_t>(D) - 1>(plugin->application);
  }

  /// Checksum and time after four coarse steps.
  std::pair<std::uint64_t, double> result(const comm::Communicator& communicator,
                                          const solver::TestLayout& layout) const {
    solver::IntegratorOptions<D> options;
    options.regrid_interval = 2;
    solver::TestRun<D> run(communicator, mesh, application(), options, layout);
    const double before = solver::total(run.hierarchy(), 0);
    for (int n = 0; n < 4; ++n) {
      run.integrator().step(10.0);
    }
    EXPECT_GE(run.hierarchy().finest(), 1) << "the test wants refinement";
    if (application().components()[0].conserved) {
      EXPECT_NEAR(solver::total(run.hierarchy(), 0), before, 1e-12 * before);
    }
    return {run.checksum(), run.integrator().clock().time};
  }

  void expect_no_dependence() const {
    const auto serial = result(comm::Communicator(MPI_COMM_SELF), {.max_box = 64, .seed = 7});
    const comm::Communicator world(MPI_COMM_WORLD);
    for (const int max_box : {16, 6}) {
      const auto seed = static_cast<std::uint32_t>(max_box);
      EXPECT_EQ(result(world, {.max_box = max_box, .seed = seed}), serial) << max_box;
    }
  }
};

}  // namespace evenkeel::kernels
