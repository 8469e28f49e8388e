// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regions of a case: what the solver gets, and what is said of those that will not do.
#include "evenkeel/runtime/mesh_regions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/runtime/test_case.hpp"

namespace evenkeel::runtime {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kSquare = "kernel = \"tp2d\"\ntime.steps = 8\n[mesh.region.a]\n";

TEST(MeshRegions, AreThoseOfTheCaseAndWideAsTheDomainIfNothingIsSaid) {
  const CheckedCase checked = check(kSquare + "lower = [0.25, 0.5]\nleast_level = 2\n",
                                    {"mesh.region.b.most_level=1", "mesh.region.b.until=0.5"});
  const auto regions =
      make_options(checked.settings, *std::get<1>(checked.kernel->application), 0).regions;

  ASSERT_EQ(regions.size(), 2U);
  EXPECT_THAT(regions[0].lower, ElementsAre(0.25, 0.5));
  EXPECT_THAT(regions[0].upper, ElementsAre(1.0, 1.0));
  EXPECT_EQ(regions[0].least_level, 2);
  EXPECT_EQ(regions[0].most_level, solver::FlagRegion<2>::kAnyLevel);
  EXPECT_THAT(regions[1].lower, ElementsAre(0.0, 0.0));
  EXPECT_EQ(regions[1].most_level, 1);
  EXPECT_EQ(regions[1].until, 0.5);
}

TEST(MeshRegions, ThatWillNotDoAreNamed) {
  EXPECT_THAT(
      complaint(kSquare + "lower = [0.5]\nleast_level = 1\n"),
      StartsWith("case.toml:4:1: mesh.region.a.lower has 1 entries, kernel 'tp2d' wants 2"));
  EXPECT_THAT(complaint(kSquare + "lower = [0.5, 0.5]\nupper = [0.7, 0.5]\nleast_level = 1\n"),
              StartsWith("case.toml:5:1: mesh.region.a.upper[1] is 0.5, must be above "
                         "mesh.region.a.lower[1] = 0.5"));
  EXPECT_THAT(complaint(kSquare + "lower = [2.0, 0.0]\nupper = [3.0, 1.0]\nleast_level = 1\n"),
              AllOf(StartsWith("case.toml:4:1: mesh.region.a goes from 2 to 3 along axis 0"),
                    HasSubstr("outside of the domain from 0 to 1")));
  EXPECT_THAT(complaint(kSquare + "least_level = 2\nmost_level = 1\n"),
              StartsWith("case.toml:5:1: mesh.region.a.most_level is 1, must be at least "
                         "mesh.region.a.least_level = 2"));
  EXPECT_THAT(complaint(kSquare + "least_level = 2\nfrom = 1.0\nuntil = 1.0\n"),
              StartsWith("case.toml:6:1: mesh.region.a.until is 1, must be above "
                         "mesh.region.a.from = 1"));
  EXPECT_THAT(complaint(kSquare + "from = 1.0\n"),
              StartsWith("case.toml:4:1: mesh.region.a asks for nothing: give least_level"));
}

}  // namespace
}  // namespace evenkeel::runtime
