// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Products that do not depend on the order of their terms.
#include "evenkeel/elliptic/acceleration.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace evenkeel::elliptic {
namespace {

TEST(ExactDot, IsTheSumOfTheProducts) {
  const Cells a{1.0, 2.0, -3.0};
  const Cells b{4.0, -0.5, 0.25};
  ExactDot sum(8.0);

  sum.add(a, b, 0.5);

  EXPECT_DOUBLE_EQ(sum.value(sum.high(), sum.low()), 0.5 * (4.0 - 1.0 - 0.75));
}

TEST(ExactDot, HasNoOrder) {
  std::mt19937_64 bits(7);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  Cells a(20000);
  std::ranges::generate(a, [&] { return draw(bits); });
  const Cells ones(a.size(), 1.0);
  ExactDot whole(1.0);
  whole.add(a, ones, 1.0);
  Cells shuffled = a;
  std::ranges::shuffle(shuffled, bits);
  ExactDot first(1.0);
  ExactDot second(1.0);

  first.add(std::span(shuffled).first(777), std::span(ones).first(777), 1.0);
  second.add(std::span(shuffled).subspan(777), std::span(ones).subspan(777), 1.0);

  const double sum = whole.value(whole.high(), whole.low());
  EXPECT_EQ(whole.value(first.high() + second.high(), first.low() + second.low()), sum);
  EXPECT_NEAR(sum, std::accumulate(a.begin(), a.end(), 0.0), 1e-10);
}

}  // namespace
}  // namespace evenkeel::elliptic
