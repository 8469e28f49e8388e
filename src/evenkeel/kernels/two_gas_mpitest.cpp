// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two gases on several levels, where there is but one of them: it stays what it is.
/// ranks: 1 3
#include "evenkeel/kernels/two_gas.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::kernels {
namespace {

using Method = solver::SchemeOptions::Method;
using Flow = solver::TwoGas<2>;

constexpr double kInverse = 2.5;  ///< 1 / (gamma - 1) of air

/// A blast of air in air.
class Blast final : public TwoGases<2> {
 public:
  using TwoGases<2>::TwoGases;

 private:
  Values initial(const Point& x) const override {
    const double square = (x[0] - 0.4) * (x[0] - 0.4) + (x[1] - 0.5) * (x[1] - 0.5);
    Values w{};
    w[Flow::kDensity] = 1.0;
    w[Flow::kPressure] = square < 0.02 ? 10.0 : 1.0;
    w[Flow::kInverse] = kInverse;
    w[Flow::kVolume] = 1.0;
    return w;
  }
};

GasOptions<2> options_of(Method method) {
  GasOptions<2> options;
  options.scheme.method = method;
  options.boundaries = all_boundaries<2>(solver::BoundaryKind::kOutflow);
  options.flags = {.component = 0, .threshold = {0.05}};
  return options;
}

/// How far any cell of any level, covered ones too, is from air and from a volume of 1.
double off_from_air(solver::TestRun<2>& run) {
  double off = 0.0;
  const auto& hierarchy = run.hierarchy();
  for (int level = 0; level <= hierarchy.finest(); ++level) {
    for (const storage::Patch<2>& patch : hierarchy.level(level).patches()) {
      const storage::View<2> u = patch.state.view();
      storage::for_each_cell(patch.box, [&](const geometry::Index<2>& cell) {
        off = std::max({off, std::abs(u(static_cast<int>(Flow::kInverse), cell) - kInverse),
                        std::abs(u(static_cast<int>(Flow::kVolume), cell) - 1.0)});
      });
    }
  }
  return hierarchy.communicator().max(off);
}

TEST(TwoGases, OneGasStaysThatGasOnAllLevels) {
  const comm::Communicator world(MPI_COMM_WORLD);
  hierarchy::Mesh<2> mesh;
  mesh.cells = {32, 32};
  mesh.upper = {1.0, 1.0};
  mesh.max_levels = 3;
  for (const Method method :
       {Method::kHancock, Method::kRungeKutta2, Method::kWeno5, Method::kEno3}) {
    const Blast gas(options_of(method));
    solver::TestRun<2> run(world, mesh, gas, {}, {});
    for (int n = 0; n < 12; ++n) {
      run.integrator().step(10.0);
    }
    EXPECT_EQ(run.hierarchy().finest(), 2);
    EXPECT_LT(off_from_air(run), 1e-12) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace evenkeel::kernels
