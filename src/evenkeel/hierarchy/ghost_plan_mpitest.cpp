// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every ghost cell gets the value of its cell, wherever that is.
/// ranks: 1 2 3 4
#include "evenkeel/hierarchy/ghost_plan.hpp"

#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "evenkeel/hierarchy/test_layouts.hpp"

namespace evenkeel::hierarchy {
namespace {

constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();
constexpr int kSide = 12;
const StateShape kShape{.components = 2, .ghosts = 3, .stencil = 1};

template <class Dimension>
class GhostPlanIn : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(GhostPlanIn, Dimensions);

/// Cells named after themselves in valid cells, unset in ghosts.
template <int D>
void allocate(Level<D>& level, storage::Pool& pool) {
  for (storage::Patch<D>& patch : level.patches()) {
    const geometry::Box<D> all = patch.box.grow(kShape.ghosts);
    patch.state = storage::Array<D>(pool, all, kShape.components);
    patch.old = storage::Array<D>(pool, patch.box, kShape.components);
    fill(patch.state.view(), all, [](int, const geometry::Index<D>&) { return kUnset; });
    fill(patch.state.view(), patch.box, [&](int c, const geometry::Index<D>& cell) {
      return name_of<D>(level.number(), cell, c);
    });
    fill(patch.old.view(), patch.box, [&](int c, const geometry::Index<D>& cell) {
      return 0.5 * name_of<D>(level.number(), cell, c);
    });
  }
  level.refresh_views();
}

/// How often each ghost cell of one patch is in a fringe piece.
template <int D>
std::map<geometry::Index<D>, int> fringe_cells(GhostPlan<D>& plan, std::size_t patch) {
  std::map<geometry::Index<D>, int> cells;
  for (std::size_t piece = 0; piece < plan.fringe().pieces.size(); ++piece) {
    for (const FringePart<D>& part : plan.parts_of(piece)) {
      if (part.patch == patch) {
        EXPECT_TRUE(plan.fringe().pieces[piece].fine.contains(part.fine));
        EXPECT_TRUE(part.fine.contains(part.stage));
        for_each_cell(part.fine, [&](const geometry::Index<D>& c) { ++cells[c]; });
      }
    }
  }
  return cells;
}

/// Ghosts are named after their cell, in a fringe piece, or beyond a physical boundary.
template <int D>
void expect_ghosts(const Mesh<D>& mesh, const Level<D>& level, GhostPlan<D>& plan) {
  const Coverage<D> coverage(mesh, level);
  for (std::size_t p = 0; p < level.patches().size(); ++p) {
    const storage::Patch<D>& patch = level.patches()[p];
    const auto fringe = fringe_cells(plan, p);
    for_each_cell(patch.state.view().box, [&](const geometry::Index<D>& cell) {
      const geometry::Index<D> inside = wrapped(mesh, level.number(), cell);
      const bool in_domain = mesh.domain(level.number()).contains(inside);
      geometry::Box<D> one{inside, inside};
      one = {inside, one.grow(1).hi};
      const bool held = in_domain && level.search().meets(one);
      for (int c = 0; c < kShape.components; ++c) {
        const double value = patch.state.view()(c, cell);
        if (held) {
          EXPECT_EQ(value, name_of<D>(level.number(), inside, c));
        } else {
          EXPECT_TRUE(std::isnan(value));
        }
      }
      EXPECT_EQ(fringe.contains(cell), in_domain && !held);
    });
    for (const auto& [cell, times] : fringe) {
      EXPECT_EQ(times, 1);
    }
  }
}

/// Coarse values under the fringe, a quarter of the way from old to new.
template <int D>
void expect_fringe(const Mesh<D>& mesh, int coarse_level, const Fringe<D>& all) {
  for (std::size_t i = 0; i < all.pieces.size(); ++i) {
    const FringePiece<D>& piece = all.pieces[i];
    EXPECT_EQ(piece.coarse, piece.fine.coarsen(mesh.ratio).grow(kShape.stencil));
    for_each_cell(piece.coarse, [&](const geometry::Index<D>& cell) {
      const geometry::Index<D> inside = wrapped(mesh, coarse_level, cell);
      if (mesh.domain(coarse_level).contains(inside)) {
        for (int c = 0; c < kShape.components; ++c) {
          const double name = name_of<D>(coarse_level, inside, c);
          EXPECT_EQ(all.values[i](c, cell), 0.5 * name + 0.25 * (name - 0.5 * name));
        }
      }
    });
  }
}

TYPED_TEST(GhostPlanIn, FillsEveryGhostFromItsCellOrLeavesItToTheFringe) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  storage::Pool pool;
  for (const std::uint32_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    Dice dice(seed);
    Mesh<D> mesh = cube_mesh<D>(kSide, seed % 2 == 0);
    mesh.periodic[0] = seed > 2;
    mesh.ratio = seed == 6 && D < 3 ? 4 : 2;
    Level<D> base(0, random_cover(mesh, 0, 6, communicator.size(), dice), communicator.rank());
    Level<D> fine(1, random_patchwork(mesh, 1, communicator.size(), dice), communicator.rank());
    allocate(base, pool);
    allocate(fine, pool);
    GhostPlan<D> base_plan(communicator, pool, mesh, base, nullptr, kShape);
    GhostPlan<D> fine_plan(communicator, pool, mesh, fine, &base, kShape);

    base_plan.begin(base, {});
    base_plan.finish(base);
    fine_plan.begin(fine, {base.state_views(), base.old_views(), 0.25});
    fine_plan.finish(fine);

    expect_ghosts(mesh, base, base_plan);
    expect_ghosts(mesh, fine, fine_plan);
    expect_fringe(mesh, 0, fine_plan.fringe());
    EXPECT_EQ(communicator.sum(base_plan.copies().sent_bytes()),
              communicator.sum(base_plan.copies().received_bytes()));
  }
}

/// Calls visit(values of a patch, cell) for cells under or beside those of \p finer.
template <int D, class Visit>
void for_each_changing(const Mesh<D>& mesh, const Level<D>& level, const Level<D>& finer,
                       const Visit& visit) {
  const Coverage<D> above(mesh, finer);
  for (const storage::Patch<D>& patch : level.patches()) {
    for_each_cell(patch.box, [&](const geometry::Index<D>& cell) {
      bool changes = false;
      const geometry::Box<D> one{cell, geometry::Box<D>{cell, cell}.grow(1).hi};
      above.for_each(one.grow(1).refine(mesh.ratio), [&](auto, const auto&) { changes = true; });
      if (changes) {
        visit(patch.state.view(), cell);
      }
    });
  }
}

TYPED_TEST(GhostPlanIn, SendsBeforeWhatNoFinerLevelChanges) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  storage::Pool pool;
  std::int64_t before = 0;
  for (const std::uint32_t seed : {1U, 2U, 3U, 4U}) {
    Dice dice(seed);
    const Mesh<D> mesh = cube_mesh<D>(kSide, seed % 2 == 0);
    Level<D> base(0, random_cover(mesh, 0, 6, communicator.size(), dice), communicator.rank());
    LevelLayout<D> few = random_patchwork(mesh, 1, communicator.size(), dice);
    few.boxes.resize(1);
    few.owners.resize(1);
    const Level<D> fine(1, few, communicator.rank());
    allocate(base, pool);
    GhostPlan<D> plan(communicator, pool, mesh, base, nullptr, kShape);
    const std::int64_t all = plan.copies().sent_bytes();
    for (int again = 0; again < 2; ++again) {
      plan.settle(mesh, base, &fine);
      before += all - plan.copies().sent_bytes();
      for_each_changing(mesh, base, fine, [](const auto& values, const auto& cell) {
        values(0, cell) = values(1, cell) = kUnset;
      });
      plan.send(base, {}, 0, true);
      for_each_changing(mesh, base, fine, [](const auto& values, const auto& cell) {
        values(0, cell) = name_of<D>(0, cell, 0);
        values(1, cell) = name_of<D>(0, cell, 1);
      });
      plan.begin(base, {});
      plan.finish(base);
      expect_ghosts(mesh, base, plan);
    }
    plan.send(base, {}, 0, true);  // dropped with the plan
  }
  EXPECT_EQ(communicator.sum(before) > 0, communicator.size() > 1);
}

