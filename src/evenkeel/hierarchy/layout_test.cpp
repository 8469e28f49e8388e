// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Composite layouts cover, follow owners and keep curve order.
#include "evenkeel/hierarchy/layout.hpp"

#include <gtest/gtest.h>

#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/hierarchy/test_layouts.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"

namespace evenkeel::hierarchy {
namespace {

/// Owners drawn at random for the blocks of 4 cells of the domain.
template <int D>
workload::OwnerMap<D> random_owners(const Mesh<D>& mesh, int owners, Dice& dice) {
  const std::vector<geometry::BoxList<D>> boxes{{mesh.domain(0)}};
  const workload::UnitList units = workload::build_units<D>(mesh.domain(0), boxes, {});
  std::vector<int> owner(units.size());
  for (int& who : owner) {
    who = dice.below(owners);
  }
  return {mesh.domain(0), units, owner};
}

template <class Dimension>
class ColumnLayoutIn : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ColumnLayoutIn, Dimensions);

TYPED_TEST(ColumnLayoutIn, CoversTheBoxesOnceWithTheOwnersOfTheirColumns) {
  constexpr int D = TypeParam::value;
  Dice dice(1);
  const Mesh<D> mesh = cube_mesh<D>(32, false);
  const workload::OwnerMap<D> owners = random_owners(mesh, 3, dice);
  for (const int level : {0, 1, 2}) {
    const geometry::BoxList<D> boxes = level == 0 ? geometry::BoxList<D>{mesh.domain(0)}
                                                  : random_patchwork(mesh, level, 1, dice).boxes;

    const LevelLayout<D> layout = column_layout(mesh, level, boxes, owners, 16, 4);

    EXPECT_TRUE(geometry::disjoint(layout.boxes));
    EXPECT_EQ(geometry::volume(layout.boxes), geometry::volume(boxes));
    EXPECT_TRUE(geometry::difference(layout.boxes, boxes).empty());
    for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
      for (std::size_t d = 0; d < D; ++d) {
        EXPECT_LE(layout.boxes[i].side(d), 16);
        EXPECT_EQ(layout.boxes[i].lo[d] % 4, 0);
      }
      for_each_cell(layout.boxes[i].coarsen(mesh.total_ratio(level)),
                    [&](const geometry::Index<D>& cell) {
                      EXPECT_EQ(owners.owner_of_cell(cell), layout.owners[i]);
                    });
    }
  }
}

TEST(ColumnLayout, IsInCurveOrder) {
  const Mesh<2> mesh = cube_mesh<2>(16, false);
  const workload::OwnerMap<2> owners(mesh.domain(0), 4, 0);

  const LevelLayout<2> layout = column_layout(mesh, 0, {mesh.domain(0)}, owners, 4, 4);

  const geometry::Curve<2> curve({4, 4});
  ASSERT_EQ(layout.boxes.size(), 16U);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(layout.boxes[i].coarsen(4).lo, curve.block(i));
  }
}

TEST(ColumnLayout, JoinsPiecesOfOneOwnerBeforeItChops) {
  const Mesh<2> mesh = cube_mesh<2>(16, false);
  const workload::OwnerMap<2> owners(mesh.domain(0), 4, 2);

  const LevelLayout<2> layout = column_layout<2>(
      mesh, 1, {{{0, 0}, {4, 8}}, {{4, 0}, {20, 8}}, {{24, 24}, {32, 32}}}, owners, 16, 4);

  // Twenty cells make pieces of 12 and 8, multiples of 4.
  ASSERT_EQ(layout.boxes.size(), 3U);
  EXPECT_EQ(layout.boxes[0].side(0) + layout.boxes[1].side(0), 20);
  EXPECT_EQ(layout.owners, (std::vector<int>{2, 2, 2}));
}

TEST(PatchLayout, OwnersNeedNotFollowColumns) {
  const Mesh<2> mesh = cube_mesh<2>(16, false);

  const LevelLayout<2> layout = patch_layout<2>(
      mesh, 1, {{{{0, 0}, {4, 8}}, 1}, {{{4, 0}, {8, 8}}, 0}, {{{0, 8}, {4, 16}}, 1}}, 16, 4);

  // The two of owner 1 are joined.
  ASSERT_EQ(layout.boxes.size(), 2U);
  EXPECT_EQ(layout.boxes[0], (geometry::Box<2>{{0, 0}, {4, 16}}));
  EXPECT_EQ(layout.owners, (std::vector<int>{1, 0}));
}

}  // namespace
}  // namespace evenkeel::hierarchy
