// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Generators against published series, and moments.
#include "evenkeel/core/rng.hpp"

#include <gtest/gtest.h>

namespace evenkeel {
namespace {

TEST(SplitMix64, GivesThePublishedSeries) {
  SplitMix64 generator(1234567);  // Rosetta Code, "Pseudo-random numbers/Splitmix64"

  EXPECT_EQ(generator.next(), 6457827717110365317U);
  EXPECT_EQ(generator.next(), 3203168211198807973U);
  EXPECT_EQ(generator.next(), 9817491932198370423U);
}

TEST(Xoshiro256, GivesThePublishedSeries) {
  Xoshiro256 generator({1, 2, 3, 4});  // rand_xoshiro, from the authors' C code

  EXPECT_EQ(generator.next(), 41943041U);
  EXPECT_EQ(generator.next(), 58720359U);
  EXPECT_EQ(generator.next(), 3588806011781223U);
}

TEST(Xoshiro256, ContinuesFromASavedState) {
  Xoshiro256 first(42);
  first.next();
  Xoshiro256 second(first.state());

  EXPECT_EQ(first.next(), second.next());
}

TEST(Random, UniformStaysBelowOneWithMeanOneHalf) {
  Xoshiro256 generator(1);
  double sum = 0.0;
  for (int i = 0; i < 100000; ++i) {
    const double u = uniform(generator);
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
  }

  EXPECT_NEAR(sum / 100000, 0.5, 5 * 0.2887 / 316.2);  // five standard errors
}

TEST(Random, BelowABoundEveryValueOccurs) {
  SplitMix64 generator(1);
  std::array<int, 3> count{};
  for (int i = 0; i < 3000; ++i) {
    ++count.at(uniform_below(generator, 3));
  }

  for (const int n : count) {
    EXPECT_NEAR(n, 1000, 130);  // five standard deviations of sqrt(3000/3*2/3)
  }
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  SplitMix64 generator(1);
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < 100000; ++i) {
    const double x = normal(generator);
    sum += x;
    squares += x * x;
  }

  EXPECT_NEAR(sum / 100000, 0.0, 5 / 316.2);
  EXPECT_NEAR(squares / 100000, 1.0, 5 * 1.4142 / 316.2);
}

}  // namespace
}  // namespace evenkeel
