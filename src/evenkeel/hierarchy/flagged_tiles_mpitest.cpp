// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Tiles of all ranks, put together everywhere or each on one rank.
/// ranks: 1 2 3 4
#include "evenkeel/hierarchy/flagged_tiles.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/hierarchy/test_layouts.hpp"

namespace evenkeel::hierarchy {
namespace {

/// Tiles that ranks have, some of them more than one, and their union.
class TilesOfRanks : public ::testing::Test {
 protected:
  TilesOfRanks() {
    for (int rank = 0; rank < world_.size(); ++rank) {
      for (int n = 0; n < 20; ++n) {
        const geometry::Index<2> at{dice_.below(18), dice_.below(18)};
        const geometry::Box<2> tiles{at, {at[0] + 1 + dice_.below(3), at[1] + 1}};
        all_.add(tiles);
        if (rank == world_.rank()) {
          mine_.add(tiles);
        }
      }
    }
  }

  GatheredTiles<2> gather(std::size_t few) const {
    return gather_tiles(world_, base_, TileLattice<2>(mesh_, 0, 2), 1, mine_, few);
  }

  /// Blocks as numbers, in ascending order.
  static std::vector<std::vector<std::uint64_t>> sorted(std::span<const TileBlock<2>> blocks) {
    std::vector<std::vector<std::uint64_t>> list;
    for (const TileBlock<2>& block : blocks) {
      list.push_back({static_cast<std::uint64_t>(block.at[0]),
                      static_cast<std::uint64_t>(block.at[1]), block.tiles});
    }
    std::ranges::sort(list);
    return list;
  }

  comm::Communicator world_{MPI_COMM_WORLD};
  Dice dice_{5};
  Mesh<2> mesh_ = cube_mesh<2>(40, false);
  Level<2> base_{0, random_cover(mesh_, 0, 8, world_.size(), dice_), world_.rank()};
  TileSet<2> all_;
  TileSet<2> mine_;
};

TEST_F(TilesOfRanks, AreToldToEveryRankWhereTheyAreFew) {
  const GatheredTiles<2> found = gather(kFewBlocks);

  EXPECT_TRUE(found.is_all);
  EXPECT_EQ(sorted(found.tiles.blocks()), sorted(all_.blocks()));
}

TEST_F(TilesOfRanks, AreElseEachOnOneRank) {
  const GatheredTiles<2> found = gather(0);

  EXPECT_EQ(found.is_all, world_.size() == 1);
  EXPECT_EQ(sorted(world_.gather_all(found.tiles.blocks())), sorted(all_.blocks()));
}

}  // namespace
}  // namespace evenkeel::hierarchy
