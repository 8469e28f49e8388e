// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fits to data whose law is known, complete and not.
#include "evenkeel/machine/performance_function.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace evenkeel::machine {
namespace {

template <class Law>
std::vector<StepSample> steps(const std::vector<double>& works, const std::vector<double>& levels,
                              Law&& law) {
  std::vector<StepSample> all;
  for (const double work : works) {
    for (const double level : levels) {
      all.push_back({work, level, law(work, level)});
    }
  }
  return all;
}

TEST(PerformanceFunction, IsWorkItselfWithoutData) {
  EXPECT_EQ(PerformanceFunction::fit({})(7.0, 3.0), 7.0);
}

TEST(PerformanceFunction, FindsTheFullPolynomial) {
  const auto law = [](double w, double v) {
    return 2.0 + 3e-3 * w + 0.5 * v + 1e-3 * w * v + 2e-6 * w * w + 0.1 * v * v;
  };
  const auto function = PerformanceFunction::fit(steps({500, 1000, 2000, 4000}, {0, 1, 2, 3}, law));

  EXPECT_NEAR(function(3000.0, 1.5), law(3000.0, 1.5), 1e-6 * law(3000.0, 1.5));
}

TEST(PerformanceFunction, DropsTheLevelWhereThereAreTooFew) {
  const auto law = [](double w, double) { return 1.0 + 1e-3 * w; };
  const auto function = PerformanceFunction::fit(steps({100, 200, 300, 400}, {1, 2}, law));

  EXPECT_EQ(function.coefficients()[2], 0.0);
  EXPECT_EQ(function.coefficients()[8], 0.0);
  EXPECT_NEAR(function(250.0, 9.0), 1.25, 1e-9);
}

TEST(PerformanceFunction, IsALineWhereTheFitWouldFallWithWork) {
  // A parabola through these falls before 150.
  const std::vector<StepSample> bent = {{100, 0, 2.0}, {150, 0, 1.5}, {300, 0, 6.0}};
  const auto function = PerformanceFunction::fit(bent);

  EXPECT_EQ(function.coefficients()[4], 0.0);
  EXPECT_GT(function(300.0, 0.0), function(100.0, 0.0));
}

TEST(PerformanceFunction, KeepsWhatRisesOverTheDataAlone) {
  // Both fall below the data, where the tangent goes on.
  const auto square = [](double w, double) { return w * w; };
  const auto late = [](double w, double) { return (w - 0.5) * (w - 0.5); };

  for (const double work : {1.0, 2.5, 4.0}) {
    EXPECT_NEAR(PerformanceFunction::fit(steps({1, 2, 3, 4}, {0}, square))(work, 0.0),
                square(work, 0.0), 1e-9);
    EXPECT_NEAR(PerformanceFunction::fit(steps({1, 2, 3, 4}, {0}, late))(work, 0.0),
                late(work, 0.0), 1e-9);
  }
  const auto function = PerformanceFunction::fit(steps({1, 2, 3, 4}, {0}, late));
  EXPECT_NEAR(function(0.9, 0.0), 0.25 - 0.1, 1e-9);
  EXPECT_EQ(function(0.0, 0.0), 0.0);
  EXPECT_NEAR(function(5.0, 0.0), 12.25 + 7.0, 1e-9);
  EXPECT_LT(function.error(), 1e-9);
}

TEST(PerformanceFunction, KeepsTimesThatDoNotDependOnWork) {
  const auto function =
      PerformanceFunction::fit(steps({1, 2, 3}, {0, 1, 2}, [](double, double v) { return 3 + v; }));

  EXPECT_NEAR(function(1.0, 1.0), 4.0, 1e-6);
  EXPECT_NEAR(function(3.0, 1.0), 4.0, 1e-6);
}

TEST(PerformanceFunction, IsProportionalWhereOnlyThatIsKnown) {
  EXPECT_DOUBLE_EQ(PerformanceFunction::fit(std::vector<StepSample>{{200, 1, 4.0}})(100.0, 0.0),
                   2.0);
  const std::vector<StepSample> falling = {{100, 0, 3.0}, {200, 0, 1.0}};
  EXPECT_GT(PerformanceFunction::fit(falling)(200.0, 0.0),
            PerformanceFunction::fit(falling)(100.0, 0.0));
}

}  // namespace
}  // namespace evenkeel::machine
