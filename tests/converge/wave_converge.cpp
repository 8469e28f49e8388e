// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Waves: orders, energy, what a pulse becomes, what an interface and a side give back, constraints.
/// (algorithms 7.2)
#include <numbers>

#include <gtest/gtest.h>

#include "case.hpp"

namespace evenkeel::converge {
namespace {

/// L1 error of u on a uniform grid of \p cells cells a side.
template <int D>
double error_of(const ParamValues& params, std::int32_t cells, double time) {
  Case<D> run(D == 2 ? "wave2d" : "wave3d",
              {.params = params, .cells = std::vector<std::int32_t>(D, cells)});
  run.run_to(time);
  return run.error(0).l1;
}

TEST(Wave, DifferencesAreOfFourthOrder) {
  for (const char* problem : {"standing", "plane"}) {
    for (const double dissipation : {0.0, 0.2}) {
      const ParamValues params{
          {"problem", problem}, {"dissipation", dissipation}, {"waves_x", 2.0}};

      EXPECT_GE(order(error_of<2>(params, 64, 0.5), error_of<2>(params, 128, 0.5)), 3.8)
          << problem << ' ' << dissipation;
    }
    const ParamValues params{{"problem", problem}};
    EXPECT_GE(order(error_of<3>(params, 16, 0.3), error_of<3>(params, 32, 0.3)), 3.8) << problem;
  }
}

TEST(Wave, PulseSpreadsAsTheExactOne) {
  const ParamValues wide{{"sigma", 0.1}};

  EXPECT_GE(order(error_of<2>(wide, 64, 0.25), error_of<2>(wide, 128, 0.25)), 3.8);
  EXPECT_GE(order(error_of<3>(wide, 32, 0.25), error_of<3>(wide, 64, 0.25)), 3.8);
}

/// Errors of a pulse whose middle part is refined, the refined region growing with the ring.
template <int D>
double adaptive_error(std::int32_t cells) {
  Case<D> run(D == 2 ? "wave2d" : "wave3d", {.params = {{"sigma", 0.1}},
                                             .cells = std::vector<std::int32_t>(D, cells),
                                             .levels = 2,
                                             .flags = {{.kind = solver::FlagRule::Kind::kValue,
                                                        .threshold = {0.1}}},
                                             .max_box = 32});
  EXPECT_GT(run.hierarchy().finest(), 0);
  run.run_to(0.2);
  return run.error(0).l1;
}

TEST(Wave, RefinementKeepsSecondOrderAndMore) {
  EXPECT_GE(order(adaptive_error<2>(64), adaptive_error<2>(128)), 1.9);
  EXPECT_GE(order(adaptive_error<3>(32), adaptive_error<3>(64)), 1.9);
}

TEST(Wave, AdaptiveErrorIsThatOfTheUniformFineGrid) {
  Case<2> adaptive("wave2d", {.levels = 3, .thresholds = {0.005}, .max_box = 32});
  Case<2> uniform("wave2d", {.cells = {256, 256}});
  adaptive.run_to(0.2);
  uniform.run_to(0.2);

  EXPECT_LE(adaptive.error(0).l1, 1.2 * uniform.error(0).l1);
  EXPECT_LE(adaptive.filling(), 0.6);
}

template <int D>
double energy(Case<D>& run) {
  run.integrator().fill_ghosts();
  return solver::monitored(run.hierarchy(), run.application())[0];
}

TEST(Wave, EnergyStaysOverTenPeriods) {
  const double period = 1.0 / std::numbers::sqrt2;
  Case<2> run("wave2d", {.params = {{"problem", "standing"}}});
  const double before = energy(run);
  run.run_to(10.0 * period);

  EXPECT_NEAR(before, std::numbers::pi * std::numbers::pi, 1e-3);  // mean of omega^2 cos^2 cos^2 / 2
  EXPECT_NEAR(energy(run) / before, 1.0, 1e-4);
}

}  // namespace
}  // namespace evenkeel::converge
