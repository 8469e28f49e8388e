// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Indicators on rows and planes worked by hand.
#include "evenkeel/solver/flags.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using Kind = FlagRule::Kind;
using ::testing::ElementsAre;

/// Flags of the inner cells of a row of values.
std::vector<std::uint8_t> flags_of(std::vector<double> values, const FlagRule& rule, int level = 0,
                                   const std::vector<std::uint8_t>& refined = {}) {
  const auto count = static_cast<std::int32_t>(values.size());
  const Box<1> all{{-1}, {count - 1}};
  std::vector<std::uint8_t> flags(values.size() - 2, 9);
  flag_cells(temporary_view(values.data(), all, 1), all.grow(-1), rule, level, refined, flags);
  return flags;
}

TEST(Flags, JumpLooksAtBothSides) {
  const FlagRule rule{Kind::kJump, 0, {0.5}};

  EXPECT_THAT(flags_of({0.0, 0.0, 0.0, 1.0, 1.0, 1.4, 1.4}, rule), ElementsAre(0, 1, 1, 0, 0));
  EXPECT_THAT(flags_of({0.0, 0.5, 1.0}, rule), ElementsAre(0)) << "not above 0.5";
}

TEST(Flags, ThresholdsGoByLevelAndTheLastHoldsBeyond) {
  const FlagRule rule{Kind::kValue, 0, {1.0, 2.0}};
  const std::vector<double> values{0.0, 0.5, 1.0, 1.5, 2.5, 0.0};

  EXPECT_THAT(flags_of(values, rule, 0), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(flags_of(values, rule, 1), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(flags_of(values, rule, 5), ElementsAre(0, 0, 0, 1));
}

TEST(Flags, GradientIsRelativeToTheValue) {
  const FlagRule rule{Kind::kGradient, 0, {0.2}};

  EXPECT_THAT(flags_of({1.0, 1.0, 1.3}, rule), ElementsAre(1)) << "0.3 > 0.2 * 1";
  EXPECT_THAT(flags_of({10.0, 10.0, 10.3}, rule), ElementsAre(0)) << "0.3 < 0.2 * 10";
  EXPECT_THAT(flags_of({0.0, 0.0, 0.0}, rule), ElementsAre(0));
}

TEST(Flags, LoehnerSeesBendsAndIgnoresSlopes) {
  const FlagRule rule{Kind::kLoehner, 0, {0.8}};

  // 0 1 2: no bend.  0 0 1: 1 / (1 + 0.01) = 0.99.  1 1.5 4: 2 / (3 + 0.08) = 0.65
  EXPECT_THAT(flags_of({0.0, 1.0, 2.0}, rule), ElementsAre(0));
  EXPECT_THAT(flags_of({0.0, 0.0, 1.0}, rule), ElementsAre(1));
  EXPECT_THAT(flags_of({1.0, 1.5, 4.0}, rule), ElementsAre(0));
}

TEST(Flags, LoehnerKeepsRefinedCellsDownToAQuarter) {
  const FlagRule rule{Kind::kLoehner, 0, {0.8}};

  EXPECT_THAT(flags_of({1.0, 1.5, 4.0}, rule, 0, {1}), ElementsAre(1)) << "0.65 > 0.2";
  EXPECT_THAT(flags_of({0.0, 1.0, 2.0}, rule, 0, {1}), ElementsAre(0)) << "0 < 0.2";
}

TEST(Flags, EveryRuleKeepsRefinedCellsDownToAShare) {
  const auto pair = [](Kind kind, std::vector<double> values, double limit) {
    FlagRule rule{kind, 0, {limit}};
    rule.keep = 0.5;
    const auto flag = [&](double share) {
      rule.threshold = {limit / share};
      return flags_of(values, rule, 0, {1})[0] + flags_of(values, rule, 0, {0})[0];
    };
    return std::array{flag(1.01), flag(0.99), flag(0.51), flag(0.49)};
  };
  // The indicator is the limit: above the threshold both ask, above half of it the refined one.
  const std::array expected{2, 1, 1, 0};
  EXPECT_EQ(pair(Kind::kJump, {0.0, 1.0, 1.0}, 1.0), expected);
  EXPECT_EQ(pair(Kind::kValue, {0.0, 3.0, 0.0}, 3.0), expected);
  EXPECT_EQ(pair(Kind::kGradient, {1.0, 1.0, 1.5}, 0.5), expected);
  EXPECT_EQ(pair(Kind::kLoehner, {0.0, 0.0, 1.0}, 1.0 / 1.01), expected);
}

TEST(Flags, LoehnerAloneKeepsWithoutBeingTold) {
  FlagRule rule{Kind::kJump, 0, {0.8}};
  EXPECT_EQ(kept_share(rule), 1.0);
  rule.kind = Kind::kLoehner;
  EXPECT_EQ(kept_share(rule), 0.25);
  rule.keep = 1.0;
  EXPECT_THAT(flags_of({1.0, 1.5, 4.0}, rule, 0, {1}), ElementsAre(0));
}

TEST(Flags, AllAxesAndTheChosenComponentCount) {
  std::vector<double> values(2 * 5 * 4, 0.0);
  const Box<2> all{{0, 0}, {5, 4}};
  const storage::View<2> view = temporary_view(values.data(), all, 2);
  view(1, {2, 2}) = 1.0;
  std::vector<std::uint8_t> flags(6);

  flag_cells(view, all.grow(-1), {Kind::kJump, 1, {0.5}}, 0, {}, flags);
  EXPECT_THAT(flags, ElementsAre(0, 1, 0, 1, 1, 1));

  flag_cells(view, all.grow(-1), {Kind::kJump, 0, {0.5}}, 0, {}, flags);
  EXPECT_THAT(flags, ElementsAre(0, 0, 0, 0, 0, 0));
}

}  // namespace
}  // namespace evenkeel::solver
