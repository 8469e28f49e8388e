// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// When people are told that features may leave what is refined for them.
#include "evenkeel/runtime/setting_warnings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/runtime/test_case.hpp"

namespace evenkeel::runtime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> warnings(const std::string& kernel,
                                  const std::vector<std::string>& overrides = {}) {
  const CheckedCase checked = check("kernel = \"" + kernel + "\"\ntime.steps = 1\n", overrides);
  return setting_warnings(checked.settings, *checked.kernel);
}

TEST(SettingWarnings, NoKernelNeedsAnyAsItIs) {
  for (const std::string_view name : Plugins::builtin().kernels.names()) {
    EXPECT_THAT(warnings(std::string(name)), IsEmpty()) << name;
  }
}

TEST(SettingWarnings, ParametersWithoutUseAreTold) {
  EXPECT_THAT(
      warnings("rm2d", {"kernel.heavy_gamma=1.2"}),
      ElementsAre("kernel.heavy_gamma is passed over: rm2d has no use for it with its other "
                  "parameters as they are"));
  EXPECT_THAT(warnings("rm2d", {"kernel.heavy_gamma=1.2", "kernel.gases=two"}), IsEmpty());
}

TEST(SettingWarnings, ABufferIsAsWideAsFeaturesMove) {
  EXPECT_THAT(warnings("rm2d", {"time.cfl=0.6"}),
              ElementsAre("mesh.buffer is 2, but features may move time.cfl * steps = 0.6 * 4 = "
                          "2.4 cells between regrids of a level, out of what is refined for them: "
                          "set mesh.buffer = 3 or lower mesh.regrid_interval"));
  EXPECT_THAT(warnings("rm2d", {"time.cfl=0.6", "mesh.buffer=3"}), IsEmpty());
  EXPECT_THAT(warnings("rm2d", {"time.cfl=0.1", "mesh.regrid_interval=30"}),
              ElementsAre(HasSubstr("set mesh.buffer = 3 or")))
      << "not 4, by rounding";
  EXPECT_THAT(warnings("rm2d", {"mesh.regrid_interval=1000"}),
              ElementsAre(HasSubstr("for them: lower mesh.regrid_interval")));
}

TEST(SettingWarnings, NothingMovesFarWhereAllLevelsTakeTheFinestStep) {
  EXPECT_THAT(warnings("rm2d", {"time.cfl=0.9", "time.subcycle=false"}), IsEmpty());
  EXPECT_THAT(warnings("rm2d", {"time.cfl=0.9", "time.subcycle=false", "mesh.buffer=1"}),
              ElementsAre(HasSubstr("0.9 * 2 = 1.8 cells")));
}

TEST(SettingWarnings, LevelsThatAreRebuiltWithTheBaseWaitLonger) {
  EXPECT_THAT(warnings("bl2d", {"mesh.max_levels=7"}), IsEmpty());
  EXPECT_THAT(warnings("bl2d", {"mesh.max_levels=4", "mesh.regrid_interval=4"}),
              ElementsAre(HasSubstr("0.4 * 16 = 6.4 cells")));
}

TEST(SettingWarnings, RegionsAskForLevelsThatThereAre) {
  EXPECT_THAT(warnings("rm2d", {"mesh.max_levels=3", "mesh.region.a.least_level=2"}), IsEmpty());
  EXPECT_THAT(warnings("rm2d", {"mesh.max_levels=2", "mesh.region.a.least_level=2"}),
              ElementsAre("mesh.region.a.least_level is 2, but mesh.max_levels = 2 makes 1 the "
                          "finest"));
}

TEST(SettingWarnings, NothingIsSaidWhereNothingIsKnownOrRebuilt) {
  const std::string wide = "mesh.buffer=0";
  EXPECT_THAT(warnings("rm2d", {wide, "mesh.max_levels=1"}), IsEmpty());
  EXPECT_THAT(warnings("rm2d", {wide, "mesh.regrid_interval=0"}), IsEmpty());
  EXPECT_THAT(warnings("rm2d", {wide, "time.fixed_dt=1e-3"}), IsEmpty());
  EXPECT_THAT(warnings("laplace", {wide}), IsEmpty());
  EXPECT_THAT(warnings("flame2d", {wide}), IsEmpty()) << "diffusion has no speed";
}

}  // namespace
}  // namespace evenkeel::runtime
