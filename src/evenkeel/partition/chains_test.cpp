// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Windows and cuts of chains, by hand.
#include "evenkeel/partition/chains.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace evenkeel::partition {
namespace {

TEST(Chains, WindowsHoldEveryCutOfTheGivenBottleneck) {
  const std::array<double, 4> load = {1, 2, 3, 4};
  const Chain chain{std::span(load)};
  const Workers workers(std::array<double, 2>{1, 1});

  EXPECT_EQ(optimal_bottleneck(chain, workers), 6.0);  // 1 2 3 | 4
  const Windows windows = cut_windows(chain, workers, 7.0);

  EXPECT_EQ(windows.earliest, (Cuts{0, 2, 4}));  // 1 2 | 3 4
  EXPECT_EQ(windows.latest, (Cuts{0, 3, 4}));
}

TEST(Chains, PulledCutsStayInReachOfTheCutBefore) {
  const std::array<double, 6> load = {1, 1, 1, 1, 1, 1};
  const Chain chain{std::span(load)};
  const Workers workers(std::array<double, 3>{1, 1, 1});

  EXPECT_EQ(pull_cuts(chain, workers, 2.0, {0, 0, 6, 6}), (Cuts{0, 2, 4, 6}));
  EXPECT_EQ(pull_cuts(chain, workers, 3.0, {0, 1, 6, 6}), (Cuts{0, 1, 4, 6}));
  EXPECT_EQ(pull_cuts(chain, workers, 6.0, {0, 3, 1, 6}), (Cuts{0, 3, 3, 6}));
}

TEST(Chains, KeptCutsMoveTheLeastLoad) {
  const std::array<double, 9> load = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  const Chain chain{std::span(load)};
  const Workers workers(std::array<double, 3>{1, 1, 1});

  EXPECT_EQ(keep_cuts(chain, workers, 5.0, {0, 4, 7, 9}), (Cuts{0, 4, 7, 9}));
  // The middle run is two too long for 4: two units move, no more.
  const Cuts shortened = keep_cuts(chain, workers, 4.0, {0, 2, 8, 9});
  EXPECT_EQ(shortened[2] - shortened[1], 4U);
  EXPECT_EQ((shortened[1] - 2) + (8 - shortened[2]), 2U);
  // The first run is too long, and the second may not become so in turn.
  EXPECT_EQ(keep_cuts(chain, workers, 3.0, {0, 5, 8, 9}), (Cuts{0, 3, 6, 9}));
}

TEST(Chains, ProcessorsWithoutCapacityTakeNoPart) {
  const Workers workers(std::array<double, 4>{0, 2, 0, 1});

  EXPECT_EQ(workers.rank, (std::vector<int>{1, 3}));
  EXPECT_EQ(owners_of(workers, {0, 2, 3}), (Owners{1, 1, 3}));
}

TEST(Chains, OldCutsAreReadBackFromOwners) {
  const Workers workers(std::array<double, 3>{1, 1, 1});

  EXPECT_EQ(cuts_of(workers, Owners{0, 0, 1, 2, 2}), (Cuts{0, 2, 3, 5}));
  EXPECT_EQ(cuts_of(workers, Owners{0, kNoOwner, 2, kNoOwner, 2}), (Cuts{0, 2, 2, 5}));
}

TEST(Chains, UnitsOfAProcessorThatLostItsCapacityGoToTheNext) {
  const Workers workers(std::array<double, 3>{1, 0, 1});

  EXPECT_EQ(cuts_of(workers, Owners{0, 0, 1, 1, 2}), (Cuts{0, 2, 5}));
}

TEST(Chains, WithoutLoadUnitsAreCounted) {
  const std::array<double, 4> load = {0, 0, 0, 0};
  const Chain chain{std::span(load)};

  EXPECT_EQ(cut_at_shares(chain, Workers(std::array<double, 2>{1, 1})), (Cuts{0, 2, 4}));
}

}  // namespace
}  // namespace evenkeel::partition
