// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fluids, rocks and wells of the kernels bl2d and bl3d.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/fractional_flow.hpp"
#include "evenkeel/kernels/permeability.hpp"
#include "evenkeel/kernels/test_scene.hpp"
#include "evenkeel/kernels/wells.hpp"
#include "evenkeel/solver/test_block.hpp"

namespace evenkeel::kernels {
namespace {

TEST(FractionalFlow, FrontsAreWelgesTangents) {
  const FractionalFlow flow{0.2};

  EXPECT_NEAR(flow.front(), 0.4082483, 1e-7);
  EXPECT_NEAR(flow.slope(flow.front()), 1.7247449, 1e-7);
  EXPECT_NEAR(flow.water(flow.front()) / flow.front(), 1.7247449, 1e-7);
  EXPECT_EQ(flow.profile(1.8), 0.0);
  EXPECT_NEAR(flow.slope(flow.profile(0.7)), 0.7, 1e-9);
}

TEST(Permeability, IsAPlacesOwn) {
  constexpr int kSide = 64;
  const solver::Place<2> place{0, {0.0, 0.0}, {1.0 / kSide, 1.0 / kSide}};
  const auto rock = [&](std::uint64_t seed, const geometry::Box<2>& box) {
    solver::TestBlock<2> block(box, 1);
    Permeability<2>({.sigma = 1.0, .length = 0.05, .seed = seed}).fill(place, box, block.view);
    return block;
  };
  const solver::TestBlock<2> whole = rock(3, {{0, 0}, {kSide, kSide}});
  const solver::TestBlock<2> part = rock(3, {{5, 9}, {18, 11}});
  double sum = 0.0;
  double square = 0.0;
  whole.each(whole.view.box, [&](const geometry::Index<2>& cell) {
    const double logarithm = std::log(whole.view(0, cell));
    sum += logarithm;
    square += logarithm * logarithm;
  });

  EXPECT_NEAR(sum / (kSide * kSide), 0.0, 0.2);
  EXPECT_NEAR(square / (kSide * kSide), 1.0, 0.3);
  EXPECT_NE(part.view(0, {9, 9}), rock(4, part.view.box).view(0, {9, 9}));
  part.each(part.view.box, [&](const geometry::Index<2>& cell) {
    EXPECT_EQ(part.view(0, cell), whole.view(0, cell));
  });
}

TEST(Wells, GiveAPoreVolumeAndTakeItBack) {
  for (const Pattern pattern : {Pattern::kFiveSpot, Pattern::kRepeated, Pattern::kChannel}) {
    double in = 0.0;
    double out = 0.0;
    const solver::Place<2> place{0, {0.0, 0.0}, {1.0 / 16, 1.0 / 16}};
    const geometry::Box<2> domain{{0, 0}, {16, 16}};
    for (const Well<2>& well : make_wells<2>(pattern, 0.03, 3)) {
      storage::for_each_row(well.cells(place, domain),
                            [&](geometry::Index<2> cell, std::int32_t count) {
                              for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
                                const double source = well.source(place, cell) / 256;
                                (source > 0.0 ? in : out) += source;
                              }
                            });
    }

    EXPECT_NEAR(in, 1.0, 1e-13);
    EXPECT_NEAR(out, -1.0, 1e-13);
  }
}

TEST(TwoPhase, RocksThatLetNothingPassAreErrors) {
  Registry<ApplicationPlugin> kernels;
  register_builtin(kernels);

  EXPECT_THROW(kernels.make("bl2d", {{"permeability", -1.0}}), InputError);
  EXPECT_THROW(kernels.make("bl3d", {{"viscosity_ratio", 0.0}}), InputError);
  EXPECT_THROW(kernels.make("bl2d", {{"sigma", -0.5}}), InputError);
}

TEST(TwoPhase, WellsLieInTheDomain) {
  for (const char* kernel : {"bl2d", "bl3d"}) {
    for (const char* problem : {"five_spot", "repeated", "channel"}) {
      SCOPED_TRACE(problem);
      const ParamValues params{{"problem", problem}};
      EXPECT_EQ((TestScene{.kernel = kernel, .params = params}).fault(), "");
      EXPECT_EQ((TestScene{.kernel = kernel, .params = params, .upper = {2, 2, 2}}).fault(), "");
      EXPECT_THAT((TestScene{.kernel = kernel, .params = params, .upper = {0.5, 1, 1}}).fault(),
                  ::testing::HasSubstr("domain.upper[0] = 0.5"));
    }
  }
  EXPECT_THAT((TestScene{.kernel = "bl2d", .lower = {5, 5}, .upper = {6, 6}}).fault(),
              ::testing::StartsWith("kernel.problem has a well from 0 to"));
}

TEST(TwoPhase, WellsOfPatternsLieApart) {
  const auto fault = [](double patterns, double size) {
    const ParamValues params{{"problem", "repeated"}, {"patterns", patterns}, {"well_size", size}};
    return TestScene{.kernel = "bl2d", .params = params}.fault();
  };
  EXPECT_EQ(fault(4.0, 0.2), "");
  EXPECT_EQ(fault(4.0, 0.25), "kernel.well_size is 0.25, must be below 1 / kernel.patterns = 0.25");
}

TEST(TwoPhase, PatternsAndSeedsAreWhole) {
  const ParamValues broken{{"patterns", 2.5}, {"seed", 0.5}, {"pressure_interval", 1.5}};

  const std::string fault = TestScene{.kernel = "bl2d", .params = broken}.fault();

  for (const char* each : {"'patterns' is 2.5, allowed is 1 to 16, whole", "'seed' is 0.5",
                           "'pressure_interval' is 1.5"}) {
    EXPECT_THAT(fault, testing::HasSubstr(each));
  }
  EXPECT_NE((TestScene{.kernel = "bl3d", .params = {{"seed", 999999999.5}}}).fault(), "");
}

}  // namespace
}  // namespace evenkeel::kernels