TEST(GhostPlan, PatchesThatDoNotWaitAreCompleteAfterBegin) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  storage::Pool pool;
  Dice dice(7);
  const Mesh<2> mesh = cube_mesh<2>(64, true);
  Level<2> level(0, random_cover(mesh, 0, 6, 1, dice), communicator.rank());
  LevelLayout<2> striped = level.layout();
  for (std::size_t i = 0; i < striped.boxes.size(); ++i) {
    striped.owners[i] = striped.boxes[i].lo[0] * communicator.size() / 64;
  }
  level = Level<2>(0, striped, communicator.rank());
  allocate(level, pool);
  GhostPlan<2> plan(communicator, pool, mesh, level, nullptr, kShape);

  plan.begin(level, {});
  std::size_t ready = 0;
  for (std::size_t p = 0; p < level.patches().size(); ++p) {
    if (!plan.waits(p)) {
      ++ready;
      for_each_cell(level.patches()[p].state.view().box, [&](const geometry::Index<2>& cell) {
        EXPECT_EQ(level.patches()[p].state.view()(0, cell),
                  name_of<2>(0, wrapped(mesh, 0, cell), 0));
      });
    }
  }
  plan.finish(level);

  EXPECT_GT(ready, 0U);
  EXPECT_LE(plan.copies().messages(), 2);
  EXPECT_EQ(ready == level.patches().size(), communicator.size() == 1);
}

