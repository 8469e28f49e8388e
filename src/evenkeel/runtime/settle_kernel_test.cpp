// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a case tells its kernel, and what the kernel says of it.
#include "evenkeel/runtime/settle_kernel.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/runtime/test_case.hpp"

namespace evenkeel::runtime {
namespace {

using ::testing::StartsWith;

bool knows_exact(const std::string& text) {
  return std::get<0>(check(text).kernel->application)->knows_exact();
}

const std::string kTube = "kernel = \"sod\"\ntime.steps = 8\n";

TEST(SettleKernel, FaultsAreSaidBeforeARun) {
  EXPECT_THAT(
      complaint("[kernel]\nname = \"sod\"\ndiaphragm = 9\n[time]\nsteps = 8\n"),
      StartsWith("case.toml:3:1: kernel.diaphragm is 9, must be above domain.lower[0] = 0"));
  EXPECT_EQ(complaint("[kernel]\nname = \"sod\"\ndiaphragm = 9\n[domain]\nupper = [10.0]\n"
                      "[time]\nsteps = 8\n"),
            "");
}

TEST(SettleKernel, FaultsOfDefaultsStandAtTheKernelsName) {
  EXPECT_THAT(complaint("[kernel]\nname = \"sod\"\n[domain]\nupper = [0.1]\n[time]\nsteps = 8\n"),
              StartsWith("case.toml:2:1: kernel.diaphragm is 0.5, must be above"));
}

TEST(SettleKernel, FaultsOfBodiesStandWhereTheirFacesAreSet) {
  EXPECT_THAT(complaint("[kernel]\nname = \"eno2d\"\nstep_position = 3.5\nstep_end = 4\n"
                        "[time]\nsteps = 8\n"),
              StartsWith("case.toml:3:1: kernel.step_position is 3.5: a body reaches 3.5"));
  EXPECT_THAT(complaint("[kernel]\nname = \"eno2d\"\n[domain]\ncells = [64, 20]\n"
                        "[time]\nsteps = 8\n"),
              StartsWith("case.toml:2:1: kernel.step_position is 0.6: a body has a face at 0.6"));
}

TEST(SettleKernel, WallsOfAReshockWantAGasAtRest) {
  const std::string tube = "[kernel]\nname = \"rm2d\"\n";
  const std::string rest =
      "[time]\nsteps = 8\n[domain]\nboundary_upper = [\"reflect\", \"periodic\"]\n";
  EXPECT_THAT(complaint(tube + rest),
              StartsWith("case.toml:6:1: domain.boundary_upper[0] is 'reflect', but with"));
  EXPECT_EQ(complaint(tube + "frame = \"lab\"\n" + rest), "");
}

TEST(SettleKernel, BoundariesThatAreTheKernelsOwnMakeTheSameCase) {
  const auto domain = [](const std::string& text) {
    return check(text).settings.written({"domain"});
  };
  const std::string words = "boundary_lower = [\"outflow\"]\ndomain.boundary_upper = [\"outflow\"]";
  EXPECT_EQ(domain(kTube + "domain." + words + "\n"), domain(kTube));
  EXPECT_NE(domain(kTube + "domain.boundary_upper = [\"reflect\"]\n"), domain(kTube));
}

TEST(SettleKernel, KernelsKnowTheBoundariesOfTheCase) {
  EXPECT_TRUE(knows_exact(kTube));
  EXPECT_TRUE(knows_exact(kTube + "domain.upper = [2.0]\n"));
  EXPECT_FALSE(knows_exact(kTube + "domain.boundary_upper = [\"reflect\"]\n"));
}

}  // namespace
}  // namespace evenkeel::runtime
