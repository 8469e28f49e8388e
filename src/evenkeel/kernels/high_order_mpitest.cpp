// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Adaptive runs of high order give the same bits whatever the boxes and ranks, and lose nothing.
/// ranks: 1 3
#include <gtest/gtest.h>

#include "evenkeel/kernels/test_problem.hpp"

namespace evenkeel::kernels {
namespace {

TEST(HighOrder, DoesNotDependOnBoxesOwnersOrRanks) {
  Problem<1>("density_wave", {{"scheme", "weno5"}}, {32}).expect_no_dependence();
  Problem<2>("vortex", {{"scheme", "weno5"}}, {32, 32}).expect_no_dependence();
  Problem<2>("tp2d", {{"scheme", "eno3"}}, {32, 32}).expect_no_dependence();
  Problem<3>("blast", {{"scheme", "weno5"}}, {16, 16, 16}).expect_no_dependence();
}

}  // namespace
}  // namespace evenkeel::kernels
