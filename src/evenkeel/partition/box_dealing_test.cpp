// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Dealing out boxes: the worked example of the paper's capacities, cover, and least sides.
#include "evenkeel/partition/box_dealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/geometry/box_list.hpp"

namespace evenkeel::partition {
namespace {

/// A box as the papers write it, upper bounds included; a cell of level l is updated 2^l times.
WorkBox closed_box(int level, const geometry::Index<3>& lo, const geometry::Index<3>& last) {
  const geometry::Box<3> cells{lo, {last[0] + 1, last[1] + 1, last[2] + 1}};
  return {std::ldexp(static_cast<double>(cells.volume()), level), level, cells};
}

std::vector<double> even_planes(const WorkBox& box, std::size_t axis) {
  const std::int32_t side = box.cells.side(axis);
  return std::vector<double>(static_cast<std::size_t>(side), box.work / side);
}

const std::vector<WorkBox> kThreeLevels = {closed_box(0, {0, 0, 0}, {127, 31, 31}),
                                           closed_box(1, {80, 0, 0}, {143, 63, 63}),
                                           closed_box(2, {200, 32, 32}, {231, 95, 95})};
const std::array<double, 4> kCapacity = {0.16, 0.19, 0.31, 0.34};

std::map<int, double> work_of(const std::vector<DealtBox>& dealt) {
  std::map<int, double> work;
  for (const DealtBox& piece : dealt) {
    work[piece.owner] += piece.box.work;
  }
  return work;
}

// Figures of an independent program for the capacities of Sinha & Parashar 2002.
TEST(BoxDealing, ThreeLevelsOnFourUnequalProcessors) {
  const std::vector<DealtBox> dealt =
      deal_boxes(kThreeLevels, kCapacity, {.least_side = 4}, even_planes);

  EXPECT_EQ(work_of(dealt),
            (std::map<int, double>{{0, 188416}, {1, 218880}, {2, 362752}, {3, 409600}}));
  std::map<int, int> boxes;
  for (const DealtBox& piece : dealt) {
    ++boxes[piece.owner];
  }
  EXPECT_EQ(boxes, (std::map<int, int>{{0, 2}, {1, 1}, {2, 2}, {3, 1}}));
}

TEST(BoxDealing, MoreAxesAndSharedRemaindersComeNearerToTheShares) {
  const auto worst = [](const BoxCuts& cuts) {
    double most = 0.0;
    for (const auto& [owner, work] :
         work_of(deal_boxes(kThreeLevels, kCapacity, cuts, even_planes))) {
      const double share = kCapacity[static_cast<std::size_t>(owner)] * 1179648;
      most = std::max(most, std::abs(work - share) / share);
    }
    return most;
  };

  EXPECT_NEAR(worst({.least_side = 4}), 0.02344, 5e-6);
  EXPECT_LT(worst({.least_side = 4, .on_more_axes = true}), 0.01);
  EXPECT_LT(worst({.least_side = 4, .on_more_axes = true, .carry = true}), 0.006);
}

TEST(BoxDealing, PiecesCoverTheBoxesOnceAndAreNotTooThin) {
  for (const bool more : {false, true}) {
    const std::vector<DealtBox> dealt =
        deal_boxes(kThreeLevels, std::vector<double>{3, 0, 1, 1, 0, 2, 1, 5, 1},
                   {.least_side = 4, .align = 2, .on_more_axes = more}, even_planes);

    for (const WorkBox& whole : kThreeLevels) {
      geometry::BoxList<3> pieces;
      for (const DealtBox& piece : dealt) {
        if (piece.box.level == whole.level) {
          pieces.push_back(piece.box.cells);
          EXPECT_EQ(pieces.back().intersect(whole.cells), pieces.back());
          EXPECT_EQ(pieces.back().lo[0] % 2, 0);
          EXPECT_GE(pieces.back().side(0), 4);
          EXPECT_GE(pieces.back().side(1), 4);
          EXPECT_GE(pieces.back().side(2), 4);
        }
      }
      EXPECT_TRUE(geometry::disjoint(pieces));
      EXPECT_EQ(geometry::volume(pieces), whole.cells.volume());
    }
    EXPECT_FALSE(work_of(dealt).contains(1));
    EXPECT_FALSE(work_of(dealt).contains(4));
  }
}

TEST(BoxDealing, ABoxTooSmallToCutGoesWhereItFitsBest) {
  const std::vector<WorkBox> two = {closed_box(0, {0, 0, 0}, {5, 0, 0}),
                                    closed_box(0, {6, 0, 0}, {11, 0, 0})};

  const std::vector<DealtBox> nearly_even =
      deal_boxes(two, std::array<double, 2>{0.45, 0.55}, {.least_side = 4}, even_planes);
  const std::vector<DealtBox> uneven =
      deal_boxes(two, std::array<double, 2>{0.2, 0.8}, {.least_side = 4}, even_planes);

  EXPECT_EQ(work_of(nearly_even), (std::map<int, double>{{0, 6}, {1, 6}}));
  EXPECT_EQ(work_of(uneven), (std::map<int, double>{{1, 12}}));
}

}  // namespace
}  // namespace evenkeel::partition
