// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Words for error messages.
#include "evenkeel/core/text.hpp"

#include <array>

#include <gtest/gtest.h>

namespace evenkeel {
namespace {

constexpr std::array<std::string_view, 3> kKnown = {"gpa", "lpa", "composite"};

TEST(Text, JoinPutsCommasBetween) {
  EXPECT_EQ(join(kKnown), "gpa, lpa, composite");
  EXPECT_EQ(join({}), "none");
}

TEST(Text, NearestHasTheLeastEditDistance) {
  EXPECT_EQ(nearest("gap", kKnown), "gpa");
  EXPECT_EQ(nearest("gpa2", kKnown), "gpa");
  EXPECT_EQ(nearest("compsite", kKnown), "composite");
}

TEST(Text, ExchangedLettersAreOneSlip) {
  constexpr std::array<std::string_view, 3> kMore = {"ccp", "gpa", "lpa"};

  EXPECT_EQ(nearest("gap", kMore), "gpa");
  EXPECT_EQ(nearest("cpc", kMore), "ccp");
}

TEST(Text, NothingIsNearToSomethingElse) {
  EXPECT_EQ(nearest("hilbert", kKnown), "");
  EXPECT_EQ(suggestion("hilbert", kKnown), "");
}

TEST(Text, SuggestionAsks) {
  EXPECT_EQ(suggestion("compsite", kKnown), " (did you mean 'composite'?)");
}

}  // namespace
}  // namespace evenkeel
