// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Chains cut in parts against the serial cut.
#include "evenkeel/partition/distributed_chain.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

/// What all holders together say of \p load when it is held in parts of those lengths.
PartCut cut_in_parts(const std::vector<double>& load, const std::vector<std::size_t>& lengths,
                     const std::vector<double>& capacity, int per_processor) {
  const double total = std::reduce(load.begin(), load.end());
  const double most = block_load(total, capacity.size(), per_processor);
  std::vector<UnitBlock> all;
  std::vector<std::size_t> firsts;
  std::vector<std::span<const double>> parts;
  std::size_t start = 0;
  for (const std::size_t length : lengths) {
    parts.push_back(std::span(load).subspan(start, length));
    start += length;
    const std::vector<UnitBlock> mine = blocks_of(parts.back(), most);
    firsts.push_back(all.size());
    all.insert(all.end(), mine.begin(), mine.end());
  }
  EXPECT_EQ(start, load.size());
  PartCut whole;
  for (std::size_t h = 0; h < parts.size(); ++h) {
    const PartCut part = cut_part(parts[h], all, firsts[h], capacity);
    whole.owners.insert(whole.owners.end(), part.owners.begin(), part.owners.end());
    whole.bound = part.bound;
  }
  return whole;
}

double slowest(const std::vector<double>& load, const Owners& owners,
               const std::vector<double>& capacity) {
  std::vector<double> held(capacity.size(), 0.0);
  for (std::size_t unit = 0; unit < load.size(); ++unit) {
    held[static_cast<std::size_t>(owners[unit])] += load[unit];
  }
  double time = 0.0;
  for (std::size_t k = 0; k < capacity.size(); ++k) {
    time = held[k] > 0.0 ? std::max(time, held[k] / capacity[k]) : time;
  }
  return time;
}

TEST(Blocks, HoldNoMoreThanAskedUnlessOfOneUnit) {
  const std::vector<UnitBlock> blocks = blocks_of(std::array<double, 6>{1, 2, 9, 0, 1, 1}, 3.0);

  std::vector<double> load;
  std::vector<double> units;
  for (const UnitBlock& block : blocks) {
    load.push_back(block.load);
    units.push_back(block.units);
  }
  EXPECT_EQ(load, (std::vector<double>{3, 9, 2}));
  EXPECT_EQ(units, (std::vector<double>{2, 1, 3}));
}

TEST(DistributedChain, RandomChainsAreWithinTheBoundOfTheSerialCut) {
  SplitMix64 random(17);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> load(1 + uniform_below(random, 200));
    std::ranges::generate(load, [&] { return static_cast<double>(uniform_below(random, 9)); });
    load.front() = 1.0;
    std::vector<double> capacity(1 + uniform_below(random, 12));
    std::ranges::generate(capacity, [&] { return std::max(0.0, uniform(random) - 0.2); });
    capacity.front() = 0.5;
    std::vector<std::size_t> lengths(1 + uniform_below(random, 5));
    std::size_t left = load.size();
    for (std::size_t& length : lengths) {
      length = uniform_below(random, left + 1);
      left -= length;
    }
    lengths.back() += left;

    const PartCut cut = cut_in_parts(load, lengths, capacity, 8);

    const Chain chain{std::span<const double>(load)};
    const double best = optimal_bottleneck(chain, Workers(capacity));
    const double time = slowest(load, cut.owners, capacity);
    EXPECT_TRUE(std::ranges::is_sorted(cut.owners));
    EXPECT_GE(time, best * (1.0 - 1e-12));
    EXPECT_LE(time, (best + cut.bound) * (1.0 + 1e-12));
  }
}

TEST(DistributedChain, OneHolderWithABlockPerUnitCutsAsTheSerialCode) {
  const std::vector<double> load = {1, 1, 9, 9, 1, 1, 1, 73, 9, 1, 1, 9, 9, 9, 1, 1};

  const PartCut cut = cut_in_parts(load, {16}, {1, 1, 1}, 1000);

  EXPECT_DOUBLE_EQ(cut.bound, 0.0);
  EXPECT_DOUBLE_EQ(slowest(load, cut.owners, {1, 1, 1}), 73.0);
}

TEST(DistributedChain, FrontOfManyUnitsIsCutNearlyAsWell) {
  const workload::UnitList units = front_units<3>(64, 0.0, geometry::CurveKind::morton);
  std::vector<double> load;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    load.push_back(units.total(unit));
  }
  const std::vector<double> capacity = lognormal_capacity(32);
  const double best = optimal_bottleneck(Chain(std::span<const double>(load)), Workers(capacity));

  const PartCut cut =
      cut_in_parts(load, std::vector<std::size_t>(8, load.size() / 8), capacity, 64);

  const double time = slowest(load, cut.owners, capacity);
  EXPECT_LE(time, best + cut.bound);
  EXPECT_LE(time, 1.01 * best);
}

}  // namespace
}  // namespace evenkeel::partition
