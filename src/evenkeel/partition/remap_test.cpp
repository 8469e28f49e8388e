// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Assignments against all permutations; names that change and balance that does not.
#include "evenkeel/partition/remap.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

double sum_of(const std::vector<double>& value, const std::vector<int>& column) {
  double sum = 0.0;
  for (std::size_t row = 0; row < column.size(); ++row) {
    sum += value[row * column.size() + static_cast<std::size_t>(column[row])];
  }
  return sum;
}

TEST(BestAssignment, IsTheBestOfAllPermutations) {
  SplitMix64 random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t size = 1 + uniform_below(random, 6);
    std::vector<double> value(size * size);
    std::ranges::generate(value, [&] { return static_cast<double>(uniform_below(random, 20)); });
    std::vector<char> allowed(value.size());
    std::ranges::generate(allowed, [&] { return uniform(random) < 0.6 ? 1 : 0; });
    for (std::size_t k = 0; k < size; ++k) {
      allowed[k * size + k] = 1;
    }
    std::vector<int> order(size);
    std::iota(order.begin(), order.end(), 0);
    double best = 0.0;
    do {
      bool is_allowed = true;
      for (std::size_t row = 0; row < size; ++row) {
        is_allowed = is_allowed && allowed[row * size + static_cast<std::size_t>(order[row])] != 0;
      }
      best = is_allowed ? std::max(best, sum_of(value, order)) : best;
    } while (std::ranges::next_permutation(order).found);

    std::vector<Gain> gains;
    for (std::size_t entry = 0; entry < value.size(); ++entry) {
      gains.push_back({entry / size, entry % size, value[entry]});
    }

    const std::vector<int> column = best_assignment(
        size, gains,
        [&](std::size_t row, std::size_t to) { return allowed[row * size + to] != 0; });

    EXPECT_DOUBLE_EQ(sum_of(value, column), best);
    for (std::size_t row = 0; row < size; ++row) {
      EXPECT_NE(allowed[row * size + static_cast<std::size_t>(column[row])], 0);
    }
  }
}

/// Memory of pairs would be 90 GB.
TEST(BestAssignment, ManyRowsFindAShiftedDiagonal) {
  constexpr std::size_t kSize = 100000;
  std::vector<Gain> gains;
  std::vector<int> shifted;
  for (std::size_t row = 0; row < kSize; ++row) {
    gains.push_back({row, (row + 7) % kSize, 5.0});
    shifted.push_back(static_cast<int>((row + 7) % kSize));
  }

  EXPECT_EQ(best_assignment(kSize, gains, [](std::size_t, std::size_t) { return true; }), shifted);
}

TEST(Remap, PartsKeepTheNamesTheyHad) {
  const workload::UnitList units = row_of_loads(std::vector<double>{1, 1, 1, 1, 1, 1});
  const std::vector<double> capacity = {1, 1, 1};
  const std::vector<int> previous = {2, 2, 0, 0, 1, 1};

  EXPECT_EQ(remap({units, capacity, previous}, {0, 0, 1, 1, 2, 2}, 0.0), previous);
}

TEST(Remap, ManyPartsKeepTheNamesTheyHad) {
  constexpr std::size_t kParts = 20000;
  const workload::UnitList units = row_of_loads(std::vector<double>(2 * kParts, 1.0));
  const std::vector<double> capacity(kParts, 1.0);
  Owners owners(units.size());
  Owners previous(units.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    owners[unit] = static_cast<int>(unit / 2);
    previous[unit] = static_cast<int>((unit / 2 + 9) % kParts);
  }

  EXPECT_EQ(remap({units, capacity, previous}, owners, 0.0), previous);
}

TEST(Remap, NamesChangeAmongEqualsOnly) {
  const workload::UnitList units = row_of_loads(std::vector<double>{1, 1, 2, 2, 4, 4});
  const std::vector<double> capacity = {1, 1, 2};
  const std::vector<int> previous = {2, 2, 0, 0, 1, 1};  // 2 is faster

  const Owners owners = remap({units, capacity, previous}, {0, 0, 1, 1, 2, 2}, 0.0);

  EXPECT_EQ(owners, (Owners{1, 1, 0, 0, 2, 2}));
}

TEST(Remap, SlackLetsNearlyEqualOnesChange) {
  const workload::UnitList units = row_of_loads(std::vector<double>{10, 10});
  const std::vector<double> capacity = {1.0, 1.04};
  const std::vector<int> previous = {1, 0};
  const Problem problem{units, capacity, previous};

  EXPECT_EQ(remap(problem, {0, 1}, 0.0), (Owners{0, 1}));
  EXPECT_EQ(remap(problem, {0, 1}, 0.05), (Owners{1, 0}));
}

TEST(Remap, BalanceOfEveryLevelStays) {
  const workload::UnitList units = front_units<2>(32, 0.0, geometry::CurveKind::hilbert);
  SplitMix64 random(5);
  std::vector<double> capacity(12);
  std::ranges::generate(capacity,
                        [&] { return 1.0 + static_cast<double>(uniform_below(random, 3)); });
  Owners owners(units.size());
  Owners previous(units.size());
  std::ranges::generate(owners, [&] { return static_cast<int>(uniform_below(random, 12)); });
  std::ranges::generate(previous, [&] { return static_cast<int>(uniform_below(random, 12)); });
  const Problem problem{units, capacity, previous};

  const Quality before = measure(problem, owners);
  const Quality after = measure(problem, remap(problem, owners, 0.0));

  EXPECT_DOUBLE_EQ(after.bottleneck, before.bottleneck);
  EXPECT_DOUBLE_EQ(after.per_level_time, before.per_level_time);
  EXPECT_DOUBLE_EQ(after.cut, before.cut);
  EXPECT_LE(after.migration, before.migration);
}

}  // namespace
}  // namespace evenkeel::partition
