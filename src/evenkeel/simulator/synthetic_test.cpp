// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Made-up traces keep the rules of real ones.
#include "evenkeel/simulator/synthetic.hpp"

#include <gtest/gtest.h>

namespace evenkeel::simulator {
namespace {

TEST(SyntheticTraces, AreNestedAndDisjointAndFollowTheirFeature) {
  for (const Feature feature : {Feature::kFront, Feature::kShell, Feature::kSpots}) {
    SyntheticTrace made;
    made.feature = feature;
    made.base = {64, 32, 32};
    const workload::TraceRegrid first = regrid_of(made, 1);

    ASSERT_EQ(first.levels.size(), 3U);
    EXPECT_TRUE(geometry::disjoint<3>(first.levels[2]));
    geometry::BoxList<3> below;
    for (const auto& box : first.levels[1]) {
      below.push_back(box.refine(2));
    }
    EXPECT_TRUE(geometry::difference<3>(first.levels[2], below).empty());
    EXPECT_NE(first.levels, regrid_of(made, 20).levels);
  }
}

}  // namespace
}  // namespace evenkeel::simulator
