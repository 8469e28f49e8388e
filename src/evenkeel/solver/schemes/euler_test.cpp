// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Slopes, sines and fluxes: consistency and exactness.
#include "evenkeel/solver/schemes/euler.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "evenkeel/solver/schemes/exact_riemann.hpp"
#include "evenkeel/solver/schemes/sine.hpp"
#include "evenkeel/solver/schemes/slope.hpp"

namespace evenkeel::solver {
namespace {

using Values = Euler<1>::Values<double>;

Values flux(const Values& left, const Values& right, bool strong = false) {
  const Euler<1> gas;
  return gas.flux<0>(left, right, gas.speeds<0>(left, right), strong);
}

TEST(LimitedSlope, IsCentralWhereSmoothAndZeroAtExtrema) {
  EXPECT_DOUBLE_EQ(limited_slope(1.0, 2.0, 2.0), 1.5);
  EXPECT_DOUBLE_EQ(limited_slope(1.0, 8.0, 2.0), 2.0);
  EXPECT_DOUBLE_EQ(limited_slope(-1.0, -8.0, 1.5), -1.5);
  EXPECT_DOUBLE_EQ(limited_slope(1.0, 8.0, 1.0), 1.0);
  EXPECT_EQ(limited_slope(1.0, -2.0, 2.0), 0.0);
  EXPECT_EQ(limited_slope(1.0, 2.0, 0.0), 0.0);
}

TEST(SinPi, AgreesWithTheLibrary) {
  for (double x = -3.2; x < 3.2; x += 0.0137) {
    EXPECT_NEAR(sin_pi(x), std::sin(std::numbers::pi * x), 2e-15) << x;
    EXPECT_EQ(sin_pi(Lanes(x)).raw[kLanes - 1], sin_pi(Lanes(x)).raw[0]) << x;
    EXPECT_NEAR(sin_pi(Lanes(x)).raw[0], sin_pi(x), 1e-15) << x;
  }
}

TEST(Euler, FluxOfEqualStatesIsTheFluxOfTheState) {
  const Values w{1.2, 0.3, 0.8, 0.4};
  const double energy = 0.8 / 0.4 + 0.5 * 1.2 * 0.09;

  for (const bool strong : {false, true}) {
    const Values f = flux(w, w, strong);
    EXPECT_NEAR(f[0], 1.2 * 0.3, 1e-15);
    EXPECT_NEAR(f[1], 1.2 * 0.09 + 0.8, 1e-15);
    EXPECT_NEAR(f[2], 0.3 * (energy + 0.8), 1e-15);
    EXPECT_NEAR(f[3], 1.2 * 0.3 * 0.4, 1e-15);
  }
}

TEST(Euler, RestingContactLosesNothing) {
  const Values f = flux({1.0, 0.0, 1.0, 0.0}, {3.0, 0.0, 1.0, 1.0});

  EXPECT_EQ(f[0], 0.0);
  EXPECT_EQ(f[1], 1.0);
  EXPECT_EQ(f[2], 0.0);
  EXPECT_EQ(f[3], 0.0);
}

TEST(Euler, SupersonicFluxComesFromUpwindAlone) {
  const Values w{1.0, 5.0, 1.0, 0.5};

  EXPECT_NEAR(flux(w, {0.9, 5.1, 0.95, 0.0})[0], 5.0, 1e-14);
  EXPECT_NEAR(flux({0.9, -5.1, 0.95, 0.0}, {1.0, -5.0, 1.0, 0.5})[0], -5.0, 1e-14);
}

TEST(Euler, MirroredStatesHaveMirroredFlux) {
  const Values left{1.0, 0.4, 1.0, 0.2};
  const Values right{0.3, -0.2, 0.5, 0.9};
  const Values f = flux(left, right);
  const Values g = flux({0.3, 0.2, 0.5, 0.9}, {1.0, -0.4, 1.0, 0.2});

  EXPECT_NEAR(f[0], -g[0], 1e-15);
  EXPECT_NEAR(f[1], g[1], 1e-15);
  EXPECT_NEAR(f[2], -g[2], 1e-15);
  EXPECT_NEAR(f[3], -g[3], 1e-15);
}

TEST(Euler, FluxOfWeakShockTubeIsNearTheExactOne) {
  const GasState left{1.0, 0.0, 1.0};
  const GasState right{0.9, 0.0, 0.85};
  const GasState at = ExactRiemann(left, right, 1.4).at(0.0);

  const Values f = flux({1.0, 0.0, 1.0, 0.0}, {0.9, 0.0, 0.85, 1.0});

  EXPECT_NEAR(f[0], at.density * at.velocity, 2e-3);
  EXPECT_NEAR(f[1], at.density * at.velocity * at.velocity + at.pressure, 2e-3);
}

TEST(Euler, StatesComeBackFromConservedForm) {
  const Euler<3> gas{1.3};
  const Euler<3>::Values<double> w{1.2, 0.3, -0.4, 0.5, 0.7, 0.25};

  const auto back = gas.primitives(gas.conserved(w));

  for (std::size_t c = 0; c < w.size(); ++c) {
    EXPECT_NEAR(back[c], w[c], 1e-15);
  }
}

TEST(Euler, WavesOfADifferenceAreItsOwn) {
  const Euler<2> gas;
  const Euler<2>::Values<double> w{2.0, 0.3, -0.1, 1.4, 0.5};
  const auto waves = gas.waves(w);
  const double sound = std::sqrt(1.4 * 1.4 / 2.0);
  // Along axis 1: dp = rho c du, drho = dp / c^2 is a sound wave to the right.
  const Euler<2>::Values<double> to_right{0.02 / sound, 0.0, 0.01, 0.02 * sound, 0.0};
  const auto seen = waves.amplitudes(to_right, 1);
  const Euler<2>::Values<double> any{0.1, 0.2, -0.3, 0.4, 0.7};
  const auto back = waves.values(waves.amplitudes(any, 0), 0);

  for (std::size_t c = 0; c < 5; ++c) {
    EXPECT_NEAR(seen[c], c == Euler<2>::kPressure ? 0.01 : 0.0, 1e-15) << c;
    EXPECT_NEAR(back[c], any[c], 1e-15) << c;
  }
}

/// All waves of \p u along Axis.
template <std::size_t Axis, class Frame, class Values>
Values waves_of(const Frame& frame, const Values& u) {
  const auto seen = frame.template see<Axis>(u);
  return [&]<std::size_t... c>(std::index_sequence<c...>) {
    return Values{frame.template wave<Axis, c>(u, seen)...};
  }(std::make_index_sequence<std::tuple_size_v<Values>>());
}

TEST(Euler, RoesWavesOfAnyVectorAreItsOwn) {
  const Euler<3> gas;
  const Euler<3>::Values<double> one{1.0, 0.3, -0.1, 0.4, 1.2, 0.5};
  const Euler<3>::Values<double> other{2.0, -0.2, 0.6, 0.1, 0.7, 0.1};
  const auto frame =
      gas.frame(gas.roots(gas.conserved(one), one), gas.roots(gas.conserved(other), other));
  const Euler<3>::Values<double> any{0.1, 0.2, -0.3, 0.4, 0.7, -0.6};

  const auto along = frame.values<0>(waves_of<0>(frame, any));
  const auto across = frame.values<2>(waves_of<2>(frame, any));

  for (std::size_t c = 0; c < any.size(); ++c) {
    EXPECT_NEAR(along[c], any[c], 1e-15) << c;
    EXPECT_NEAR(across[c], any[c], 1e-15) << c;
  }
}

// What Roe's average is for: the jump of fluxes is that of the waves times their speeds.
TEST(Euler, RoesAverageSplitsTheFluxDifference) {
  const Euler<1> gas;
  const Values left{1.0, 0.3, 1.2, 0.5};
  const Values right{2.0, -0.2, 0.7, 0.1};
  const Values ul = gas.conserved(left);
  const Values ur = gas.conserved(right);
  const auto roots = gas.roots(ul, left);
  const auto others = gas.roots(ur, right);
  const double sum = roots[0] + others[0];
  const double mean = (roots[1] + others[1]) / sum;
  const double heat = (roots[2] + others[2]) / sum;
  const double sound = std::sqrt(0.4 * (heat - 0.5 * mean * mean));
  const double speeds[] = {mean, mean - sound, mean + sound, mean};
  const auto frame = gas.frame(roots, others);

  Values jump;
  for (std::size_t c = 0; c < 4; ++c) {
    jump[c] = ur[c] - ul[c];
  }
  Values waves = waves_of<0>(frame, jump);
  for (std::size_t c = 0; c < 4; ++c) {
    waves[c] *= speeds[c];
  }
  const Values split = frame.values<0>(waves);

  const Values fl = flux(left, left);
  const Values fr = flux(right, right);
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_NEAR(split[c], fr[c] - fl[c], 1e-14) << c;
  }
}

TEST(Euler, LaxFriedrichsFluxIsTheMeanLessTheJumpAtTheFasterSpeed) {
  const Euler<1> gas{.lax_friedrichs = true};
  const Values left{1.0, 0.0, 1.0, 0.0};
  const Values right{1.0, 0.0, 0.25, 1.0};

  const Values f = gas.flux<0>(left, right, gas.speeds<0>(left, right), false);

  const double speed = std::sqrt(1.4);
  EXPECT_NEAR(f[0], 0.0, 1e-15);
  EXPECT_NEAR(f[1], 0.625, 1e-15);
  EXPECT_NEAR(f[2], 0.5 * speed * 0.75 / 0.4, 1e-15);
  EXPECT_NEAR(f[3], -0.5 * speed, 1e-15);
}

TEST(Euler, HeadOnStreamsHaveBoundingSpeeds) {
  for (const double speed : {1.0, 5.0, 50.0, 500.0}) {
    const Values f = flux({1.0, speed, 1.0, 0.0}, {1.0, -speed, 1.0, 1.0});

    EXPECT_NEAR(f[0], 0.0, 1e-12 * speed);
    EXPECT_GE(f[1], 1.0 + speed * speed);  // the pressure that stops the stream
  }
}

}  // namespace
}  // namespace evenkeel::solver
