// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Clusters hold all tiles, are full enough, and do not depend on who has which tile.
/// ranks: 1 2 3 4
#include "evenkeel/hierarchy/berger_rigoutsos.hpp"

#include <gtest/gtest.h>

#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/hierarchy/test_layouts.hpp"

namespace evenkeel::hierarchy {
namespace {

template <class Dimension>
class ClusterTilesIn : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ClusterTilesIn, Dimensions);

/// A ball's surface and some scattered boxes, in [0, 40)^D.
template <int D>
TileSet<D> shell_and_specks(Dice& dice) {
  TileSet<D> tiles;
  const geometry::Box<D> domain = cube_mesh<D>(40, false).domain(0);
  for_each_cell(domain, [&](const geometry::Index<D>& tile) {
    int square = 0;
    for (const std::int32_t x : tile) {
      square += (2 * x - 39) * (2 * x - 39);
    }
    if (square > 24 * 24 && square < 28 * 28) {
      geometry::Box<D> one{tile, tile};
      tiles.add({tile, one.grow(1).hi});
    }
  });
  for (int i = 0; i < 10; ++i) {
    geometry::Box<D> speck;
    for (std::size_t d = 0; d < D; ++d) {
      speck.lo[d] = dice.below(37);
      speck.hi[d] = speck.lo[d] + 1 + dice.below(3);
    }
    tiles.add(speck);
  }
  return tiles;
}

/// Tiles of \p set inside \p box.
template <int D>
std::int64_t count_inside(const TileSet<D>& set, const geometry::Box<D>& box) {
  std::int64_t tiles = 0;
  for (TileBlock<D> block : set.blocks()) {
    block.tiles &= tiles_inside(block.at, box);
    tiles += block.count();
  }
  return tiles;
}

TYPED_TEST(ClusterTilesIn, CoversAllTilesWithFullEnoughBoxes) {
  constexpr int D = TypeParam::value;
  const geometry::Box<D> domain = cube_mesh<D>(40, false).domain(0);
  Dice dice(1);
  const TileSet<D> tiles = shell_and_specks<D>(dice);
  for (const double efficiency : {0.5, 0.8, 1.0}) {
    const geometry::BoxList<D> boxes = cluster_tiles(tiles.blocks(), domain, efficiency);

    EXPECT_TRUE(geometry::disjoint(boxes));
    std::int64_t held = 0;
    for (const geometry::Box<D>& box : boxes) {
      const std::int64_t flagged = count_inside(tiles, box);
      EXPECT_GE(static_cast<double>(flagged), efficiency * static_cast<double>(box.volume()));
      held += flagged;
    }
    EXPECT_EQ(held, count_inside(tiles, domain));
  }
}

TYPED_TEST(ClusterTilesIn, DoesNotDependOnWhoHasWhichTile) {
  constexpr int D = TypeParam::value;
  const comm::Communicator all(MPI_COMM_WORLD);
  const geometry::Box<D> domain = cube_mesh<D>(40, false).domain(0);
  Dice dice(2);
  const TileSet<D> tiles = shell_and_specks<D>(dice);
  const geometry::BoxList<D> reference = cluster_tiles(tiles.blocks(), domain, 0.8);
  std::vector<TileBlock<D>> mine;
  for (const TileBlock<D>& block : tiles.blocks()) {
    // Some blocks are torn between two ranks.
    for (const std::uint64_t half : {0x5555555555555555U, ~0x5555555555555555U}) {
      if (dice.below(all.size()) == all.rank() && (block.tiles & half) != 0) {
        mine.push_back({block.at, block.tiles & half});
      }
    }
  }

  EXPECT_EQ(cluster_tiles<D>(mine, domain, 0.8, &all), reference);
}

TEST(ClusterTiles, GivesNoBoxesForNoTiles) {
  const comm::Communicator all(MPI_COMM_WORLD);

  EXPECT_TRUE(cluster_tiles<2>({}, {{0, 0}, {8, 8}}, 0.8, &all).empty());
}

TEST(ClusterTiles, SeparatesTwoRectangles) {
  TileSet<2> tiles;
  tiles.add({{3, 4}, {9, 6}});
  tiles.add({{20, 11}, {23, 30}});

  const geometry::BoxList<2> expected{{{3, 4}, {9, 6}}, {{20, 11}, {23, 30}}};
  EXPECT_EQ(cluster_tiles<2>(tiles.blocks(), {{0, 0}, {40, 40}}, 0.8), expected);
}

}  // namespace
}  // namespace evenkeel::hierarchy
