// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The spreading pulse against values computed elsewhere.
#include "evenkeel/kernels/pulse.hpp"

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/geometry/box.hpp"
#include "evenkeel/kernels/test_scene.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::kernels {
namespace {

using ::testing::StartsWith;

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

/// The pulse and its images as far as they have come by ct.
template <int D>
WaveValue with_images(const hierarchy::Point<D>& x, double ct, double sigma, double speed) {
  geometry::Box<D> images;
  images.lo.fill(-static_cast<std::int32_t>(ct + 9.0 * sigma + 0.5));
  images.hi.fill(1 - images.lo[0]);
  WaveValue sum;
  storage::for_each_row(images, [&](geometry::Index<D> image, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++image[0]) {
      double square = 0.0;
      for (std::size_t d = 0; d < D; ++d) {
        square += (x[d] - 0.5 - image[d]) * (x[d] - 0.5 - image[d]);
      }
      const WaveValue one = spreading_pulse<D>(std::sqrt(square), ct, sigma, speed);
      sum.u += one.u;
      sum.rate += one.rate;
    }
  });
  return sum;
}

TEST(Pulse, SeriesIsTheSumOfAllImages) {
  constexpr double kSpeed = 2.0;
  for (const hierarchy::Point<2>& x : {hierarchy::Point<2>{0.1, 0.85}, {0.5, 0.5}}) {
    for (const double ct : {0.3, 1.2, 2.5}) {
      for (const double sigma : {0.02, 0.05, 0.2}) {
        const WaveValue series = periodic_pulse(x, ct, sigma, kSpeed);
        const WaveValue sum = with_images<2>(x, ct, sigma, kSpeed);
        EXPECT_NEAR(series.u, sum.u, 1e-11) << ct << ' ' << sigma;
        EXPECT_NEAR(series.rate, sum.rate, 1e-9) << ct << ' ' << sigma;
      }
    }
  }
}

/// One field of a periodic wave at \p time.
template <int D>
double exact_at(const hierarchy::Point<D>& x, double time) {
  Registry<ApplicationPlugin> kernels;
  register_builtin(kernels);
  const auto plugin = kernels.make(D == 2 ? "wave2d" : "wave3d");
  std::array<double, 2> values;
  std::get<D - 1>(plugin->application)->exact(x, {}, time, values);
  return values[0];
}

TEST(Pulse, FarImagesComeInTime) {
  EXPECT_NEAR(exact_at<2>({0.1, 0.85}, 2.5), with_images<2>({0.1, 0.85}, 2.5, 0.05, 1.0).u, 1e-11);
  EXPECT_NEAR(exact_at<3>({0.1, 0.8, 0.4}, 2.5), with_images<3>({0.1, 0.8, 0.4}, 2.5, 0.05, 1.0).u,
              1e-11);
}

TEST(Waves, AreExactWhereTheyRepeatThemselves) {
  using enum solver::BoundaryKind;
  const ParamValues standing{{"problem", "standing"}};
  const ParamValues plane{{"problem", "plane"}};
  EXPECT_TRUE((TestScene{.kernel = "wave2d"}).is_exact());
  EXPECT_TRUE((TestScene{.kernel = "wave2d", .params = {{"sides", "outgoing"}}}).is_exact());
  EXPECT_THAT((TestScene{.kernel = "wave2d", .upper = {2.0, 2.0}}).fault(),
              StartsWith("kernel.problem is 'gaussian'"));
  EXPECT_FALSE((TestScene{.kernel = "wave2d", .sides = kOutgoing}).is_exact());
  EXPECT_TRUE((TestScene{.kernel = "wave2d", .params = standing, .upper = {2, 3}}).is_exact());
  EXPECT_FALSE((TestScene{.kernel = "wave2d", .params = standing, .sides = kOutgoing}).is_exact());
  EXPECT_TRUE((TestScene{.kernel = "vector_wave2d", .params = plane}).is_exact());
  EXPECT_FALSE(
      (TestScene{.kernel = "vector_wave2d", .params = plane, .sides = kOutgoing}).is_exact());
}

TEST(Waves, WantWholeWavesBetweenPeriodicSides) {
  const ParamValues standing{{"problem", "standing"}, {"waves_y", 1.5}};
  EXPECT_THAT((TestScene{.kernel = "wave2d", .params = standing}).fault(),
              StartsWith("kernel.waves_y is 1.5, must be a whole number"));
  EXPECT_EQ((TestScene{.kernel = "wave2d", .params = standing, .upper = {1.0, 2.0}}).fault(), "");
  EXPECT_EQ((TestScene{.kernel = "wave2d", .params = {{"waves_y", 1.5}}}).fault(), "");
  EXPECT_EQ(
      (TestScene{.kernel = "wave2d", .params = standing, .sides = solver::BoundaryKind::kReflect})
          .fault(),
      "");
}

TEST(Waves, PlaneOnesWantADirection) {
  const ParamValues still{{"problem", "plane"}, {"waves_x", 0.0}, {"waves_y", 0.0}};
  EXPECT_THAT((TestScene{.kernel = "vector_wave2d", .params = still}).fault(),
              StartsWith("kernel.waves_x and kernel.waves_y are 0"));
}

}  // namespace
}  // namespace evenkeel::kernels
