// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Parameters of plug-ins: defaults, ranges, words.
#include "evenkeel/core/params.hpp"

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

constexpr std::array<std::string_view, 2> kCurves = {"hilbert", "morton"};
const std::array<ParamSpec, 2> kSpecs = {
    ParamSpec{.name = "slack", .unit = "1", .fallback = 0.05, .min = 0.0, .max = 1.0},
    ParamSpec{.name = "curve", .unit = "", .fallback = 1.0, .choices = kCurves}};

TEST(Params, WhatIsNotGivenHasItsDefault) {
  const Params params(kSpecs, {});

  EXPECT_EQ(params["slack"], 0.05);
  EXPECT_EQ(params.choice("curve"), "morton");
}

TEST(Params, GivenValuesAreUsed) {
  const Params params(kSpecs, {{"slack", 1.0}, {"curve", "hilbert"}});

  EXPECT_EQ(params["slack"], 1.0);
  EXPECT_EQ(params.choice("curve"), "hilbert");
  EXPECT_EQ(params["curve"], 0.0);
}

TEST(Params, AllProblemsAreInOneMessage) {
  const ParamValues given = {{"slack", 2.0}, {"curve", "peano"}, {"slck", 1.0}};

  EXPECT_THAT([&] { Params(kSpecs, given); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("parameter 'slack' is 2, allowed is 0 to 1"),
                        HasSubstr("parameter 'curve' is 'peano', allowed are hilbert, morton"),
                        HasSubstr("no parameter 'slck'; known: slack, curve (did you mean "
                                  "'slack'?)"))));
}

TEST(Params, WhatIsNotFiniteIsRefused) {
  static constexpr ParamSpec kSource[] = {{.name = "source", .unit = "1"}};
  for (const double value : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    EXPECT_THAT([=] { Params(kSource, {{"source", value}}); },
                ThrowsMessage<InputError>(HasSubstr("allowed is any number [1]")));
  }
}

TEST(Params, WholeOnesHaveNoFractionAndFlagsAreTrueOrFalse) {
  static constexpr ParamSpec kWhole[] = {
      {.name = "count", .unit = "1", .min = 0.0, .max = 9.0, .is_whole = true},
      {.name = "flag", .unit = "1", .min = 0.0, .max = 1.0, .is_whole = true}};

  EXPECT_EQ(Params(kWhole, {{"flag", std::string("true")}})["flag"], 1.0);
  EXPECT_THAT([] { Params(kWhole, {{"count", 1.5}}); },
              ThrowsMessage<InputError>(HasSubstr("'count' is 1.5, allowed is 0 to 9, whole [1]")));
  EXPECT_THAT([] { Params(kWhole, {{"count", std::string("true")}}); },
              ThrowsMessage<InputError>(HasSubstr("'count' is 'true', wanted is a number")));
}

TEST(Params, ChangedOnesThatNobodyAsksForAreKnown) {
  const Params params(kSpecs, {{"curve", "hilbert"}, {"slack", 0.05}});
  EXPECT_THAT(params.unread(), ElementsAre("curve"));

  EXPECT_EQ(params.choice("curve"), "hilbert");
  EXPECT_THAT(params.unread(), IsEmpty());
}

TEST(Params, TypesAreChecked) {
  EXPECT_THAT([] { Params(kSpecs, {{"slack", "much"}}); },
              ThrowsMessage<InputError>(HasSubstr("wanted is a number [1]")));
  EXPECT_THAT([] { Params(kSpecs, {{"curve", 0.0}}); },
              ThrowsMessage<InputError>(HasSubstr("parameter 'curve' is '0'")));
}

TEST(Params, ChoicesThatLookLikeNumbersMayBeGivenAsSuch) {
  static constexpr std::string_view kTubes[] = {"sod", "123"};
  static constexpr ParamSpec kTube[] = {{.name = "tube", .unit = "", .choices = kTubes}};

  EXPECT_EQ(Params(kTube, {{"tube", 123.0}}).choice("tube"), "123");
  EXPECT_EQ(Params(kTube, {{"tube", "123"}})["tube"], 1.0);
}

TEST(Params, NotANumberIsOutOfRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();

  EXPECT_THROW(Params(kSpecs, {{"slack", nan}}), InputError);
}

TEST(ParamsDeathTest, UndeclaredNamesAreABug) {
  const Params params(kSpecs, {});

  EXPECT_DEATH((void)params["other"], "expected found != values_.end()");
  EXPECT_DEATH((void)params.choice("slack"), "expected !value");
}

}  // namespace
}  // namespace evenkeel
