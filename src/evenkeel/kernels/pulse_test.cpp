// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The spreading pulse against values computed elsewhere.
#include "evenkeel/kernels/pulse.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace evenkeel::kernels {
namespace {

/// Adaptive quadrature and the closed form, for sigma = 0.05 and c = 1. (algorithms 7.2)
TEST(Pulse, HasTheTabulatedValues) {
  constexpr double kTwo[][3] = {{0.0, 0.10, -0.2799761491}, {0.0, 0.25, -0.0462287860},
                                {0.25, 0.25, 0.1238392738}, {0.2, 0.25, -0.0468906410},
                                {0.3, 0.25, 0.1318323741},  {0.1, 0.25, -0.0710810402}};
  constexpr double kThree[][3] = {
      {0.0, 0.1, -0.4060058497}, {0.2, 0.25, -0.0758163325}, {0.3, 0.25, 0.0505442216}};
  for (const auto& [r, t, u] : kTwo) {
    EXPECT_NEAR(spreading_pulse<2>(r, t, 0.05, 1.0).u, u, 1e-10) << r << ' ' << t;
  }
  for (const auto& [r, t, u] : kThree) {
    EXPECT_NEAR(spreading_pulse<3>(r, t, 0.05, 1.0).u, u, 1e-10) << r << ' ' << t;
  }
}

template <int D>
void expect_rate(double r, double ct) {
  constexpr double kStep = 1e-4;
  constexpr double kSpeed = 2.0;
  const auto at = [&](double moved) { return spreading_pulse<D>(r, ct + moved, 0.05, kSpeed); };

  EXPECT_NEAR(at(0.0).rate, kSpeed * (at(kStep).u - at(-kStep).u) / (2.0 * kStep), 1e-3)
      << D << ' ' << r;
}

TEST(Pulse, RateIsTheDerivativeInTime) {
  for (const double r : {0.0, 0.07, 0.5}) {
    expect_rate<2>(r, 0.1);
    expect_rate<3>(r, 0.1);
  }
}

TEST(Pulse, StartsAsAGaussianAtRest) {
  for (const double r : {0.0, 1e-5, 0.04, 0.2}) {
    const double gauss = std::exp(-r * r / (2.0 * 0.05 * 0.05));
    const auto [two, two_rate] = spreading_pulse<2>(r, 0.0, 0.05, 1.0);
    const auto [three, three_rate] = spreading_pulse<3>(r, 0.0, 0.05, 1.0);

    EXPECT_NEAR(two, gauss, 1e-12);
    EXPECT_NEAR(spreading_pulse<2>(r, 1e-8, 0.05, 1.0).u, gauss, 1e-12);  // by quadrature
    EXPECT_NEAR(three, gauss, 1e-7);
    EXPECT_NEAR(two_rate, 0.0, 1e-12);
    EXPECT_NEAR(three_rate, 0.0, 1e-12);
  }
}

}  // namespace
}  // namespace evenkeel::kernels
