// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quotas that come and go.
#include "evenkeel/runtime/limit_watch.hpp"

#include <gtest/gtest.h>

namespace evenkeel::runtime {
namespace {

constexpr double kNow = 0.0;  // [s] no answer lasts
constexpr double kEver = 1e9;

TEST(LimitWatch, CountsEachChangeOfThisRanksPart) {
  std::optional<double> quota = 0.5;
  LimitWatch watch(2, [&] { return quota; });
  EXPECT_EQ(watch.limit(kNow), 0.25);
  EXPECT_EQ(watch.take_changes(), 0.0);  // what it starts with is none

  quota = 0.8;
  EXPECT_EQ(watch.limit(kNow), 0.4);
  quota = 0.5;
  EXPECT_EQ(watch.limit(kNow), 0.25);
  EXPECT_EQ(watch.take_changes(), 2.0);  // though it is what it was
  EXPECT_EQ(watch.take_changes(), 0.0);
}

TEST(LimitWatch, HardlyAnyChangeIsNone) {
  double quota = 0.500;
  LimitWatch watch(1, [&] { return quota; });
  quota = 0.505;
  EXPECT_EQ(watch.limit(kNow), 0.505);
  EXPECT_EQ(watch.take_changes(), 0.0);
}

TEST(LimitWatch, WithoutQuotaAProcessorIsWholeForEachRank) {
  LimitWatch watch(4, [] { return std::nullopt; });
  EXPECT_EQ(watch.limit(kNow), 1.0);
  EXPECT_EQ(watch.quota(kNow), std::nullopt);
}

TEST(LimitWatch, AnswersLastAsLongAsTheyMay) {
  int asked = 0;
  LimitWatch watch(1, [&] { return std::optional(0.1 * ++asked); });
  watch.limit(kEver);
  watch.quota(kEver);
  EXPECT_EQ(asked, 1);
  EXPECT_DOUBLE_EQ(watch.limit(kNow), 0.2);
}

}  // namespace
}  // namespace evenkeel::runtime
