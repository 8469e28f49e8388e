// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A slowed kernel does and knows what the kernel does and knows.
#include "evenkeel/runtime/slowed_application.hpp"

#include <gtest/gtest.h>

#include "evenkeel/runtime/setup.hpp"
#include "evenkeel/solver/test_upwind.hpp"

namespace evenkeel::runtime {
namespace {

const std::string kSlowTube = "kernel = \"sod\"\ntime.steps = 8\n";

bool has_exact(const std::string& text) {
  const CheckedCase checked = check_case("case.toml", text, {}, Plugins::builtin(), 0);
  const SlowedApplication<1> slowed(*std::get<0>(checked.kernel->application), 0.5);
  std::vector<double> values(slowed.components().size());
  return slowed.knows_exact() && slowed.exact({0.5}, {0.01}, 0.1, values);
}

TEST(SlowedApplication, HasNoExactSolutionWhereTheKernelHasNone) {
  EXPECT_TRUE(has_exact(kSlowTube));
  EXPECT_FALSE(has_exact(kSlowTube + "domain.boundary_upper = [\"reflect\"]\n"));
}

/// Joins patches and takes a millisecond for a group.
class Joined final : public solver::Upwind<1> {
 public:
  bool joins_patches() const override { return true; }
  bool advance_group(std::span<const solver::StageStep<1>>, std::span<double>,
                     solver::Scratch&) const override {
    const double start = wall_seconds();
    while (wall_seconds() < start + 1e-3) {
    }
    return true;
  }
};

TEST(SlowedApplication, AdvancesGroupsAtAPartOfTheSpeed) {
  const Joined kernel;
  const SlowedApplication<1> slowed(kernel, 0.25);
  solver::Scratch scratch;
  const double start = wall_seconds();

  EXPECT_TRUE(slowed.joins_patches());
  EXPECT_TRUE(slowed.advance_group({}, {}, scratch));
  EXPECT_GE(wall_seconds() - start, 4e-3);
}

}  // namespace
}  // namespace evenkeel::runtime
