// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches dealt out: worked cases, bounds, and the bar with many unequal processors.
#include "evenkeel/partition/patch_dealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/bounds.hpp"
#include "evenkeel/partition/patch_quality.hpp"
#include "evenkeel/partition/test_patches.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Box;
using geometry::BoxList;

OwnedPatches assign(const char* method, const PatchProblem& problem,
                    const ParamValues& params = {}) {
  Registry<PatchPartitioner> registry;
  register_builtin(registry);
  return registry.make(method, params)->assign(problem);
}

TEST(Bounds, HeavyPiecesNeedFastProcessors) {
  const std::array<double, 2> capacity = {1, 2};

  EXPECT_DOUBLE_EQ(least_time(std::array<double, 4>{9, 1, 1, 1}, capacity), 4.5);  // 9 on the fast
  EXPECT_DOUBLE_EQ(least_time(std::array<double, 3>{4, 4, 4}, capacity), 4.0);     // all on both
  EXPECT_DOUBLE_EQ(least_time({}, capacity), 0.0);
}

TEST(Bounds, NobodyDoesMorePiecesThanOfTheLightest) {
  const std::array<double, 2> capacity = {1, 2};

  // One processor is done with a piece of 1 at 1, 2, 3, ..., the other at 0.5, 1, 1.5, 2, ...
  EXPECT_DOUBLE_EQ(time_of_pieces(4, 1.0, capacity), 1.5);
  EXPECT_DOUBLE_EQ(time_of_pieces(5, 3.0, capacity), 3.0 * 2.0);
  EXPECT_DOUBLE_EQ(time_of_pieces(6, 1.0, capacity), 2.0);
  EXPECT_DOUBLE_EQ(least_time(std::array<double, 6>{1.1, 1, 0, 1, 1, 1}, capacity), 2.0);
}

// Comparing W_k before the piece is added would give it to the slow processor, which is free.
TEST(LongestFirst, CountsThePieceThatIsDealtOut) {
  const std::array<double, 2> capacity = {1.0, 10.0};
  const Workers workers(capacity);
  const std::array<double, 3> load = {6.0, 5.0, 4.0};
  const std::array<double, 2> given = {0.0, 0.0};

  const std::vector<int> worker = deal_longest_first({load, workers, given, 0.0});

  EXPECT_EQ(worker, (std::vector<int>{1, 1, 1}));
}

TEST(LongestFirst, LoadOfFinerLevelsDecidesAmongThoseWhoAreInTime) {
  const std::array<double, 2> capacity = {1.0, 1.0};
  const Workers workers(capacity);
  const std::array<double, 2> load = {3.0, 3.0};
  const std::array<double, 2> given = {9.0, 1.0};

  EXPECT_EQ(deal_longest_first({load, workers, given, 6.0}), (std::vector<int>{1, 1}));
  EXPECT_EQ(deal_longest_first({load, workers, given, 3.0}), (std::vector<int>{1, 0}));
}

TEST(LongestFirst, EachGoesToWhoIsDoneFirstAmongManySpeeds) {
  SplitMix64 chance(5);
  const std::vector<double> capacity = lognormal_capacity(300);
  const Workers workers(capacity);
  std::vector<double> load(2000);
  std::ranges::generate(load,
                        [&] { return 1.0 + std::ldexp(static_cast<double>(chance.next()), -64); });
  std::ranges::sort(load, std::greater());
  const std::vector<double> given(capacity.size(), 0.0);

  const std::vector<int> worker = deal_longest_first({load, workers, given, 0.0});

  std::vector<double> held(workers.size(), 0.0);
  for (std::size_t piece = 0; piece < load.size(); ++piece) {
    const auto time = [&](std::size_t k) { return (held[k] + load[piece]) / workers.capacity[k]; };
    const auto got = static_cast<std::size_t>(worker[piece]);
    for (std::size_t k = 0; k < held.size(); ++k) {
      ASSERT_LE(time(got), time(k)) << piece;
    }
    held[got] += load[piece];
  }
}

TEST(PatchLpt, WhoHadAPatchKeepsItWhileThatIsInTime) {
  const std::vector<BoxList<3>> before = front_patches<2>(64);
  const std::vector<BoxList<3>> after = front_patches<2>(64, 1.0);
  const std::array<double, 3> cell_load = {1.0, 2.0, 4.0};
  const std::vector<double> capacity = lognormal_capacity(8);
  std::vector<double> later = capacity;
  later[3] *= 1.3;  // everything is dealt out in another order
  const OwnedPatches old = assign("patch_lpt", {before, cell_load, capacity, 1});
  const PatchProblem from_scratch{after, cell_load, later, 1};
  const PatchProblem sticky{after, cell_load, later, 1, old};

  const PatchQuality scratch = measure(sticky, assign("patch_lpt", from_scratch));
  const PatchQuality kept = measure(sticky, assign("patch_lpt", sticky));

  EXPECT_LT(kept.moved, 0.5 * scratch.moved);
  EXPECT_LE(kept.per_level_time, 1.01);
}

TEST(Chop, CutsAtMultiplesOfTheAlignment) {
  const BoxList<3> pieces = chop({Box<3>{{4, 0, 0}, {20, 8, 1}}}, 40.0, 4);

  EXPECT_EQ(geometry::volume(pieces), 128);
  for (const Box<3>& piece : pieces) {
    EXPECT_LE(piece.volume(), 40);
    EXPECT_EQ(piece.lo[0] % 4, 0);
    EXPECT_EQ(piece.lo[1] % 4, 0);
  }
}

