// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Installing levels keeps, moves and interpolates values.
/// ranks: 1 2 3 4
#include "evenkeel/hierarchy/hierarchy.hpp"

#include <set>

#include <gtest/gtest.h>

#include "evenkeel/hierarchy/test_layouts.hpp"

namespace evenkeel::hierarchy {
namespace {

const StateShape kShape{.components = 2, .ghosts = 2, .stencil = 1, .stages = 1};

template <class Dimension>
class HierarchyIn : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(HierarchyIn, Dimensions);

template <int D>
void name_cells(Level<D>& level) {
  for (storage::Patch<D>& patch : level.patches()) {
    fill(patch.state.view(), patch.box, [&](int c, const geometry::Index<D>& cell) {
      return name_of<D>(level.number(), cell, c);
    });
  }
}

/// Fills pieces with the negative name of their cell; checks the coarse names under them.
template <int D>
struct NegativeNames {
  const Mesh<D>& mesh;
  int calls = 0;

  void operator()(Level<D>& level, const Fringe<D>& fringe) {
    ++calls;
    for (std::size_t i = 0; i < fringe.pieces.size(); ++i) {
      const FringePiece<D>& piece = fringe.pieces[i];
      for_each_cell(piece.coarse, [&](const geometry::Index<D>& cell) {
        const geometry::Index<D> inside = wrapped(mesh, level.number() - 1, cell);
        if (mesh.domain(level.number() - 1).contains(inside)) {
          EXPECT_EQ(std::abs(fringe.values[i](1, cell)), name_of<D>(level.number() - 1, inside, 1));
        }
      });
      storage::Patch<D>& patch = level.patches()[piece.patch];
      EXPECT_TRUE(patch.box.contains(piece.fine));
      fill(patch.state.view(), piece.fine, [&](int c, const geometry::Index<D>& cell) {
        return -name_of<D>(level.number(), cell, c);
      });
    }
  }
};

template <int D>
void expect_names(const Level<D>& level, const geometry::BoxSearch<D>& before) {
  for (const storage::Patch<D>& patch : level.patches()) {
    for_each_cell(patch.box, [&](const geometry::Index<D>& cell) {
      geometry::Box<D> one{cell, cell};
      one.hi = one.grow(1).hi;
      const double sign = before.meets(one) ? 1.0 : -1.0;
      for (int c = 0; c < kShape.components; ++c) {
        EXPECT_EQ(patch.state.view()(c, cell), sign * name_of<D>(level.number(), cell, c));
      }
    });
  }
}

TYPED_TEST(HierarchyIn, InstallKeepsOldValuesAndInterpolatesTheRest) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const int ranks = communicator.size();
  for (const std::uint32_t seed : {1U, 2U, 3U, 4U}) {
    Dice dice(seed);
    const Mesh<D> mesh = cube_mesh<D>(12, seed % 2 == 0);
    Hierarchy<D> hierarchy(communicator, mesh, kShape);
    NegativeNames<D> prolong{mesh};
    const LevelLayout<D> old_fine = random_patchwork(mesh, 1, ranks, dice);
    hierarchy.install(0, {random_cover(mesh, 0, 6, ranks, dice), old_fine}, std::ref(prolong));
    EXPECT_EQ(prolong.calls, 0);
    name_cells(hierarchy.level(0));
    name_cells(hierarchy.level(1));

    const std::int64_t received = hierarchy.install(
        0, {random_cover(mesh, 0, 4, ranks, dice), random_patchwork(mesh, 1, ranks, dice)},
        std::ref(prolong));

    expect_names(hierarchy.level(0), hierarchy.level(0).search());
    expect_names(hierarchy.level(1), geometry::BoxSearch<D>(old_fine.boxes));
    EXPECT_EQ(communicator.sum(received) > 0, ranks > 1);
  }
}

TYPED_TEST(HierarchyIn, ValuesMoveUnlessTheyAreSetAfterwards) {
  constexpr int D = TypeParam::value;
  telemetry::PhaseClock clock;
  const comm::Communicator communicator(MPI_COMM_WORLD, &clock);
  const int ranks = communicator.size();
  Dice dice(7);
  const Mesh<D> mesh = cube_mesh<D>(12, true);
  Hierarchy<D> hierarchy(communicator, mesh, kShape);
  hierarchy.install(0, {random_cover(mesh, 0, 6, ranks, dice)}, {});
  name_cells(hierarchy.level(0));

  hierarchy.install(0, {random_cover(mesh, 0, 4, ranks, dice)}, {});

  expect_names(hierarchy.level(0), hierarchy.level(0).search());
  const std::int64_t moved = clock.counters().bytes_migrated;
  EXPECT_EQ(communicator.sum(moved) > 0, ranks > 1);
  EXPECT_EQ(communicator.sum(clock.counters().bytes_taken_in), communicator.sum(moved));
  const LevelLayout<D> base = random_cover(mesh, 0, 6, ranks, dice);
  hierarchy.install_unset(0, {base});

  EXPECT_EQ(clock.counters().bytes_migrated, moved);
  EXPECT_EQ(hierarchy.level(0).layout(), base);
  for (const storage::Patch<D>& patch : hierarchy.level(0).patches()) {
    EXPECT_FALSE(patch.state.is_empty());
  }
}

TYPED_TEST(HierarchyIn, UnchangedLevelsKeepTheirMemory) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  Dice dice(5);
  const Mesh<D> mesh = cube_mesh<D>(16, true);
  Hierarchy<D> hierarchy(communicator, mesh, kShape);
  const LevelLayout<D> base = random_cover(mesh, 0, 8, communicator.size(), dice);
  LevelLayout<D> fine = random_patchwork(mesh, 1, communicator.size(), dice);
  hierarchy.install(0, {base, fine}, {});
  name_cells(hierarchy.level(1));
  const GhostPlan<D>* plan = &hierarchy.ghosts(0);
  std::set<const double*> memory;
  for (const storage::View<D>& view : hierarchy.level(1).state_views()) {
    memory.insert(view.data);
  }

