// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Source terms split off steps of one and of several stages.
/// ranks: 1 3
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "evenkeel/kernels/transport.hpp"
#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::kernels {
namespace {

using Method = solver::SchemeOptions::Method;
constexpr double kTurn = 2.0 * std::numbers::pi;

struct UnitWind {
  template <class T>
  T factor(int, int, T, double) const {
    return 1.0;
  }
  double strength(int, double) const { return 1.0; }
};

/// u_t + u_x = -k(x) u with k = 3 (1 + sin(2 pi x)): along a path u decays by the integral of k.
class Decay final : public Transport<1, UnitWind> {
 public:
  explicit Decay(Method method)
      : Transport<1, UnitWind>({}, {.method = method}, {.threshold = {0.01}}) {}

  bool has_source() const override { return true; }
  void react(const solver::SourceStep<1>& step) const override {
    for (std::int32_t i = step.box.lo[0]; i < step.box.hi[0]; ++i) {
      const double x = step.place.center({i})[0];
      step.state(0, {i}) *= std::exp(-3.0 * (1.0 + std::sin(kTurn * x)) * step.dt);
    }
  }
  bool exact(const Point& x, const Point&, double time, std::span<double> values) const override {
    const auto integral = [](double at) { return 3.0 * (at - std::cos(kTurn * at) / kTurn); };
    values[0] = start(x[0] - time) * std::exp(integral(x[0] - time) - integral(x[0]));
    return true;
  }

 private:
  static double start(double x) {
    const double s = std::sin(0.5 * kTurn * (x - 0.3));
    return std::exp(-8.0 * s * s);
  }
  double initial(const Point& x, const Point&) const override { return start(x[0]); }
};

hierarchy::Mesh<1> line(std::int32_t cells, int levels) {
  hierarchy::Mesh<1> mesh;
  mesh.cells = {cells};
  mesh.upper = {1.0};
  mesh.periodic = {true};
  mesh.max_levels = levels;
  return mesh;
}

/// Mean error of all cells of the base level after a fifth of a turn.
double error(Method method, std::int32_t cells, int levels) {
  const comm::Communicator alone(MPI_COMM_SELF);
  const Decay decay(method);
  solver::IntegratorOptions<1> options;
  options.cfl = 0.4;
  solver::TestRun<1> run(alone, line(cells, levels), decay, options, {});
  while (run.integrator().clock().time < 0.2 * (1.0 - 1e-12)) {
    run.integrator().step(0.2);
  }
  EXPECT_EQ(run.hierarchy().finest(), levels - 1);
  double sum = 0.0;
  for (const storage::Patch<1>& patch : run.hierarchy().level(0).patches()) {
    for (std::int32_t i = patch.box.lo[0]; i < patch.box.hi[0]; ++i) {
      double exact = 0.0;
      decay.exact(run.hierarchy().mesh().center(0, {i}), {}, 0.2, {&exact, 1});
      sum += std::abs(patch.state.view()(0, {i}) - exact);
    }
  }
  return sum / cells;
}

TEST(SplitSource, StepsOfSeveralStagesAreOfSecondOrder) {
  for (const Method method :
       {Method::kHancock, Method::kRungeKutta2, Method::kRungeKutta3, Method::kWeno5}) {
    for (const int levels : {1, 2}) {
      const double coarse = error(method, 64, levels);
      const double fine = error(method, 128, levels);
      EXPECT_GT(std::log2(coarse / fine), 1.7) << static_cast<int>(method) << " " << levels;
    }
  }
}

TEST(SplitSource, BoxesAndRanksDoNotShow) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const comm::Communicator alone(MPI_COMM_SELF);
  for (const Method method : {Method::kRungeKutta2, Method::kWeno5}) {
    const Decay decay(method);
    solver::TestRun<1> cut(world, line(64, 3), decay, {}, {.max_box = 8});
    solver::TestRun<1> whole(alone, line(64, 3), decay, {}, {.max_box = 64, .seed = 7});
    for (int n = 0; n < 6; ++n) {
      cut.integrator().step(10.0);
      whole.integrator().step(10.0);
    }
    EXPECT_EQ(cut.checksum(), whole.checksum()) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace evenkeel::kernels
