// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// New levels cover the flags, nest, and depend on the flagged cells alone.
/// ranks: 1 2 3 4
#include "evenkeel/hierarchy/regrid.hpp"

#include <gtest/gtest.h>

#include "evenkeel/hierarchy/coverage.hpp"
#include "evenkeel/hierarchy/test_layouts.hpp"

namespace evenkeel::hierarchy {
namespace {

template <class Dimension>
class RegridIn : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(RegridIn, Dimensions);

constexpr RegridOptions kOptions{.efficiency = 0.7, .buffer = 2, .min_box = 4, .nesting = 2};

template <int D>
using Levels = std::vector<std::unique_ptr<Level<D>>>;

/// True for about one of 50 cells of a level, wherever its patches end.
template <int D>
bool is_flagged(int level, const geometry::Index<D>& cell) {
  std::uint64_t hash = static_cast<std::uint64_t>(level) + 12345;
  for (const std::int32_t i : cell) {
    hash = (hash ^ static_cast<std::uint32_t>(i)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  return hash % 50 == 0;
}

template <int D>
geometry::Box<D> one_cell(const geometry::Index<D>& cell) {
  const geometry::Box<D> none{cell, cell};
  return {cell, none.grow(1).hi};
}

/// Three levels that nest: the base, all but the rim of the domain, and the middle of that.
template <int D>
Levels<D> three_levels(const Mesh<D>& mesh, const comm::Communicator& communicator, Dice& dice) {
  Levels<D> levels;
  const auto add = [&](const geometry::Box<D>& region) {
    geometry::BoxList<D> boxes;
    shatter(region, 12, 2, dice, boxes);
    levels.push_back(std::make_unique<Level<D>>(static_cast<int>(levels.size()),
                                                deal(std::move(boxes), communicator.size(), dice),
                                                communicator.rank()));
  };
  add(mesh.domain(0));
  add(mesh.domain(0).grow(-4).refine(2));
  add(mesh.domain(0).grow(-6).refine(4));
  return levels;
}

template <int D>
std::vector<geometry::BoxList<D>> regrid_on(const Mesh<D>& mesh, int base,
                                            const comm::Communicator& communicator,
                                            std::uint32_t seed) {
  Dice dice(seed);
  const Levels<D> levels = three_levels(mesh, communicator, dice);
  return regrid_boxes<D>(communicator, mesh, levels, base, kOptions, [&](int level) {
    std::vector<Flags> flags;
    const Level<D>& flagged = *levels[static_cast<std::size_t>(level)];
    for (const storage::Patch<D>& patch : flagged.patches()) {
      flags.emplace_back();
      for_each_cell(patch.box, [&](const geometry::Index<D>& cell) {
        flags.back().push_back(is_flagged<D>(level, cell) ? 1 : 0);
      });
    }
    return flags;
  });
}

TYPED_TEST(RegridIn, DependsOnTheFlaggedCellsAlone) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const comm::Communicator alone(MPI_COMM_SELF);
  for (const bool periodic : {false, true}) {
    const Mesh<D> mesh = cube_mesh<D>(24, periodic, 4);
    for (const int base : {0, 1, 2}) {
      EXPECT_EQ(regrid_on(mesh, base, communicator, 1), regrid_on(mesh, base, alone, 2));
    }
  }
}

TYPED_TEST(RegridIn, BoxesAreDisjointAlignedAndNestWithTheirMargin) {
  constexpr int D = TypeParam::value;
  const comm::Communicator alone(MPI_COMM_SELF);
  for (const bool periodic : {false, true}) {
    const Mesh<D> mesh = cube_mesh<D>(24, periodic, 4);
    for (const int base : {0, 1, 2}) {
      const auto made = regrid_on(mesh, base, alone, 3);
      Dice dice(3);
      Levels<D> levels = three_levels(mesh, alone, dice);
      levels.resize(static_cast<std::size_t>(base) + 1);
      ASSERT_EQ(made.size(), static_cast<std::size_t>(3 - base));
      for (const geometry::BoxList<D>& boxes : made) {
        EXPECT_TRUE(geometry::disjoint(boxes));
        const Coverage<D> parent(mesh, *levels.back());
        for (const geometry::Box<D>& box : boxes) {
          EXPECT_EQ(box.coarsen(kOptions.min_box).refine(kOptions.min_box), box);
          EXPECT_TRUE(parent.covers(box.coarsen(2).grow(kOptions.nesting)));
        }
        levels.push_back(std::make_unique<Level<D>>(
            static_cast<int>(levels.size()),
            LevelLayout<D>{boxes, std::vector<int>(boxes.size(), 0)}, 0));
      }
    }
  }
}

TYPED_TEST(RegridIn, BoxesHoldTheFlagsAndTheirBufferWhereLevelsMayNest) {
  constexpr int D = TypeParam::value;
  const comm::Communicator alone(MPI_COMM_SELF);
  for (const bool periodic : {false, true}) {
    const Mesh<D> mesh = cube_mesh<D>(24, periodic, 4);
    for (const int base : {0, 1}) {
      const auto made = regrid_on(mesh, base, alone, 4);
      Dice dice(4);
      const Levels<D> levels = three_levels(mesh, alone, dice);
      const Level<D>& flagged = *levels[static_cast<std::size_t>(base)];
      const Level<D> finer(base + 1, {made[0], std::vector<int>(made[0].size(), 0)}, 0);
      const Coverage<D> coverage(mesh, finer);
      for (const geometry::Box<D>& box : flagged.layout().boxes) {
        for_each_cell(box, [&](const geometry::Index<D>& cell) {
          // Well inside the level that stays, nothing is clipped.
          const bool inside = Coverage<D>(mesh, flagged).covers(one_cell<D>(cell).grow(6));
          if (is_flagged<D>(base, cell) && inside) {
            EXPECT_TRUE(coverage.covers(one_cell<D>(cell).grow(kOptions.buffer).refine(2)));
          }
        });
      }
    }
  }
}

TEST(Regrid, StopsAtTheGreatestNumberOfLevels) {
  const comm::Communicator alone(MPI_COMM_SELF);

  EXPECT_EQ(regrid_on(cube_mesh<2>(24, false, 3), 0, alone, 1).size(), 2U);
  EXPECT_TRUE(regrid_on(cube_mesh<2>(24, false, 3), 2, alone, 1).empty());
}

TEST(Regrid, KeepsAFinerLevelUnderUnflaggedCells) {
  // Only one cell of level 1 is flagged: level 1 must stay around the new level 2.
  const comm::Communicator alone(MPI_COMM_SELF);
  const Mesh<2> mesh = cube_mesh<2>(24, false, 3);
  Dice dice(1);
  const Levels<2> levels = three_levels(mesh, alone, dice);

  const auto made = regrid_boxes<2>(alone, mesh, levels, 0, kOptions, [&](int level) {
    std::vector<Flags> flags;
    for (const storage::Patch<2>& patch : levels[static_cast<std::size_t>(level)]->patches()) {
      flags.emplace_back();
      for_each_cell(patch.box, [&](const geometry::Index<2>& cell) {
        flags.back().push_back(level == 1 && cell == geometry::Index<2>{20, 20} ? 1 : 0);
      });
    }
    return flags;
  });

  // Cells 18 .. 22 of level 1 in tiles of 2: [18, 24) there, [36, 48) on level 2; below it
  // [16, 26) of level 1 is [8, 13) of level 0, in tiles of 2 [8, 14), and [16, 28) on level 1.
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[1], (geometry::BoxList<2>{{{36, 36}, {48, 48}}}));
  EXPECT_EQ(made[0], (geometry::BoxList<2>{{{16, 16}, {28, 28}}}));
}

TEST(Regrid, RefinesADomainThatTilesDoNotDivide) {
  const comm::Communicator alone(MPI_COMM_SELF);
  Mesh<1> mesh = cube_mesh<1>(7, true, 2);
  Levels<1> levels;
  levels.push_back(std::make_unique<Level<1>>(0, LevelLayout<1>{{mesh.domain(0)}, {0}}, 0));
  RegridOptions options = kOptions;
  options.buffer = 1;
  options.efficiency = 0.8;

  // Cell 6 and its buffer are cells 5, 6 and, round the corner, 0: tiles [4, 6), [6, 7), [0, 2).
  const auto made = regrid_boxes<1>(alone, mesh, levels, 0, options,
                                    [](int) { return std::vector<Flags>{{0, 0, 0, 0, 0, 0, 1}}; });

  EXPECT_EQ(made[0], (geometry::BoxList<1>{{{0}, {4}}, {{8}, {14}}}));
}

}  // namespace
}  // namespace evenkeel::hierarchy
