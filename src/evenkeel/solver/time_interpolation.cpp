// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Values of a coarser level within its step, as the stages of a finer level's step want them.
#include "evenkeel/solver/time_interpolation.hpp"

namespace evenkeel::solver {
namespace {

/// Coefficients of 1, x, x^2, x^3.
using Cubic = std::array<double, 4>;

/// p + a[0] h p' + a[1] h^2 p'' + a[2] h^3 p''' at \p x.
double expand(const Cubic& p, double x, double h, const std::array<double, 3>& a) {
  const double value = p[0] + x * (p[1] + x * (p[2] + x * p[3]));
  const double first = p[1] + x * (2.0 * p[2] + x * 3.0 * p[3]);
  const double second = 2.0 * p[2] + 6.0 * x * p[3];
  return value + h * (a[0] * first + h * (a[1] * second + h * a[2] * 6.0 * p[3]));
}

}  // namespace

hierarchy::TimeWeights time_weights(int order, const Moment& now,
                                    const std::array<double, 3>& expansion) {
  const auto at = [&](const Cubic& p) { return expand(p, now.theta, now.share, expansion); };
  switch (order) {
    case 3:
      return {at({0.0, 0.0, 1.0, 0.0}), {at({0.0, 1.0, -1.0, 0.0}), 0.0}};
    case 4:
      return {at({0.0, 0.0, 3.0, -2.0}), {at({0.0, 1.0, -2.0, 1.0}), at({0.0, 0.0, -1.0, 1.0})}};
    default:
      return {now.theta + expansion[0] * now.share, {}};
  }
}

}  // namespace evenkeel::solver
