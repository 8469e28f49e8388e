// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fields of lines, and words for error messages.
#include "evenkeel/core/text.hpp"

#include <array>

#include <gtest/gtest.h>

namespace evenkeel {
namespace {

constexpr std::array<std::string_view, 3> kKnown = {"gpa", "lpa", "composite"};

TEST(Text, FieldsAreTrimmedAndPointIntoTheirLine) {
  constexpr std::string_view kLine = " a b ,,\t3\r";
  const std::vector<std::string_view> fields = fields_of(kLine);

  EXPECT_EQ(fields, (std::vector<std::string_view>{"a b", "", "3"}));
  EXPECT_EQ(fields[2].data() - kLine.data(), 8);
  EXPECT_EQ(fields_of("").size(), 1U);
  EXPECT_EQ(fields_of("1,").size(), 2U);
  EXPECT_EQ(trimmed("\"x\"", "\""), "x");
  EXPECT_EQ(trimmed("  "), "");
}

TEST(Text, NumbersAreWholeWords) {
  EXPECT_EQ(parse<double>("1.5e3"), 1500.0);
  EXPECT_EQ(parse<int>("-7"), -7);
  for (const std::string_view word : {"", " 7", "7 ", "7,5", "+7", "seven", "99999999999"}) {
    EXPECT_EQ(parse<int>(word), std::nullopt) << word;
  }
}

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
