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
  if (order == 2) {
    return {now.theta + expansion[0] * now.share, {}};
  }
  const auto at = [&](const Cubic& p) { return expand(p, now.theta, now.share, expansion); };
  return {at({0.0, 0.0, 1.0, 0.0}), {at({0.0, 1.0, -1.0, 0.0}), 0.0}};
}

hierarchy::TimeWeights follow_weights(const std::array<std::array<double, 3>, 3>& stages,
                                      const Moment& now, const std::array<double, 3>& expansion) {
  const auto at = [&](const Cubic& p) { return expand(p, now.theta, now.share, expansion); };
  const auto& [second, third, fourth] = stages;
  EVENKEEL_EXPECT(second[1] == 0.0 && second[2] == 0.0 && third[2] == 0.0);
  // Of x, x^2 / 2 and x^3 / 6, what dt u_t, dt^2 u_tt and dt^3 u_ttt count; highest order first.
  const double w = at({0.0, 0.0, 0.0, 1.0 / 6.0}) / fourth[2];
  const double v = (at({0.0, 0.0, 0.5, 0.0}) - w * fourth[1]) / third[1];
  const double u = (at({0.0, 1.0, 0.0, 0.0}) - w * fourth[0] - v * third[0]) / second[0];
  return {u, {v, w}};
}

}  // namespace evenkeel::solver
