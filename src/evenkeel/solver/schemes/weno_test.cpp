// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reconstructions are exact where their order says so, and keep away from jumps.
#include "evenkeel/solver/schemes/weno.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "evenkeel/solver/schemes/finite_volume.hpp"

namespace evenkeel::solver {
namespace {

/// Averages of x^power over the cells [-3, -2], ..., [2, 3]; the face is at 0.
SixCells<double> averages(int power) {
  SixCells<double> u;
  for (std::size_t k = 0; k < u.size(); ++k) {
    const double lower = static_cast<double>(k) - 3.0;
    u[k] = (std::pow(lower + 1.0, power + 1) - std::pow(lower, power + 1)) / (power + 1);
  }
  return u;
}

SixCells<double> combined(const std::array<double, 5>& coefficients) {
  SixCells<double> sum{};
  for (std::size_t power = 0; power < coefficients.size(); ++power) {
    const auto u = averages(static_cast<int>(power));
    for (std::size_t k = 0; k < sum.size(); ++k) {
      sum[k] += coefficients[power] * u[k];
    }
  }
  return sum;
}

TEST(Weno5, IsExactForParabolas) {
  const auto [left, right] = weno5(combined({2.0, -0.7, 0.3, 0.0, 0.0}));

  EXPECT_NEAR(left, 2.0, 1e-14);  // the value at 0
  EXPECT_NEAR(right, 2.0, 1e-14);
}

// Where smoothness is hidden by epsilon the weights are the linear ones: exact to degree four.
TEST(Weno5, IsExactForQuarticsWithLinearWeights) {
  const double tiny = 1e-8;
  const auto [left, right] =
      weno5(combined({2.0, -0.7 * tiny, 0.3 * tiny, 0.5 * tiny, -0.2 * tiny}));

  EXPECT_NEAR(left, 2.0, 1e-15);
  EXPECT_NEAR(right, 2.0, 1e-15);
  EXPECT_NEAR(weno5(combined({0.0, 0.0, 0.0, 0.0, tiny})).left, 0.0, 1e-6 * tiny);
}

TEST(Weno5, AgreesWithTheFormulasAsPrinted) {
  const SixCells<double> u{1.0, 1.3, 0.9, 2.0, 2.2, 1.7};
  const auto [a, b, c, d, e, f] = u;
  const auto side = [](double far, double near, double own, double next, double last) {
    const double q[] = {(2 * far - 7 * near + 11 * own) / 6, (-near + 5 * own + 2 * next) / 6,
                        (2 * own + 5 * next - last) / 6};
    const auto square = [](double x) { return x * x; };
    const double beta[] = {
        13.0 / 12.0 * square(far - 2 * near + own) + 0.25 * square(far - 4 * near + 3 * own),
        13.0 / 12.0 * square(near - 2 * own + next) + 0.25 * square(near - next),
        13.0 / 12.0 * square(own - 2 * next + last) + 0.25 * square(3 * own - 4 * next + last)};
    const double gamma[] = {0.1, 0.6, 0.3};
    double sum = 0.0;
    double value = 0.0;
    for (int k = 0; k < 3; ++k) {
      const double alpha = gamma[k] / square(1e-6 + beta[k]);
      sum += alpha;
      value += alpha * q[k];
    }
    return value / sum;
  };

  EXPECT_NEAR(weno5(u).left, side(a, b, c, d, e), 1e-14);
  EXPECT_NEAR(weno5(u).right, side(f, e, d, c, b), 1e-14);
}

TEST(Eno3, IsExactForParabolas) {
  const auto [left, right] = eno3(combined({2.0, -0.7, 0.3, 0.0, 0.0}));

  EXPECT_NEAR(left, 2.0, 1e-14);
  EXPECT_NEAR(right, 2.0, 1e-14);
}

TEST(Eno3, TakesTheSmootherSide) {
  // The stencil of the left value avoids the jump behind the face: that parabola is 1 everywhere.
  const auto [left, right] = eno3(SixCells<double>{1.0, 1.0, 1.0, 9.0, 9.0, 9.0});

  EXPECT_EQ(left, 1.0);
  EXPECT_EQ(right, 9.0);
}

TEST(Eno3, StaysAroundTheCellUnlessThatIsTwiceAsRough) {
  // Differences 1, 2, 4.5 before the face: the outer second difference is 1, the middle one 2.5.
  // With 1, 2, 3.9 it is 1.9, and the value is that of the parabola through -2, 0, 3.9 around 0.
  EXPECT_NEAR(eno3(SixCells<double>{-3.0, -2.0, 0.0, 4.5, 20.0, 90.0}).left, 8.0 / 6.0, 1e-14);
  EXPECT_NEAR(eno3(SixCells<double>{-3.0, -2.0, 0.0, 3.9, 20.0, 90.0}).left, 9.8 / 6.0, 1e-14);
}

TEST(Weno5, KeepsAJump) {
  const auto [left, right] = weno5(SixCells<double>{1.0, 1.0, 1.0, 9.0, 9.0, 9.0});

  EXPECT_NEAR(left, 1.0, 1e-10);
  EXPECT_NEAR(right, 9.0, 1e-10);
}

/// Error at a face of the averages of exp(sin(x)) in cells of width \p h, by Simpson's rule
/// refined until it does not matter.
template <class Rule>
double error(const Rule& rule, double h) {
  const double face = 0.4;
  const auto f = [](double x) { return std::exp(std::sin(x)); };
  SixCells<double> u;
  for (std::size_t k = 0; k < u.size(); ++k) {
    const double lower = face + (static_cast<double>(k) - 3.0) * h;
    constexpr int kParts = 32;
    double sum = 0.0;
    for (int part = 0; part < kParts; ++part) {
      const double x = lower + h * part / kParts;
      sum += f(x) + 4.0 * f(x + 0.5 * h / kParts) + f(x + h / kParts);
    }
    u[k] = sum / (6.0 * kParts);
  }
  return std::abs(rule(u).left - f(face));
}

TEST(Reconstruction, HasTheOrderItSays) {
  const auto order = [](const auto& rule) {
    return std::log2(error(rule, 0.08) / error(rule, 0.04));
  };

  EXPECT_GT(order([](const auto& u) { return weno5(u); }), 4.7);
  EXPECT_NEAR(order([](const auto& u) { return eno3(u); }), 3.0, 0.3);
}

TEST(Reconstruction, IsTheSameInEveryLane) {
  SixCells<Lanes> lanes;
  SixCells<double> u;
  for (std::size_t k = 0; k < u.size(); ++k) {
    u[k] = std::sin(2.1 * static_cast<double>(k * k) + 0.3);
    lanes[k] = u[k];
  }

  for (int lane = 0; lane < kLanes; ++lane) {
    EXPECT_NEAR(weno5(lanes).left.raw[lane], weno5(u).left, 1e-15);
    EXPECT_NEAR(eno3(lanes).right.raw[lane], eno3(u).right, 1e-15);
  }
}

/// Else every step would make or lose a part of everything.
TEST(Stages, HaveWeightsThatAddUpToOneToTheLastBit) {
  for (const auto method :
       {SchemeOptions::Method::kRungeKutta2, SchemeOptions::Method::kRungeKutta3,
        SchemeOptions::Method::kWeno5, SchemeOptions::Method::kEno3}) {
    for (const Stage& stage : stages_of(method)) {
      const double taken = 1.0 - stage.keep;
      EXPECT_EQ(static_cast<long double>(stage.keep) + taken, 1.0L);
    }
  }
}

}  // namespace
}  // namespace evenkeel::solver
