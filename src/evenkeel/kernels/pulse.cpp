// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quadrature of the pulse in two dimensions, closed form in three.
#include "evenkeel/kernels/pulse.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <math.h>  // j0: the Bessel function of POSIX, ten times as fast as std::cyl_bessel_j

namespace evenkeel::kernels {
namespace {

/// Gauss's nodes and weights of 16 points, the positive half.     (Abramowitz and Stegun 25.4.30)
constexpr std::array<std::array<double, 2>, 8> kGauss = {
    {{0.0950125098376374, 0.1894506104550685},
     {0.2816035507792589, 0.1826034150449236},
     {0.4580167776572274, 0.1691565193950025},
     {0.6178762444026438, 0.1495959888165767},
     {0.7554044083550030, 0.1246289712555339},
     {0.8656312023878318, 0.0951585116824928},
     {0.9445750230732326, 0.0622535239386479},
     {0.9894009349916499, 0.0271524594117541}}};

constexpr double kTurn = 2.0 * std::numbers::pi;

/// Factors of the waves with k = 2 pi sqrt(q), by q below the square of \p count.
std::vector<WaveValue> waves(std::int32_t count, double ct, double sigma) {
  std::vector<WaveValue> all;
  for (std::int32_t q = 0; q < count * count; ++q) {
    const double k = kTurn * std::sqrt(q);
    const double size = kTurn * sigma * sigma * std::exp(-0.5 * sigma * sigma * k * k);
    all.push_back({size * std::cos(k * ct), -size * k * std::sin(k * ct)});
  }
  return all;
}

/// The same; made once for all points at one time.
const std::vector<WaveValue>& known_waves(std::int32_t count, double ct, double sigma) {
  thread_local std::array<double, 2> of{};
  thread_local std::vector<WaveValue> known;
  if (known.empty() || of != std::array{ct, sigma}) {
    known = waves(count, ct, sigma);
    of = {ct, sigma};
  }
  return known;
}

/// What n whole waves along an axis and the same the other way have at \p x, by n < \p count.
std::vector<double> shapes(std::int32_t count, double x) {
  std::vector<double> all{1.0};
  for (std::int32_t n = 1; n < count; ++n) {
    all.push_back(2.0 * std::cos(kTurn * n * (x - 0.5)));
  }
  return all;
}

}  // namespace

WaveValue periodic_pulse(const hierarchy::Point<2>& x, double ct, double sigma, double speed) {
  const auto count = static_cast<std::int32_t>(8.5 / (kTurn * sigma)) + 1;  // exp(-36) is left
  const std::vector<WaveValue>& wave = known_waves(count, ct, sigma);
  const std::vector<double> along = shapes(count, x[0]);
  const std::vector<double> across = shapes(count, x[1]);
  WaveValue sum;
  for (std::int32_t m = 0; m < count; ++m) {
    for (std::int32_t n = 0; n * n + m * m < count * count; ++n) {
      const auto& [u, rate] = wave[static_cast<std::size_t>(n * n + m * m)];
      const double shape = along[static_cast<std::size_t>(n)] * across[static_cast<std::size_t>(m)];
      sum.u += shape * u;
      sum.rate += shape * rate * speed;
    }
  }
  return sum;
}

template <>
WaveValue spreading_pulse<2>(double r, double ct, double sigma, double speed) {
  if (ct == 0.0) {  // all cells of a start: quadrature took longer than the first hundred steps
    return {std::exp(-0.5 * r * r / (sigma * sigma)), 0.0};
  }
  const double end = 8.0 / sigma;  // exp(-32) of the integrand is left
  // A panel holds at most about two periods of the fastest wave, exp(i k (r + ct)).
  const int panels = 4 + static_cast<int>(end * (r + ct) / 12.0);
  const double half = 0.5 * end / panels;
  WaveValue sum;
  const auto add = [&](double k, double weight) {
    const double part =
        weight * half * sigma * sigma * std::exp(-0.5 * sigma * sigma * k * k) * ::j0(k * r) * k;
    sum.u += part * std::cos(k * ct);
    sum.rate -= part * k * speed * std::sin(k * ct);
  };
  for (int panel = 0; panel < panels; ++panel) {
    for (const auto& [node, weight] : kGauss) {
      add((2 * panel + 1 - node) * half, weight);
      add((2 * panel + 1 + node) * half, weight);
    }
  }
  return sum;
}

template <>
WaveValue spreading_pulse<3>(double r, double ct, double sigma, double speed) {
  const double inverse = 1.0 / (sigma * sigma);
  const auto gauss = [&](double s) { return std::exp(-0.5 * s * s * inverse); };
  if (r < 1e-3 * sigma) {  // the limit r -> 0; the terms of r^2 are below 1e-6 of it
    const double square = ct * ct * inverse;
    return {gauss(ct) * (1.0 - square), speed * gauss(ct) * ct * inverse * (square - 3.0)};
  }
  const auto slope = [&](double s) { return gauss(s) * (1.0 - s * s * inverse); };  // of s G(s)
  const double in = r - ct;
  const double out = r + ct;
  return {(in * gauss(in) + out * gauss(out)) / (2.0 * r),
          speed * (slope(out) - slope(in)) / (2.0 * r)};
}

}  // namespace evenkeel::kernels