TEST(Chop, WhatCannotBeCutStays) {
  EXPECT_EQ(chop({Box<3>{{0, 0, 0}, {4, 4, 1}}}, 1.0, 4).size(), 1U);
}

TEST(Multifit, PacksWhereLongestFirstDoesNot) {
  // Lengths 3 3 2 2 2 on two equal processors: LPT needs 7, two times 6 is possible.
  const std::vector<BoxList<3>> levels = {
      {Box<3>{{0, 0, 0}, {3, 1, 1}}, Box<3>{{4, 0, 0}, {7, 1, 1}}, Box<3>{{8, 0, 0}, {10, 1, 1}},
       Box<3>{{12, 0, 0}, {14, 1, 1}}, Box<3>{{16, 0, 0}, {18, 1, 1}}}};
  const std::array<double, 1> cell_load = {1.0};
  const std::array<double, 2> capacity = {1.0, 1.0};
  const PatchProblem problem{levels, cell_load, capacity, 4};
  const ParamValues whole = {{"chop", 100.0}};

  EXPECT_NEAR(measure(problem, assign("patch_lpt", problem, whole)).bottleneck, 7.0 / 6.0 - 1.0,
              1e-12);
  EXPECT_NEAR(measure(problem, assign("patch_multifit", problem, whole)).bottleneck, 0.0, 1e-12);
}

TEST(Slab, EveryPatchIsSharedInProportion) {
  const std::vector<BoxList<3>> levels = {{Box<3>{{0, 0, 0}, {80, 8, 1}}}};
  const std::array<double, 1> cell_load = {1.0};
  const std::array<double, 3> capacity = {1.0, 3.0, 4.0};

  const OwnedPatches patches = assign("patch_slab", {levels, cell_load, capacity, 2});

  ASSERT_EQ(patches[0].size(), 3U);
  EXPECT_EQ(patches[0][0].box.side(0), 10);
  EXPECT_EQ(patches[0][1].box.side(0), 30);
  EXPECT_EQ(patches[0][2].box.side(0), 40);
}

TEST(BiLevel, PairsOfLevelsStayTogether) {
  const std::vector<BoxList<3>> levels = front_patches<2>(32);
  const std::array<double, 3> cell_load = {1.0, 2.0, 4.0};
  const std::vector<double> capacity = {1, 2, 3};
  const PatchProblem problem{levels, cell_load, capacity, 1};

  const OwnedPatches patches = assign("bi_level", problem, {{"grain", 1.0}});

  // Whoever owns a refined patch owns the cells of the base below it.
  for (const OwnedPatch& fine : patches[1]) {
    Box<3> below = fine.box.coarsen(2);
    below.hi[2] = 1;
    for (const OwnedPatch& coarse : patches[0]) {
      EXPECT_TRUE(coarse.owner == fine.owner || coarse.box.intersect(below).is_empty());
    }
  }
  EXPECT_LE(measure(problem, patches).bottleneck, 0.03);
}

TEST(PatchQuality, MovedIsWhatHadAnotherOwner) {
  const std::vector<BoxList<3>> levels = {{Box<3>{{0, 0, 0}, {4, 4, 1}}}};
  const std::array<double, 1> cell_load = {1.0};
  const std::array<double, 2> capacity = {1.0, 1.0};
  const OwnedPatches before = {
      {{Box<3>{{0, 0, 0}, {2, 4, 1}}, 0}, {Box<3>{{2, 0, 0}, {4, 4, 1}}, 1}}};
  const OwnedPatches after = {
      {{Box<3>{{0, 0, 0}, {3, 4, 1}}, 0}, {Box<3>{{3, 0, 0}, {4, 4, 1}}, 1}}};

  const PatchQuality quality = measure({levels, cell_load, capacity, 1, before}, after);

  EXPECT_DOUBLE_EQ(quality.moved, 4.0);
  EXPECT_DOUBLE_EQ(quality.moved_fraction, 0.25);
  EXPECT_DOUBLE_EQ(quality.bottleneck, 0.5);
}

class ManyProcessors : public testing::TestWithParam<const char*> {};

// The bar: 0.6 % with 1280 unequal processors. Cut anywhere, the bound is 0.
TEST_P(ManyProcessors, AreInBalanceOnEveryLevelAfterChopping) {
  const std::vector<BoxList<3>> levels = front_patches<3>(64);
  const std::array<double, 3> cell_load = {1.0, 2.0, 4.0};
  const std::vector<double> capacity = lognormal_capacity(1280);
  const PatchProblem problem{levels, cell_load, capacity, 1};

  const PatchQuality quality = measure(problem, assign(GetParam(), problem));

  EXPECT_LE(quality.bottleneck, 0.006);
  EXPECT_LE(quality.per_level_time, 1.006);
  EXPECT_GE(quality.bottleneck, quality.lower_bound);
  EXPECT_EQ(quality.empty_parts, 0);
}

INSTANTIATE_TEST_SUITE_P(Chopping, ManyProcessors, testing::Values("patch_lpt", "patch_multifit"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace evenkeel::partition
