// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What every partitioner of patches promises, asked of every one that is registered.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"
#include "evenkeel/partition/patch_quality.hpp"
#include "evenkeel/partition/test_patches.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Box;
using geometry::BoxList;

Registry<PatchPartitioner> builtin() {
  Registry<PatchPartitioner> registry;
  register_builtin(registry);
  return registry;
}

std::vector<std::string> all_names() {
  const Registry<PatchPartitioner> registry = builtin();
  const std::vector<std::string_view> names = registry.names();
  return {names.begin(), names.end()};
}

Box<3> flat(std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1) {
  return {{x0, y0, 0}, {x1, y1, 1}};
}

class EveryPatchPartitioner : public testing::TestWithParam<std::string> {
 protected:
  /// Patches of \p problem, after checking what holds for any.
  OwnedPatches assign(const PatchProblem& problem) const {
    const OwnedPatches patches = partitioner_->assign(problem);
    EXPECT_EQ(partitioner_->assign(problem), patches) << "not deterministic";
    EXPECT_EQ(patches.size(), problem.levels.size());
    for (std::size_t level = 0; level < patches.size(); ++level) {
      BoxList<3> boxes;
      for (const OwnedPatch& patch : patches[level]) {
        boxes.push_back(patch.box);
        EXPECT_GT(problem.capacity[static_cast<std::size_t>(patch.owner)], 0.0);
      }
      EXPECT_TRUE(geometry::disjoint(boxes));
      EXPECT_EQ(geometry::volume(boxes), geometry::volume(problem.levels[level]));
      EXPECT_TRUE(geometry::difference(problem.levels[level], boxes).empty());
    }
    const PatchQuality quality = measure(problem, patches);
    EXPECT_GE(quality.bottleneck, quality.lower_bound - 1e-12);
    EXPECT_GE(quality.per_level_time, quality.level_bound - 1e-12);
    return patches;
  }

  std::unique_ptr<PatchPartitioner> partitioner_ = builtin().make(GetParam());
};

TEST_P(EveryPatchPartitioner, RandomPatchworksAreCoveredByProcessorsWithCapacity) {
  SplitMix64 random(11);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<BoxList<3>> levels(1 + uniform_below(random, 3));
    for (BoxList<3>& boxes : levels) {
      for (std::int32_t x = 0; x < 64; x += 16) {
        for (std::int32_t y = 0; y < 64; y += 16) {
          const auto side = static_cast<std::int32_t>(4 * (1 + uniform_below(random, 4)));
          if (uniform(random) < 0.5) {
            boxes.push_back(flat(x, y, x + side, y + 16));
          }
        }
      }
    }
    const std::vector<double> cell_load = {1.0, 2.0, 4.0};
    std::vector<double> capacity(1 + uniform_below(random, 30));
    std::ranges::generate(capacity, [&] { return std::max(0.0, uniform(random) - 0.3); });
    capacity[uniform_below(random, capacity.size())] = 0.7;

    assign({levels, std::span(cell_load).first(levels.size()), capacity, 4});
  }
}

TEST_P(EveryPatchPartitioner, OneProcessorOwnsAll) {
  const std::vector<BoxList<3>> levels = {{flat(0, 0, 8, 8)}, {flat(4, 4, 12, 8)}};
  const std::vector<double> cell_load = {1.0, 2.0};
  const std::vector<double> capacity = {0, 3};

  for (const auto& level : assign({levels, cell_load, capacity, 2})) {
    EXPECT_TRUE(std::ranges::all_of(level, [](const OwnedPatch& p) { return p.owner == 1; }));
  }
}

TEST_P(EveryPatchPartitioner, MoreProcessorsThanCellsIsNoCrash) {
  const std::vector<BoxList<3>> levels = {{flat(0, 0, 2, 2)}, {}};
  const std::vector<double> cell_load = {1.0, 2.0};
  const std::vector<double> capacity(9, 1.0);

  assign({levels, cell_load, capacity, 1});
}

TEST_P(EveryPatchPartitioner, ZeroLoadIsSpread) {
  const std::vector<BoxList<3>> levels = {{flat(0, 0, 16, 16)}};
  const std::vector<double> cell_load = {0.0};
  const std::vector<double> capacity = {1.0, 1.0};

  EXPECT_EQ(measure({levels, cell_load, capacity, 1}, assign({levels, cell_load, capacity, 1}))
                .empty_parts,
            0);
}

TEST_P(EveryPatchPartitioner, EqualProcessorsShareASquareEqually) {
  const std::vector<BoxList<3>> levels = {{flat(0, 0, 64, 64)}};
  const std::vector<double> cell_load = {1.0};
  const std::vector<double> capacity(4, 0.25);
  const PatchProblem problem{levels, cell_load, capacity, 4};

  EXPECT_DOUBLE_EQ(measure(problem, assign(problem)).bottleneck, 0.0);
}

TEST_P(EveryPatchPartitioner, ScaleOfCapacitiesDoesNotMatter) {
  const std::vector<BoxList<3>> levels = front_patches<2>(32);
  const std::vector<double> cell_load = {1.0, 2.0, 4.0};

  EXPECT_EQ(assign({levels, cell_load, std::vector<double>{1, 3, 2}, 2}),
            assign({levels, cell_load, std::vector<double>{0.25, 0.75, 0.5}, 2}));
}

TEST_P(EveryPatchPartitioner, UnitOfLoadDoesNotMatter) {
  const std::vector<BoxList<3>> levels = front_patches<2>(32);
  const std::vector<double> cell_load = {1.0, 2.0, 4.0};
  const std::vector<double> in_other_units = {64.0, 128.0, 256.0};
  const std::vector<double> capacity = {1, 3, 2};

  EXPECT_EQ(assign({levels, cell_load, capacity, 2}),
            assign({levels, in_other_units, capacity, 2}));
}

INSTANTIATE_TEST_SUITE_P(Builtin, EveryPatchPartitioner, testing::ValuesIn(all_names()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace evenkeel::partition
