// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two gases on several levels: one that is alone stays what it is, a contact keeps its pressure.
/// ranks: 1 3
#include "evenkeel/kernels/two_gas.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::kernels {
namespace {

using Method = solver::SchemeOptions::Method;
using Flow = solver::TwoGas<2>;

constexpr double kInverse = 2.5;  ///< 1 / (gamma - 1) of air
constexpr double kPressure = 2.0;

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

/// A drop of heavy gas that a wind carries under uniform pressure.
class Drop final : public TwoGases<2> {
 public:
  using TwoGases<2>::TwoGases;

 private:
  Values initial(const Point& x) const override {
    const double square = (x[0] - 0.4) * (x[0] - 0.4) + (x[1] - 0.5) * (x[1] - 0.5);
    const bool is_heavy = square < 0.02;
    return {is_heavy ? 5.0 : 1.0, 1.0, 0.5, kPressure, 0.0, is_heavy ? 11.0 : kInverse, 1.0};
  }
};

const Method kEveryMethod[] = {Method::kHancock, Method::kRungeKutta2, Method::kWeno5,
                               Method::kEno3};

/// Each method as it is, with local Lax-Friedrichs fluxes, and with slopes of waves.
std::vector<solver::SchemeOptions> every_scheme() {
  std::vector<solver::SchemeOptions> all;
  for (const Method method : kEveryMethod) {
    all.push_back({.method = method});
    all.push_back({.method = method, .lax_friedrichs = true});
    if (!solver::is_high_order(method)) {  // which sees waves always
      all.push_back({.method = method, .characteristic = true});
    }
  }
  return all;
}

GasOptions<2> options_of(const solver::SchemeOptions& scheme) {
  GasOptions<2> options;
  options.scheme = scheme;
  options.boundaries = all_boundaries<2>(solver::BoundaryKind::kOutflow);
  options.flags = {.component = 0, .threshold = {0.05}};
  return options;
}

std::string name_of(const solver::SchemeOptions& scheme) {
  return fmt::format("method {}, lax_friedrichs {}, characteristic {}",
                     static_cast<int>(scheme.method), scheme.lax_friedrichs, scheme.characteristic);
}

/// Eight steps on three levels.
struct Adaptive {
  explicit Adaptive(const solver::Application<2>& gas) : run(world, mesh(), gas, {}, {}) {
    for (int n = 0; n < 8; ++n) {
      run.integrator().step(10.0);
    }
    EXPECT_EQ(run.hierarchy().finest(), 2);
  }

  static hierarchy::Mesh<2> mesh() {
    hierarchy::Mesh<2> mesh;
    mesh.cells = {32, 32};
    mesh.upper = {1.0, 1.0};
    mesh.max_levels = 3;
    return mesh;
  }

  /// The largest of \p fn(primitive values) over all cells of all levels, covered ones too.
  template <class Fn>
  double most(const Fn& fn) {
    double most = 0.0;
    for (const auto& level : run.hierarchy().levels()) {
      for (const storage::Patch<2>& patch : level->patches()) {
        storage::for_each_cell(patch.box, [&](const geometry::Index<2>& cell) {
          Flow::Values<double> u;
          for (std::size_t c = 0; c < u.size(); ++c) {
            u[c] = patch.state.view()(static_cast<int>(c), cell);
          }
          most = std::max(most, fn(Flow{}.primitives(u)));
        });
      }
    }
    return run.hierarchy().communicator().max(most);
  }

  comm::Communicator world{MPI_COMM_WORLD};
  solver::TestRun<2> run;
};

TEST(TwoGases, OneGasStaysThatGasOnAllLevels) {
  for (const solver::SchemeOptions& scheme : every_scheme()) {
    const Blast gas(options_of(scheme));
    const double off =
        Adaptive(gas).most([](const auto& w) { return std::abs(w[Flow::kInverse] - kInverse); });
    EXPECT_LT(off, 1e-12) << name_of(scheme);
  }
}

TEST(TwoGases, PressureStaysUniformAroundADropOnAllLevels) {
  for (const solver::SchemeOptions& scheme : every_scheme()) {
    const Drop gases(options_of(scheme));
    const double off = Adaptive(gases).most([](const auto& w) {
      return std::max(
          {std::abs(w[Flow::kPressure] - kPressure), std::abs(w[1] - 1.0), std::abs(w[2] - 0.5)});
    });
    // New fine values of high order come by weights of each value's own.
    const double bound = solver::is_high_order(scheme.method) ? 1e-6 : 1e-12;
    EXPECT_LT(off, bound) << name_of(scheme);
  }
}

TEST(TwoGases, EachFluxAndEachKindOfSlopesGivesAnotherResult) {
  const auto checksum = [](const solver::SchemeOptions& scheme) {
    const Blast gas(options_of(scheme));
    return Adaptive(gas).run.checksum();
  };
  for (const Method method : kEveryMethod) {
    const std::uint64_t plain = checksum({.method = method});
    EXPECT_NE(checksum({.method = method, .lax_friedrichs = true}), plain);
    EXPECT_EQ(checksum({.method = method, .characteristic = true}) == plain,
              solver::is_high_order(method));
  }
}

}  // namespace
}  // namespace evenkeel::kernels
