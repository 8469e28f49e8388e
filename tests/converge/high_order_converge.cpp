// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Orders of WENO5 and ENO3, alone and across levels, and their conservation. (algorithms 7.4)
#include <gtest/gtest.h>

#include "case.hpp"

namespace evenkeel::converge {
namespace {

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

    EXPECT_LT(coarse, 2e-6) << flux;
    EXPECT_GE(order(coarse, sine_error("weno5", flux, 128)), 4.5) << flux;
  }
}

TEST(HighOrder, Eno3IsOfThirdOrderInOneDimension) {
  EXPECT_NEAR(order(sine_error("eno3", "hllc", 64), sine_error("eno3", "hllc", 128)), 3.0, 0.2);
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

    EXPECT_GE(order(coarse, vortex_error(scheme, 128)), 1.9) << scheme;
    EXPECT_LT(coarse, 0.5 * slopes) << scheme;
  }
}

TEST(HighOrder, AdaptiveVortexIsThatOfTheUniformFineGridAndNothingIsLost) {
  const ParamValues weno5{{"scheme", "weno5"}};
  Case<2> adaptive("vortex", {.params = weno5, .levels = 2, .thresholds = {0.002}});
  Case<2> uniform("vortex", {.params = weno5, .cells = {128, 128}});
  std::array<double, 5> before{};
  for (int c = 0; c < 5; ++c) {
    before[static_cast<std::size_t>(c)] = adaptive.total(c);
  }
  adaptive.run_to(2.0);
  uniform.run_to(2.0);

  EXPECT_LE(adaptive.error(0).l1, 1.2 * uniform.error(0).l1);
  EXPECT_LE(adaptive.filling(), 0.6);
  for (int c = 0; c < 5; ++c) {
    const double was = before[static_cast<std::size_t>(c)];
    EXPECT_NEAR(adaptive.total(c), was, 1e-12 * std::abs(was)) << c;
  }
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

  EXPECT_GE(order(error(64), error(128)), 4.5);
}

}  // namespace
}  // namespace evenkeel::converge
