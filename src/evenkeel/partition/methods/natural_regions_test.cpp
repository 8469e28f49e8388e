// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Natural regions: cores stay together, blocks fill up what processors can still take.
#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const Problem& problem, const ParamValues& params = {}) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make("natural_regions", params)->assign(problem);
}

TEST(NaturalRegions, EqualCoresHaveAProcessorEach) {
  // Two refined pairs, apart: each goes to one processor, the rest around them is shared.
  const workload::UnitList units = row_of_depths(std::array{0, 1, 1, 0, 0, 0, 0, 1, 1, 0});
  const std::vector<double> capacity = {1, 1};

  const Owners owners = assign({units, capacity, {}});

  EXPECT_EQ(owners[1], owners[2]);
  EXPECT_EQ(owners[7], owners[8]);
  EXPECT_NE(owners[1], owners[8]);
  EXPECT_DOUBLE_EQ(measure({units, capacity, {}}, owners).bottleneck, 0.0);
}

TEST(NaturalRegions, SmallCoresGoWithTheBlocks) {
  std::vector<int> depths(40, 0);
  depths[20] = 1;
  const workload::UnitList units = row_of_depths(depths);
  const std::vector<double> capacity = {1, 1};

  EXPECT_LE(measure({units, capacity, {}}, assign({units, capacity, {}}, {{"least_core", 1.0}}))
                .bottleneck,
            0.1);
}

TEST(NaturalRegions, FrontIsInBalance) {
  const workload::UnitList units = front_units<2>(128, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = lognormal_capacity(16);
  const Problem problem{units, capacity, {}};

  const Quality quality = measure(problem, assign(problem));

  EXPECT_LE(quality.bottleneck, 0.02);
  EXPECT_EQ(quality.empty_parts, 0);
}

}  // namespace
}  // namespace evenkeel::partition
