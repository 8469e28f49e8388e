// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Orders of WENO5 and ENO3, alone and across levels, and their conservation. (algorithms 7.4)
#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"

namespace evenkeel::converge {
namespace {

constexpr const char* kErrors = "error of the density against cells a side";

/// L1 error of a sine carried around once; dt ~ h^(5/3), so that the third-order stages' error
/// falls as fast as that of fifth-order space.
double sine_error(const char* scheme, const char* flux, std::int32_t cells) {
  const double cfl = 0.4 * std::pow(32.0 / cells, 2.0 / 3.0);
  Case<1> run("density_wave",
              {.params = {{"scheme", scheme}, {"flux", flux}}, .cells = {cells}, .cfl = cfl});
  run.run_to(1.0);
  return run.error(0).l1;
}

TEST(HighOrder, Weno5IsOfFifthOrderInOneDimension) {
  for (const char* flux : {"hllc", "llf"}) {
    const double coarse = sine_error("weno5", flux, 64);
    const double fine = sine_error("weno5", flux, 128);
    const std::string variant = std::string("weno5, ") + flux;

    draw("density_wave", kErrors, variant, {64, 128}, {coarse, fine});
    check("density_wave", "error on 64 cells", "exact solution", coarse, at_most(2e-6), variant);
    check("density_wave", "order on uniform grids", "exact solution", order(coarse, fine),
          at_least(4.5), variant);
  }
}

TEST(HighOrder, Eno3IsOfThirdOrderInOneDimension) {
  const double coarse = sine_error("eno3", "hllc", 64);
  const double fine = sine_error("eno3", "hllc", 128);

  draw("density_wave", kErrors, "eno3, hllc", {64, 128}, {coarse, fine});
  check("density_wave", "order on uniform grids", "exact solution", order(coarse, fine),
        near(3.0, 0.2), "eno3, hllc");
}

double vortex_error(const char* scheme, std::int32_t cells) {
  Case<2> run("vortex", {.params = {{"scheme", scheme}}, .cells = {cells, cells}});
  run.run_to(1.0);
  return run.error(0).l1;
}

TEST(HighOrder, VortexIsOfSecondOrderWithAFractionOfTheErrorOfSlopes) {
  const double slopes = vortex_error("hancock", 64);
  for (const char* scheme : {"weno5", "eno3"}) {
    const double coarse = vortex_error(scheme, 64);

    const double fine = vortex_error(scheme, 128);

    draw("vortex", kErrors, scheme, {64, 128}, {coarse, fine});
    check("vortex", "order on uniform grids", "exact solution", order(coarse, fine), at_least(1.9),
          scheme);
    check("vortex", "error / that of second-order slopes", "-", coarse / slopes, at_most(0.5),
          scheme);
  }
}

/// L1 error of the sine with two levels, or on the finer one alone.
double two_level_error(std::int32_t finest, int levels) {
  const double cfl = 0.2 * std::pow(64.0 / finest, 2.0 / 3.0);
  const solver::FlagRule crest{.kind = solver::FlagRule::Kind::kValue, .threshold = {1.1}};
  Case<1> run("density_wave", {.params = {{"scheme", "weno5"}},
                               .cells = {levels == 1 ? finest : finest / 2},
                               .levels = levels,
                               .flags = crest,
                               .cfl = cfl});
  run.run_to(1.0);
  return run.error(0).l1;
}

TEST(HighOrder, EdgesOfLevelsDoNotSpoilTheOrder) {
  const double coarse = two_level_error(128, 2);

  EXPECT_GE(order(coarse, two_level_error(256, 2)), 4.5);
  // The coarse half of the wave decides, and has the error of a coarse grid: edges add nothing.
  EXPECT_LE(coarse, 1.1 * two_level_error(64, 1));
}

/// A scalar in a wind along axis 0: values one by one, without waves.
TEST(HighOrder, Weno5CarriesAScalarInHighOrder) {
  const auto error = [](std::int32_t cells) {
    const double cfl = 0.4 * std::pow(64.0 / cells, 2.0 / 3.0);
    const ParamValues params{{"scheme", "weno5"}, {"sigma", 0.1}, {"wind_y", 0.0}};
    Case<2> run("tp2d", {.params = params, .cells = {cells, 8}, .upper = {1.0, 1.0}, .cfl = cfl});
    run.run_to(0.4);
    return run.error(0).l1;
  };

  check("tp2d", "order on uniform grids", "exact solution", order(error(64), error(128)),
        at_least(4.5), "weno5, wind along x");
}

}  // namespace
}  // namespace evenkeel::converge
