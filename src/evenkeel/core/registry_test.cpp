// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Finding and making plug-ins by name.
#include "evenkeel/core/registry.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel {
namespace {

using ::testing::ElementsAre;
using ::testing::ThrowsMessage;

struct Scale {
  double factor;
};

const std::array<ParamSpec, 1> kScaling = {ParamSpec{.name = "by", .unit = "1", .fallback = 2.0}};

Registry<Scale> two_scales() {
  Registry<Scale> registry;
  registry.add({.name = "multiply",
                .summary = "times",
                .source = "none",
                .params = kScaling,
                .make = [](const Params& p) { return std::make_unique<Scale>(p["by"]); }});
  registry.add({.name = "divide",
                .summary = "over",
                .source = "none",
                .params = kScaling,
                .make = [](const Params& p) { return std::make_unique<Scale>(1.0 / p["by"]); }});
  return registry;
}

TEST(Registry, MakesByNameWithParameters) {
  const Registry<Scale> registry = two_scales();

  EXPECT_EQ(registry.make("divide")->factor, 0.5);
  EXPECT_EQ(registry.make("multiply", {{"by", 3.0}})->factor, 3.0);
}

TEST(Registry, NamesAreSorted) {
  EXPECT_THAT(two_scales().names(), ElementsAre("divide", "multiply"));
}

TEST(Registry, UnknownNameShowsTheKnownAndTheNearest) {
  EXPECT_THAT([] { two_scales().make("multply"); },
              ThrowsMessage<InputError>(
                  "no 'multply'; known: divide, multiply (did you mean 'multiply'?)"));
}

TEST(Registry, ParametersAreCheckedBeforeMaking) {
  EXPECT_THROW(two_scales().make("divide", {{"times", 1.0}}), InputError);
}

TEST(RegistryDeathTest, WholeNumbersFitIntegers) {
  const std::array endless = {
      ParamSpec{.name = "count", .unit = "1", .min = 0.0, .is_whole = true}};
  Registry<Scale> registry;

  EXPECT_DEATH(registry.add({.name = "count",
                             .summary = "endless",
                             .source = "none",
                             .params = endless,
                             .make = nullptr}),
               "fits_integers");
}

TEST(RegistryDeathTest, ANameIsTakenOnce) {
  Registry<Scale> registry = two_scales();

  EXPECT_DEATH(registry.add({.name = "divide", .summary = "", .source = "", .make = {}}),
               "expected inserted");
}

}  // namespace
}  // namespace evenkeel