TEST(GhostPlan, PatchesAreJoinedOnceAllHasCome) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  storage::Pool pool;
  const Mesh<2> mesh = cube_mesh<2>(64, false);
  LevelLayout<2> strips;
  for (std::int32_t x = 0; x < 64; x += 8) {
    strips.boxes.push_back({{x, 0}, {x + 8, 64}});
    strips.owners.push_back(x * communicator.size() / 64);
  }
  Level<2> level(0, strips, communicator.rank());
  allocate(level, pool);
  GhostPlan<2> plan(communicator, pool, mesh, level, nullptr, kShape);

  plan.begin(level, {});
  communicator.barrier();  // whatever order messages come in
  while (!plan.take_arrived(level)) {
  }

  EXPECT_EQ(plan.joined().size(), 1U);
  if (communicator.rank() == 0) {  // which has the left side of the domain
    EXPECT_EQ(plan.groups().size() > 1, communicator.size() > 1);
  }
  for (const storage::Patch<2>& patch : level.patches()) {
    const geometry::Box<2> held = patch.state.view().box.intersect(mesh.domain(0));
    for_each_cell(held, [&](const geometry::Index<2>& cell) {
      EXPECT_EQ(patch.state.view()(0, cell), name_of<2>(0, cell, 0));
    });
  }
}

TEST(GhostPlan, SpareGhostsAreFilledAsFarAsAsked) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  storage::Pool pool;
  Dice dice(8);
  const Mesh<2> mesh = cube_mesh<2>(kSide, true);
  Level<2> level(0, random_cover(mesh, 0, 6, communicator.size(), dice), communicator.rank());
  allocate(level, pool);
  StateShape shape = kShape;
  shape.stage_axes = 1;  // so that ghosts at corners are spare
  GhostPlan<2> plan(communicator, pool, mesh, level, nullptr, shape);

  plan.begin(level, {}, Copies::kAll, 0, 1);
  plan.finish(level);

  int unset = 0;
  for (const storage::Patch<2>& patch : level.patches()) {
    for_each_cell(patch.state.view().box, [&](const geometry::Index<2>& cell) {
      const geometry::Index<2> inside = wrapped(mesh, 0, cell);
      int outside = 0;
      for (std::size_t d = 0; d < 2; ++d) {
        outside += cell[d] < patch.box.lo[d] || cell[d] >= patch.box.hi[d] ? 1 : 0;
      }
      EXPECT_EQ(patch.state.view()(0, cell), name_of<2>(0, inside, 0));
      if (outside < 2) {
        EXPECT_EQ(patch.state.view()(1, cell), name_of<2>(0, inside, 1));
      } else {
        unset += std::isnan(patch.state.view()(1, cell)) ? 1 : 0;
      }
    });
  }
  EXPECT_GT(communicator.sum(unset), 0);
}

}  // namespace
}  // namespace evenkeel::hierarchy
