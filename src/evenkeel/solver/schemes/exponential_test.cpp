// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The exponential against that of the library.
#include "evenkeel/solver/schemes/exponential.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace evenkeel::solver {
namespace {

TEST(Exponential, IsThatOfTheLibraryToRounding) {
  for (double x = -700.0; x <= 700.0; x += 0.0137) {
    const double exact = std::exp(x);
    EXPECT_NEAR(exponential(x), exact, 4e-16 * exact) << x;
  }
  EXPECT_EQ(exponential(0.0), 1.0);
}

TEST(Exponential, StaysFiniteFarAway) {
  EXPECT_EQ(exponential(-1e300), exponential(-700.0));
  EXPECT_EQ(exponential(1e300), exponential(700.0));
}

TEST(Exponential, IsTheSameOfLanes) {
  for (double x = -30.0; x <= 30.0; x += 0.317) {
    const Lanes all = exponential(Lanes(x) + lane_numbers());
    for (int lane = 0; lane < kLanes; ++lane) {
      EXPECT_EQ(all.raw[lane], exponential(x + lane));
    }
  }
}

}  // namespace
}  // namespace evenkeel::solver
