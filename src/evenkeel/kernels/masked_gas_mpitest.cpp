// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Gas around a body: nothing leaks through its walls, and boxes and ranks do not show.
/// ranks: 1 3
#include <gtest/gtest.h>

#include "evenkeel/kernels/gas.hpp"
#include "evenkeel/kernels/test_problem.hpp"
#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::kernels {
namespace {

using Method = solver::SchemeOptions::Method;

/// A blast in a closed box with a body beside it.
template <int D>
class Closed final : public Gas<D> {
 public:
  using typename Gas<D>::Point;
  using typename Gas<D>::Values;

  explicit Closed(const GasOptions<D>& options) : Gas<D>(options) {
    solid_.lower.fill(0.5);
    solid_.upper.fill(0.75);
    solid_.upper[0] = 1.0;
  }
  std::span<const solver::Solid<D>> solids() const override { return {&solid_, 1}; }

 private:
  Values initial(const Point& x) const override {
    double square = 0.0;
    for (const double along : x) {
      square += (along - 0.35) * (along - 0.35);
    }
    Values w{};
    w[solver::Euler<D>::kDensity] = 1.0;
    w[solver::Euler<D>::kPressure] = square < 0.02 ? 5.0 : 1.0;
    return w;
  }

  solver::Solid<D> solid_;
};

template <int D>
GasOptions<D> closed_options(Method method) {
  GasOptions<D> options;
  options.scheme.method = method;
  options.boundaries = all_boundaries<D>(solver::BoundaryKind::kReflect);
  options.flags = {.component = 0, .threshold = {0.03}};
  return options;
}

hierarchy::Mesh<2> box_mesh() {
  hierarchy::Mesh<2> mesh;
  mesh.cells = {24, 24};
  mesh.upper = {1.0, 1.0};
  mesh.max_levels = 3;
  return mesh;
}

/// Cells of a run that a body masks, and how many of them are not zero or are refined for nothing.
template <int D>
std::int64_t disturbed(solver::TestRun<D>& run, const solver::Solid<D>& body) {
  std::int64_t found = 0;
  const auto& hierarchy = run.hierarchy();
  for (int level = 0; level <= hierarchy.finest(); ++level) {
    for (const storage::Patch<D>& patch : hierarchy.level(level).patches()) {
      storage::for_each_row(patch.box, [&](geometry::Index<D> cell, std::int32_t count) {
        for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
          const auto x = hierarchy.mesh().center(level, cell);
          bool inside = true;
          for (std::size_t d = 0; d < D; ++d) {
            inside = inside && body.lower[d] < x[d] && x[d] < body.upper[d];
          }
          found += inside != (patch.state.view()(0, cell) == 0.0) ? 1 : 0;
        }
      });
    }
  }
  return run.hierarchy().communicator().sum(found);
}

TEST(MaskedGas, NothingLeaksThroughWallsOnAnyLevel) {
  const comm::Communicator world(MPI_COMM_WORLD);
  for (const Method method : {Method::kHancock, Method::kRungeKutta2, Method::kWeno5}) {
    const Closed<2> gas(closed_options<2>(method));
    solver::TestRun<2> run(world, box_mesh(), gas, {}, {});
    const double mass = solver::total(run.hierarchy(), 0);
    const double energy = solver::total(run.hierarchy(), 3);
    for (int n = 0; n < 12; ++n) {
      run.integrator().step(10.0);
    }
    EXPECT_EQ(run.hierarchy().finest(), 2);
    SCOPED_TRACE(static_cast<int>(method));
    EXPECT_NEAR(solver::total(run.hierarchy(), 0), mass, 1e-12 * mass);
    EXPECT_NEAR(solver::total(run.hierarchy(), 3), energy, 1e-12 * energy);
    EXPECT_EQ(disturbed(run, gas.solids().front()), 0);
  }
}

TEST(MaskedGas, IsTheSameToTheLastBitWhateverTheBoxesAndRanks) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const comm::Communicator alone(MPI_COMM_SELF);
  for (const Method method : {Method::kHancock, Method::kWeno5}) {
    const Closed<2> gas(closed_options<2>(method));
    solver::TestRun<2> cut(world, box_mesh(), gas, {}, {.max_box = 8});
    solver::TestRun<2> whole(alone, box_mesh(), gas, {}, {.max_box = 64, .seed = 7});
    for (int n = 0; n < 8; ++n) {
      cut.integrator().step(10.0);
      whole.integrator().step(10.0);
    }
    EXPECT_EQ(cut.checksum(), whole.checksum()) << static_cast<int>(method);
  }
}

/// Body and blast are symmetric about the diagonal: so is what becomes of them.
TEST(MaskedGas, WallsOfAllAxesAreAlike) {
  const comm::Communicator alone(MPI_COMM_SELF);
  auto mesh = box_mesh();
  mesh.max_levels = 1;
  class Square final : public Gas<2> {
   public:
    using Gas<2>::Gas;
    std::span<const solver::Solid<2>> solids() const override { return {&solid_, 1}; }

   private:
    Values initial(const Point& x) const override {
      const double square = (x[0] - 0.3) * (x[0] - 0.3) + (x[1] - 0.3) * (x[1] - 0.3);
      return {1.0, 0.0, 0.0, square < 0.02 ? 5.0 : 1.0, 0.0};
    }
    solver::Solid<2> solid_{{0.5, 0.5}, {0.75, 0.75}};
  };
  for (const Method method : {Method::kHancock, Method::kRungeKutta3, Method::kWeno5}) {
    const Square gas(closed_options<2>(method));
    solver::TestRun<2> run(alone, mesh, gas, {}, {.max_box = 64});
    for (int n = 0; n < 20; ++n) {
      run.integrator().step(10.0);
    }
    const storage::View<2> u = run.hierarchy().level(0).patches().front().state.view();
    for (const auto& [x, y] : {std::pair(11, 13), std::pair(10, 17), std::pair(12, 19)}) {
      EXPECT_NEAR(u(0, {x, y}), u(0, {y, x}), 1e-12) << x << " " << y;
      EXPECT_NEAR(u(1, {x, y}), u(2, {y, x}), 1e-12) << x << " " << y;
    }
  }
}

/// Checksum of a tunnel after some steps.
std::uint64_t tunnel(const Problem<2>& problem, const comm::Communicator& communicator,
                     const solver::TestLayout& layout) {
  solver::IntegratorOptions<2> options;
  options.regrid_interval = 2;
  solver::TestRun<2> run(communicator, problem.mesh, problem.application(), options, layout);
  for (int n = 0; n < 6; ++n) {
    run.integrator().step(10.0);
  }
  EXPECT_EQ(run.hierarchy().finest(), 2);
  return run.checksum();
}

TEST(MaskedGas, MendedCornersAreTheSameWhateverTheBoxesAndRanks) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const comm::Communicator alone(MPI_COMM_SELF);
  for (const char* scheme : {"hancock", "rk3", "weno5"}) {
    SCOPED_TRACE(scheme);
    const Problem<2> plain("eno2d", {{"scheme", scheme}}, {60, 20});
    const Problem<2> mended("eno2d", {{"scheme", scheme}, {"corner", "entropy"}}, {60, 20});
    const std::uint64_t serial = tunnel(mended, alone, {.max_box = 64});

    EXPECT_NE(serial, tunnel(plain, alone, {.max_box = 64}));
    EXPECT_EQ(serial, tunnel(mended, world, {.max_box = 16, .seed = 3}));
    EXPECT_EQ(serial, tunnel(mended, world, {.max_box = 8, .seed = 5}));
  }
}

}  // namespace
}  // namespace evenkeel::kernels
