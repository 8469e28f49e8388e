// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Adaptive runs of waves give the same bits whatever the boxes and ranks.
/// ranks: 1 3
#include <gtest/gtest.h>

#include "evenkeel/kernels/test_problem.hpp"

namespace evenkeel::kernels {
namespace {

TEST(Wave, DoesNotDependOnBoxesOwnersOrRanks) {
  const ParamValues outgoing{{"sides", "outgoing"}, {"dissipation", 0.2}};
  Problem<2>("wave2d", {}, {32, 32}).expect_no_dependence();
  Problem<2>("wave2d", outgoing, {32, 32}).expect_no_dependence();
  Problem<2>("vector_wave2d", outgoing, {32, 32}).expect_no_dependence();
  Problem<3>("wave3d", {}, {16, 16, 16}).expect_no_dependence();
}

}  // namespace
}  // namespace evenkeel::kernels
