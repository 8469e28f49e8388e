// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Owners of blocks, and boxes cut by owner.
#include "evenkeel/workload/owner_map.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"

namespace evenkeel::workload {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::Index;
using ::testing::ElementsAre;

/// Blocks of 4 over a base of 20 x 12 x 18 cells with corner (-4, 8, 0), dealt out along the curve.
struct Dealt {
  Box<3> base{{-4, 8, 0}, {16, 20, 18}};
  UnitList units = build_units<3>(base, std::vector<BoxList<3>>{{base}}, {});
  std::vector<int> owners;
  OwnerMap<3> map{base, 4, kNoOwner};

  Dealt() {
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      owners.push_back(static_cast<int>(unit * 5 / units.size()));
    }
    map = OwnerMap<3>(base, units, owners);
  }
};

TEST(OwnerMap, GivesEveryCellOfAUnitItsOwner) {
  const Dealt dealt;
  for (std::size_t unit = 0; unit < dealt.units.size(); ++unit) {
    const Index<3> last{dealt.units.hi[unit][0] - 1, dealt.units.hi[unit][1] - 1,
                        dealt.units.hi[unit][2] - 1};
    ASSERT_EQ(dealt.map.owner_of_cell(dealt.units.lo[unit]), dealt.owners[unit]);
    ASSERT_EQ(dealt.map.owner_of_cell(last), dealt.owners[unit]);
  }
}

TEST(OwnerMap, LeavesBlocksWithoutUnitWithoutOwner) {
  const Box<2> base{{0, 0}, {8, 4}};
  const UnitList units = build_units<2>(base, std::vector<BoxList<2>>{{{{0, 0}, {4, 4}}}}, {});

  const OwnerMap<2> map(base, units, std::vector<int>{3});

  EXPECT_EQ(map.owner({0, 0}), 3);
  EXPECT_EQ(map.owner({1, 0}), kNoOwner);
}

TEST(OwnerMap, IsRebuiltFromItsOwners) {
  const Dealt dealt;

  EXPECT_EQ(OwnerMap<3>(dealt.base, 4, dealt.map.owners()), dealt.map);
  EXPECT_THROW(OwnerMap<3>(dealt.base, 4, std::vector<int>(3)), InputError);
}

TEST(SplitByOwner, PartsHaveOneOwnerAndCoverTheBox) {
  const Dealt dealt;
  for (const std::int32_t ratio : {1, 2, 8}) {
    const Box<3> box{{-3 * ratio, 9 * ratio, 0}, {14 * ratio, 20 * ratio - 1, 17 * ratio}};
    std::vector<OwnedBox<3>> parts;
    split_by_owner(box, ratio, dealt.map, parts);

    BoxList<3> boxes;
    int last = -1;
    for (const OwnedBox<3>& part : parts) {
      EXPECT_GE(part.owner, last);
      last = part.owner;
      boxes.push_back(part.box);
      const Box<3> below = part.box.coarsen(ratio);
      for (const std::int32_t z : {below.lo[2], below.hi[2] - 1}) {
        EXPECT_EQ(dealt.map.owner_of_cell({below.lo[0], below.lo[1], z}), part.owner);
        EXPECT_EQ(dealt.map.owner_of_cell({below.hi[0] - 1, below.hi[1] - 1, z}), part.owner);
      }
    }
    EXPECT_TRUE(disjoint(boxes));
    EXPECT_EQ(volume(boxes), box.volume());
    EXPECT_TRUE(difference({box}, boxes).empty());
  }
}

TEST(SplitByOwner, CutsOnlyWhereTheOwnerChanges) {
  const Box<2> base{{0, 0}, {16, 16}};
  const UnitList units = build_units<2>(base, std::vector<BoxList<2>>{{base}}, {});
  std::vector<int> owners;
  for (const auto& lo : units.lo) {
    owners.push_back(lo[0] < 12 ? 1 : 0);
  }
  const OwnerMap<2> map(base, units, owners);
  std::vector<OwnedBox<2>> parts;

  split_by_owner<2>({{2, 3}, {30, 29}}, 2, map, parts);

  EXPECT_THAT(parts,
              ElementsAre(OwnedBox<2>{{{24, 3}, {30, 29}}, 0}, OwnedBox<2>{{{2, 3}, {24, 29}}, 1}));
}

TEST(SplitByOwner, PartsAreLongAlongAxisZero) {
  const Box<2> base{{0, 0}, {16, 16}};
  std::vector<int> owners(16, 0);
  owners[14] = owners[15] = 1;  // the right half of the last row of blocks
  std::vector<OwnedBox<2>> parts;

  split_by_owner<2>(base, 1, OwnerMap<2>(base, 4, owners), parts);

  EXPECT_THAT(parts,
              ElementsAre(OwnedBox<2>{{{0, 0}, {16, 12}}, 0}, OwnedBox<2>{{{0, 12}, {8, 16}}, 0},
                          OwnedBox<2>{{{8, 12}, {16, 16}}, 1}));
}

TEST(SplitByOwner, KeepsABoxOfOneOwnerWhole) {
  const OwnerMap<1> map({{0}, {64}}, 4, 2);
  std::vector<OwnedBox<1>> parts;

  split_by_owner<1>({{5}, {99}}, 2, map, parts);

  EXPECT_THAT(parts, ElementsAre(OwnedBox<1>{{{5}, {99}}, 2}));
}

}  // namespace
}  // namespace evenkeel::workload
