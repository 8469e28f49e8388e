// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Words about parameters.
#include "evenkeel/core/plugin_info.hpp"

#include <array>

#include <gtest/gtest.h>

namespace evenkeel {
namespace {

TEST(PluginInfo, ParametersAreToldWithUnitDefaultAndRange) {
  constexpr std::array<std::string_view, 2> kWords{"mc", "minmod"};
  const ParamInfo bounded = describe(
      {.name = "nap", .unit = "s", .fallback = 0.5, .min = 0.0, .max = 2.0, .help = "rest"});
  const ParamInfo choice =
      describe({.name = "limiter", .unit = "", .fallback = 1.0, .choices = kWords});

  EXPECT_EQ(bounded.fallback, "0.5");
  EXPECT_EQ(bounded.allowed, "0 to 2");
  EXPECT_EQ(choice.fallback, "minmod");
  EXPECT_EQ(choice.allowed, "mc, minmod");
  EXPECT_EQ(describe({.name = "least", .unit = "1", .min = 1.0}).allowed, "1 or more");
  EXPECT_EQ(describe({.name = "any", .unit = "1"}).allowed, "any number");
  EXPECT_EQ(to_json({"family", "name", "what", "whose", {bounded}}).text(),
            R"({"family": "family", "name": "name", "summary": "what", "source": "whose", )"
            R"("parameters": [{"name": "nap", "unit": "s", "default": "0.5", )"
            R"("allowed": "0 to 2", "help": "rest"}]})");
}

}  // namespace
}  // namespace evenkeel
