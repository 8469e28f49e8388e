// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where kernels may run, and where their exact solutions hold.
#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/test_scene.hpp"

namespace evenkeel::kernels {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using enum solver::BoundaryKind;

TEST(Scene, TubesAreExactWhateverTheirLength) {
  for (const char* kernel : {"sod", "nagumo"}) {
    EXPECT_TRUE(TestScene{.kernel = kernel}.is_exact());
    EXPECT_TRUE((TestScene{.kernel = kernel, .lower = {-9.0}, .upper = {99.0}}).is_exact());
    EXPECT_FALSE((TestScene{.kernel = kernel, .sides = kPeriodic}).is_exact());
  }
  EXPECT_FALSE((TestScene{.kernel = "sod", .sides = kReflect}).is_exact());
  EXPECT_TRUE((TestScene{.kernel = "nagumo", .params = {{"reaction", "logistic"}}}).is_exact());
  EXPECT_FALSE((TestScene{.kernel = "nagumo", .params = {{"start", "step"}}}).is_exact());
}

TEST(Scene, WhatRepeatsItselfIsExactWithItsPeriod) {
  EXPECT_TRUE((TestScene{.kernel = "density_wave", .upper = {2.0}}).is_exact());
  EXPECT_THAT((TestScene{.kernel = "density_wave", .upper = {1.5}}).fault(),
              HasSubstr("is 1.5, must be a multiple of 1 between periodic sides"));
  EXPECT_FALSE((TestScene{.kernel = "density_wave", .sides = kOutflow}).is_exact());
  EXPECT_TRUE((TestScene{.kernel = "vortex"}).is_exact());
  EXPECT_THAT((TestScene{.kernel = "vortex", .upper = {12.0, 10.0}}).fault(),
              StartsWith("domain.upper[0] - domain.lower[0] is 12"));
  EXPECT_TRUE((TestScene{.kernel = "tp2d"}).is_exact());
  EXPECT_FALSE((TestScene{.kernel = "tp2d", .upper = {2.0, 2.0}}).is_exact());
  EXPECT_FALSE((TestScene{.kernel = "tp2d", .sides = kOutflow}).is_exact());
}

TEST(Scene, WindsRepeatThemselvesBetweenPeriodicSides) {
  EXPECT_EQ((TestScene{.kernel = "sv2d", .upper = {2.0, 1.0}}).fault(), "");
  EXPECT_THAT((TestScene{.kernel = "sv2d", .upper = {0.5, 1.0}}).fault(),
              StartsWith("domain.upper[0] - domain.lower[0] is 0.5, must be a multiple of 1"));
  EXPECT_EQ((TestScene{.kernel = "sv3d", .upper = {1.0, 1.0, 0.5}}).fault(), "");
  EXPECT_NE((TestScene{.kernel = "sv3d", .upper = {1.0, 0.5, 1.0}}).fault(), "");
  EXPECT_EQ((TestScene{.kernel = "tp2d", .upper = {1.0, 0.5}}).fault(), "");
  EXPECT_NE((TestScene{.kernel = "tp2d", .params = {{"problem", "rotation"}}, .upper = {1.0, 0.5}})
                .fault(),
            "");
}

TEST(Scene, WindsThatBlowThroughHaveNoWalls) {
  EXPECT_THAT((TestScene{.kernel = "tp2d", .sides = kReflect}).fault(),
              StartsWith("domain.boundary_lower[0] is 'reflect', but the wind of tp2d"));
}

TEST(Scene, LaplaceIsExactWhereItsWallsAreGiven) {
  EXPECT_TRUE((TestScene{.kernel = "laplace", .upper = {3.0, 2.0}}).is_exact());
  EXPECT_FALSE((TestScene{.kernel = "laplace", .sides = kPeriodic}).is_exact());
  EXPECT_FALSE((TestScene{.kernel = "laplace", .sides = kReflect}).is_exact());
  EXPECT_TRUE((TestScene{.kernel = "laplace", .params = {{"walls", "flux"}}}).is_exact());
}

TEST(Scene, FluxesThroughWallsOfLaplaceMustLeave) {
  const ParamValues flux = {{"walls", "flux"}};
  EXPECT_THAT((TestScene{.kernel = "laplace", .params = flux, .sides = kPeriodic}).fault(),
              StartsWith("domain.boundary_lower[0] is 'periodic', but with kernel.walls = 'flux'"));
  EXPECT_EQ((TestScene{.kernel = "laplace", .params = flux, .sides = kReflect}).fault(), "");
  EXPECT_EQ((TestScene{.kernel = "laplace", .sides = kPeriodic}).fault(), "");
}

TEST(Scene, IndicatorsOfLaplaceHaveNoExactValue) {
  Registry<ApplicationPlugin> kernels;
  register_builtin(kernels);
  const auto laplace = kernels.make("laplace");
  std::array<double, 2> values{};
  EXPECT_TRUE(std::get<1>(laplace->application)->exact({0.5, 0.5}, {0.1, 0.1}, 1.0, values));
  EXPECT_TRUE(std::isfinite(values[0]));
  EXPECT_TRUE(std::isnan(values[1]));
}

TEST(Scene, PoleOfLaplaceLiesBeyondTheLowerLeftCorner) {
  EXPECT_THAT((TestScene{.kernel = "laplace", .lower = {-1.0, -1.0}}).fault(),
              StartsWith("kernel.peak_x is -0.05, must be below domain.lower[0] = -1"));
  EXPECT_THAT((TestScene{.kernel = "laplace", .lower = {0.0, -1.0}}).fault(),
              StartsWith("kernel.peak_y is -0.05, must be below domain.lower[1] = -1"));
}

TEST(Scene, FrontsStartInTheDomain) {
  const auto fault = [](const char* kernel, const ParamValues& params) {
    return TestScene{.kernel = kernel, .params = params}.fault();
  };
  EXPECT_EQ(
      fault("sod", {{"diaphragm", 9.0}}),
      "kernel.diaphragm is 9, must be above domain.lower[0] = 0 and below domain.upper[0] = 1");
  EXPECT_THAT(fault("nagumo", {{"front", -100.0}}), StartsWith("kernel.front is -100, must be"));
  EXPECT_THAT(fault("flame2d", {{"front", -5.0}, {"start", "front"}}),
              StartsWith("kernel.front is -5, must be"));
  EXPECT_EQ(fault("flame2d", {{"front", -5.0}}), "");  // spots
}

TEST(Scene, BallsOfSedovAreSampledAndWhole) {
  EXPECT_THAT((TestScene{.kernel = "sedov2d", .params = {{"radius", 0.001}}}).fault(),
              StartsWith("kernel.radius is 0.001, must be at least 0.00390625"));
  EXPECT_THAT((TestScene{.kernel = "sedov3d", .params = {{"radius", 0.001}}}).fault(),
              StartsWith("kernel.radius is 0.001, must be at least 0.0078125"));
  EXPECT_EQ((TestScene{.kernel = "sedov2d", .params = {{"radius", 0.004}}}).fault(), "");
  EXPECT_THAT((TestScene{.kernel = "sedov2d", .params = {{"radius", 0.6}}}).fault(),
              HasSubstr("as far as 0.5 along axis 0"));
  EXPECT_THAT((TestScene{.kernel = "sedov2d", .lower = {1.0, 0.0}}).fault(), HasSubstr("axis 0"));
  EXPECT_THAT((TestScene{.kernel = "sedov2d", .lower = {0.0, 0.0}}).fault(), HasSubstr("axis 0"));
  EXPECT_EQ((TestScene{.kernel = "sedov2d", .lower = {0.0, 0.0}, .sides = kReflect}).fault(), "");
}

}  // namespace
}  // namespace evenkeel::kernels
