// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Weights of boxes and of blocks.
#include "evenkeel/workload/box_cost.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::workload {
namespace {

using geometry::BoxList;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TraceHeader priced(double price) {
  TraceHeader header;
  header.source_price = price;
  return header;
}

TEST(CellWeights, AreCostsAtTheirPrice) {
  const TraceRegrid regrid{.levels = {}, .cost = {{3.0}, {1.0, 0.5, 0.0}}};

  EXPECT_THAT(cell_weights({}, regrid), ElementsAre(ElementsAre(3.0), ElementsAre(1.0, 0.5, 0.0)));
  EXPECT_THAT(cell_weights(priced(0.25), regrid),
              ElementsAre(ElementsAre(1.5), ElementsAre(1.0, 0.875, 0.75)));
  EXPECT_THAT(cell_weights(priced(3.0), regrid),
              ElementsAre(ElementsAre(7.0), ElementsAre(1.0, 0.0, 0.0)));
  EXPECT_THAT(cell_weights({}, {.levels = {}, .cost = {}}), IsEmpty());
}

TEST(MeanCosts, AreThoseOfLevelsOrOfTheNextCoarserOne) {
  const TraceRegrid other{
      .levels = {{{{0, 0, 0}, {2, 1, 1}}, {{2, 0, 0}, {8, 1, 1}}}, {{{4, 0, 0}, {8, 1, 1}}}},
      .cost = {{1.0, 5.0}, {7.0}}};
  const TraceRegrid regrid{
      .levels = {geometry::BoxList<3>(1), geometry::BoxList<3>(2), geometry::BoxList<3>(1)},
      .cost = {}};

  EXPECT_THAT(mean_costs(other, regrid),
              ElementsAre(ElementsAre(4.0), ElementsAre(7.0, 7.0), ElementsAre(7.0)));
}

TEST(BlockWeights, AreMeansOverTheCellsOfBoxes) {
  const std::vector<BoxList<1>> boxes{{{{0}, {6}}, {{6}, {12}}}, {{{6}, {10}}, {{12}, {14}}}};
  const std::vector<std::vector<double>> weights{{3.0, 1.0}, {5.0, 2.0}};

  // Blocks of four base cells: the second has two of each box, and two and two of level 1.
  EXPECT_THAT(block_weights<1>({{0}, {12}}, 4, 2, boxes, weights),
              ElementsAre(3.0, 5.0, 2.0, DoubleEq((2 * 5.0 + 2 * 2.0) / 4.0), 1.0, 1.0));
}

TEST(BlockWeights, AreNoneWithoutThoseOfBoxes) {
  const std::vector<BoxList<1>> boxes{{{{0}, {12}}}};

  EXPECT_THAT(block_weights<1>({{0}, {12}}, 4, 2, boxes, {}), IsEmpty());
}

TEST(BlockWeights, CountFromTheCornerOfTheDomain) {
  const std::vector<BoxList<2>> boxes{{{{2, 2}, {6, 6}}, {{6, 2}, {8, 6}}}};
  const std::vector<std::vector<double>> weights{{2.0, 4.0}};

  EXPECT_THAT(block_weights<2>({{2, 2}, {8, 6}}, 4, 2, boxes, weights), ElementsAre(2.0, 4.0));
}

}  // namespace
}  // namespace evenkeel::workload
