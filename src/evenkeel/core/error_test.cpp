// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Places, collected problems and broken preconditions.
#include "evenkeel/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

TEST(Location, LeavesOutWhatIsUnknown) {
  EXPECT_EQ(to_text({"case.toml", 3, 7}), "case.toml:3:7");
  EXPECT_EQ(to_text({"case.toml", 3, 0}), "case.toml:3");
  EXPECT_EQ(to_text({"case.toml", 0, 7}), "case.toml");
  EXPECT_EQ(to_text({}), "");
}

TEST(Problems, AreThrownTogetherInOrder) {
  Problems problems;
  problems.add({"case.toml", 3, 7}, "no key 'celss'");
  problems.add("-s needs key=value");

  EXPECT_THAT([&] { problems.throw_if_any(); },
              ThrowsMessage<InputError>("case.toml:3:7: no key 'celss'\n-s needs key=value"));
}

TEST(Problems, EveryLineOfATextNamesItsPlace) {
  Problems problems;
  problems.add({"a.toml", 1, 2}, "first\nsecond");

  EXPECT_THAT([&] { problems.throw_if_any(); },
              ThrowsMessage<InputError>("a.toml:1:2: first\na.toml:1:2: second"));
}

TEST(Problems, AreCountedAfterTwenty) {
  Problems problems("a.csv");
  Problems others("b.csv");
  for (int line = 1; line <= 30; ++line) {
    others.add(line, 0, "wrong");
  }
  problems.add(7, 3, "wrong");
  problems.add(others);

  EXPECT_THAT([&] { problems.throw_if_any(); },
              ThrowsMessage<InputError>(AllOf(StartsWith("a.csv:7:3: wrong\nb.csv:1: wrong\n"),
                                              HasSubstr("b.csv:19: wrong\n"),
                                              EndsWith("\na.csv: and 11 more"))));
}

TEST(Problems, NoneThrowNothing) {
  const Problems problems;

  EXPECT_TRUE(problems.empty());
  EXPECT_NO_THROW(problems.throw_if_any());
}

TEST(ExpectDeathTest, NamesTheConditionAndThePlace) {
  const int cells = -1;

  EXPECT_DEATH(EVENKEEL_EXPECT(cells > 0), "error_test.cpp:[0-9]+: expected cells > 0");
}

}  // namespace
}  // namespace evenkeel