  fine.boxes.pop_back();
  fine.owners.pop_back();
  const std::int64_t received = hierarchy.install(0, {base, fine}, {});

  EXPECT_EQ(received, 0);
  EXPECT_EQ(&hierarchy.ghosts(0), plan);
  for (const storage::View<D>& view : hierarchy.level(1).state_views()) {
    EXPECT_TRUE(memory.contains(view.data));
  }
  expect_names(hierarchy.level(1), hierarchy.level(1).search());
}

TEST(Hierarchy, RegistersFollowTheLevels) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  Dice dice(6);
  const Mesh<2> mesh = cube_mesh<2>(16, false);
  Hierarchy<2> hierarchy(communicator, mesh, kShape);
  const LevelLayout<2> base = random_cover(mesh, 0, 8, communicator.size(), dice);
  hierarchy.install(0, {base}, {});
  for (const storage::Patch<2>& patch : hierarchy.level(0).patches()) {
    EXPECT_TRUE(patch.old.is_empty());
    EXPECT_TRUE(patch.saved.is_empty());
    EXPECT_EQ(patch.state.view().box, patch.box.grow(2));
    EXPECT_EQ(patch.stages.size(), 1U);
  }

  const auto nothing = [](Level<2>&, const Fringe<2>&) {};
  hierarchy.install(1,
                    {random_cover(mesh, 1, 8, communicator.size(), dice),
                     random_cover(mesh, 2, 16, communicator.size(), dice)},
                    nothing);
  EXPECT_EQ(hierarchy.finest(), 2);
  for (const storage::Patch<2>& patch : hierarchy.level(1).patches()) {
    EXPECT_EQ(patch.old.view().box, patch.box);
  }
  for (const storage::Patch<2>& patch : hierarchy.level(0).patches()) {
    EXPECT_TRUE(patch.old.is_empty());  // saved serves
  }

  hierarchy.install(2, {}, nothing);
  EXPECT_EQ(hierarchy.finest(), 1);
  for (const storage::Patch<2>& patch : hierarchy.level(1).patches()) {
    EXPECT_TRUE(patch.old.is_empty());
  }
}

TEST(Hierarchy, DirectoryFindsLocalPatches) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  Dice dice(8);
  const Mesh<3> mesh = cube_mesh<3>(16, false);
  Hierarchy<3> hierarchy(communicator, mesh, kShape);
  hierarchy.install(0,
                    {random_cover(mesh, 0, 8, communicator.size(), dice),
                     random_patchwork(mesh, 1, communicator.size(), dice)},
                    {});

  const storage::Hdda<3> directory = hierarchy.directory();
  std::size_t patches = 0;
  for (const auto& level : hierarchy.levels()) {
    patches += level->patches().size();
    for (std::size_t p = 0; p < level->patches().size(); ++p) {
      const storage::Patch<3>& patch = level->patches()[p];
      const geometry::Index<3> last = patch.box.grow(-1).hi;
      const auto* entry = directory.containing(patch.level, last);
      ASSERT_NE(entry, nullptr);
      EXPECT_EQ(entry->slot, static_cast<int>(p));
      EXPECT_EQ(directory.find(directory.key(patch.level, patch.box.lo)), entry);
    }
  }
  EXPECT_EQ(directory.size(), patches);
}

}  // namespace
}  // namespace evenkeel::hierarchy
