// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A stiff ordinary differential equation of one value, for the reaction of one cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace evenkeel::solver {

/// A rate and its derivative by the value.
struct Rate {
  double rate = 0.0;
  double slope = 0.0;
};

/// Where a value may go. A rate leads into the range at its ends: rate(low) >= 0 >= rate(high).
struct Range {
  double low = 0.0;
  double high = 1.0;
};

struct Reacted {
  double value = 0.0;
  int evaluations = 0;  ///< of the rate: what it cost
};

/// Solves y = from + dt rate(y) for y: Newton's method from \p from, and bisection wherever that
/// would leave the bracket or go uphill. Ends when a step is below \p tolerance.
///
/// \pre from lies in range; then a root does, too
template <class RateOf>
Reacted backward_euler(const RateOf& rate_of, double from, double dt, Range range,
                       double tolerance) {
  constexpr int kMost = 60;  // bisections of a range down to rounding
  Reacted done{from, 0};
  while (done.evaluations < kMost) {
    const Rate at = rate_of(done.value);
    ++done.evaluations;
    const double residual = done.value - from - dt * at.rate;
    (residual > 0.0 ? range.high : range.low) = done.value;
    const double steepness = 1.0 - dt * at.slope;
    double next = done.value - residual / steepness;
    if (!(steepness > 0.0) || next < range.low || next > range.high) {
      next = 0.5 * (range.low + range.high);
    }
    const double step = std::abs(next - done.value);
    done.value = next;
    if (step <= tolerance) {
      break;
    }
  }
  return done;
}

/// What trying a sub-step gave.
struct SubStep {
  Reacted to;
  double error = 1.0;  ///< about; without meaning where the sub-step is not sound
  bool is_sound = false;
};

/// The linearly implicit Euler method over \p step from \p from, where the rate is \p at: one step
/// against two halves, extrapolated. One evaluation, or none where the first half goes astray.
template <class RateOf>
SubStep extrapolated_step(const RateOf& rate_of, double from, const Rate& at, double step,
                          const Range& range, double tolerance) {
  constexpr double kGrowth = 0.5;  // in a sub-step, of what runs away: its extrapolation stays one
  const double half = from + 0.5 * step * at.rate / (1.0 - 0.5 * step * at.slope);
  if (!(step * at.slope <= kGrowth && range.low <= half && half <= range.high)) {
    return {.to = {from, 0}};
  }
  const Rate middle = rate_of(half);
  const double whole = from + step * at.rate / (1.0 - step * at.slope);
  const double both = half + 0.5 * step * middle.rate / (1.0 - 0.5 * step * middle.slope);
  const double error = std::abs(both - whole);
  return {.to = {2.0 * both - whole, 1},
          .error = error,
          .is_sound = error <= tolerance && 0.5 * step * middle.slope <= kGrowth};
}

/// Integrates y' = rate(y) over \p dt to about \p tolerance a sub-step: the linearly implicit Euler
/// method, one step against two halves, extrapolated; L-stable, of second order.
///                                          (Deuflhard 1985; Hairer and Wanner 1996, IV.9)
/// Two evaluations a sub-step. Where even the smallest sub-step fails, backward_euler() gets
/// through. A value whose change would be lost in rounding costs one evaluation. A rate that makes
/// no sense gives a value that is not a number, after a hundred thousand evaluations at the latest.
template <class RateOf>
Reacted integrate(const RateOf& rate_of, double from, double dt, const Range& range,
                  double tolerance) {
  constexpr double kNothing = 1e-18;
  constexpr double kLeast = 1e-9;  // of dt, for a sub-step
  constexpr int kMost = 100'000;
  Rate at = rate_of(from);
  Reacted done{from, 1};
  if (std::abs(dt * at.rate) <= kNothing) {
    return done;
  }
  double step = dt;
  for (double left = dt; left > 0.0;) {
    if (done.evaluations > kMost || !std::isfinite(at.rate)) {
      done.value = std::numeric_limits<double>::quiet_NaN();
      return done;
    }
    step = std::min(step, left);
    SubStep taken = extrapolated_step(rate_of, done.value, at, step, range, tolerance);
    done.evaluations += taken.to.evaluations;
    if (!taken.is_sound && step <= kLeast * dt) {
      taken = {backward_euler(rate_of, done.value, step, range, 1e-4 * tolerance), 0.0, true};
      done.evaluations += taken.to.evaluations;
    }
    const double factor = 0.9 * std::sqrt(tolerance / std::max(taken.error, 1e-4 * tolerance));
    if (taken.is_sound) {
      done.value = std::clamp(taken.to.value, range.low, range.high);
      left -= step;
      step *= std::clamp(factor, 0.2, 4.0);
      if (left > 0.0) {
        at = rate_of(done.value);
        ++done.evaluations;
      }
    } else {
      step *= std::clamp(factor, 0.1, 0.5);
    }
  }
  return done;
}

}  // namespace evenkeel::solver
