// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What changes hands.
#include "evenkeel/simulator/step_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::simulator {
namespace {

TEST(MovedBoxes, AreIntersectionsOfOldAndNew) {
  using geometry::Box;
  const Dealt<1> before{{{Box<1>{{0}, {6}}, 0}, {Box<1>{{6}, {12}}, 1}}};
  const Dealt<1> after{{{Box<1>{{0}, {4}}, 0}, {Box<1>{{4}, {12}}, 1}}};

  EXPECT_THAT(moved<1>(before, after), testing::ElementsAre(partition::Link{0, 1, 1.0, 2.0}));
}

}  // namespace
}  // namespace evenkeel::simulator
