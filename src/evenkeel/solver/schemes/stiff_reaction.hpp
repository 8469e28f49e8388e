// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A stiff ordinary differential equation of one value, for the reaction of one cell, or of each
/// cell of a register: T is double, Lanes or a Duo. What a cell gets does not depend on the
/// others.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// A rate and its derivative by the value.
template <class T>
struct Rate {
  T rate;
  T slope;
};

/// Where a value may go. A rate leads into the range at its ends: rate(low) >= 0 >= rate(high).
template <class T>
struct Range {
  T low;
  T high;
};

template <class T>
struct Reacted {
  T value;
  T evaluations;  ///< of the rate: what it cost
};

template <class Truth>
bool any(const Truth& mask) {
  return !all(!mask);
}

/// \p yes where \p mask is true.
template <class Truth, class T>
Rate<T> select(const Truth& mask, const Rate<T>& yes, const Rate<T>& no) {
  return {select(mask, yes.rate, no.rate), select(mask, yes.slope, no.slope)};
}

/// Solves y = from + dt rate(y) for y: Newton's method from \p from, and bisection wherever that
/// would leave the bracket or go uphill. Ends when a step is below \p tolerance.
///
/// \pre from lies in range; then a root does, too
template <class RateOf, class T>
Reacted<T> backward_euler(const RateOf& rate_of, T from, const std::type_identity_t<T>& dt,
                          std::type_identity_t<Range<T>> range, double tolerance) {
  constexpr int kMost = 60;  // bisections of a range down to rounding
  Reacted<T> done{from, T(0.0)};
  auto goes_on = !(from < from);
  for (int round = 0; round < kMost && any(goes_on); ++round) {
    const Rate<T> at = rate_of(done.value);
    done.evaluations += select(goes_on, T(1.0), T(0.0));
    const T residual = done.value - from - dt * at.rate;
    const auto is_above = residual > T(0.0);
    range.high = select(is_above, done.value, range.high);
    range.low = select(is_above, range.low, done.value);
    const T steepness = 1.0 - dt * at.slope;
    T next = done.value - residual / steepness;
    const auto is_inside = (steepness > T(0.0)) & !(next < range.low) & !(next > range.high);
    next = select(is_inside, next, 0.5 * (range.low + range.high));
    const T step = abs(next - done.value);
    done.value = select(goes_on, next, done.value);
    goes_on = goes_on & (step > T(tolerance));
  }
  return done;
}

/// What trying a sub-step gave.
template <class T, class Truth>
struct SubStep {
  T value;
  T error;         ///< about; 1 where the first half went astray
  Truth is_tried;  ///< takes one evaluation
  Truth is_sound;
};

/// Most that slope times sub-step may be where a value runs away from an unstable one.
inline constexpr double kGrowth = 0.5;

/// The linearly implicit Euler method over \p step from \p from, where the rate is \p at: one step
/// against two halves, extrapolated. One evaluation, or none where the first half goes astray.
///                                          (Deuflhard 1985; Hairer and Wanner 1996, IV.9)
template <class RateOf, class T>
auto extrapolated_step(const RateOf& rate_of, T from, const Rate<T>& at, T step,
                       const Range<T>& range, double tolerance) {
  using Truth = decltype(from < from);
  // One quotient for both denominators.
  const T halves = 1.0 - 0.5 * step * at.slope;
  const T whole_step = 1.0 - step * at.slope;
  const T ratio = step * at.rate / (halves * whole_step);
  const T half = from + 0.5 * whole_step * ratio;
  const Truth is_tried =
      (step * at.slope < T(kGrowth)) & !(half < range.low) & !(half > range.high);
  SubStep<T, Truth> taken{from, T(1.0), is_tried, is_tried};
  if (any(is_tried)) {
    const Rate<T> middle = rate_of(half);
    const T whole = from + halves * ratio;
    const T both = half + 0.5 * step * middle.rate / (1.0 - 0.5 * step * middle.slope);
    const T error = abs(both - whole);
    taken.value = 2.0 * both - whole;
    taken.error = select(is_tried, error, T(1.0));
    taken.is_sound = is_tried & (error < T(tolerance)) & (0.5 * step * middle.slope < T(kGrowth));
  }
  return taken;
}

/// A method of Rosenbrock's type of fourth order, with one of third order for its error: L-stable,
/// two evaluations, or none where kGrowth forbids it.
///                                   (Hairer and Wanner 1996, IV.7, the L-stable one of ROS4)
template <class RateOf, class T>
auto rosenbrock_step(const RateOf& rate_of, T from, const Rate<T>& at, T step, double tolerance) {
  using Truth = decltype(from < from);
  constexpr double kGamma = 0.57282;
  const Truth is_tried = step * at.slope < T(kGrowth);
  SubStep<T, Truth> taken{from, T(1.0), is_tried, is_tried};
  if (any(is_tried)) {
    const auto add = [](double a, T b, T c) { return multiply_add(T(a), b, c); };
    const T weight = kGamma / (1.0 - kGamma * step * at.slope);
    const T first = weight * (step * at.rate);
    const T at_first = step * rate_of(add(2.0, first, from)).rate;
    const T second = weight * add(-7.137615036412310, first, at_first);
    const T change =
        step * rate_of(add(0.2344449711399156, second, add(1.867943637803922, first, from))).rate;
    const T third = weight * add(2.580708087951457, first, add(0.6515950076447975, second, change));
    const T fourth =
        weight * add(-2.137148994382534, first,
                     add(-0.3214669691237626, second, add(-0.6949742501781779, third, change)));
    const T error = abs(add(0.2815431932141155, first,
                            add(0.07276199124938920, second,
                                add(0.1082196201495311, third, 1.093502252409163 * fourth))));
    taken.value = add(2.255570073418735, first,
                      add(0.2870493262186792, second,
                          add(0.4353179431840180, third, add(1.093502252409163, fourth, from))));
    taken.error = select(is_tried, error, T(1.0));
    taken.is_sound = is_tried & (error < T(tolerance));
  }
  return taken;
}

/// The length of the next sub-step of rosenbrock_step(): an error that is about \p tolerance.
template <class T, class Truth>
T next_step(T step, T error, const Truth& is_sound, double tolerance) {
  const T factor = 0.9 * sqrt(sqrt(tolerance / max(error, T(1e-4 * tolerance))));
  return step *
         select(is_sound, min(max(factor, T(0.2)), T(4.0)), min(max(factor, T(0.1)), T(0.5)));
}

/// How far the integration of a value over an interval has come.
template <class T>
struct Progress {
  T value;
  T step;         ///< the next sub-step
  T left;         ///< of the interval; 0: done
  T evaluations;  ///< of the rate: what it cost
  Rate<T> at;     ///< of the value
};

/// An interval, and how exactly to get through it.
struct Stretch {
  double dt;
  double tolerance;  ///< of a sub-step, about
};

/// Takes the whole interval at once, where that will do: one evaluation, or two. Most cells of a
/// flame are far from it. A value whose change would be lost in rounding is done after the first.
template <class RateOf, class T>
Progress<T> begin(const RateOf& rate_of, T from, const std::type_identity_t<Range<T>>& range,
                  const Stretch& stretch) {
  constexpr double kNothing = 1e-18;
  const T dt = stretch.dt;
  Progress<T> done{from, dt, dt, T(1.0), rate_of(from)};
  done.left = select(abs(dt * done.at.rate) < T(kNothing), T(0.0), dt);
  const auto goes_on = done.left > T(0.0);
  if (any(goes_on)) {
    constexpr double kBetter = 10.0;  // its error is about that of its parts of first order
    const auto taken =
        extrapolated_step(rate_of, from, done.at, dt, range, kBetter * stretch.tolerance);
    done.evaluations += select(goes_on & taken.is_tried, T(1.0), T(0.0));
    const auto is_done = goes_on & taken.is_sound;
    done.value = select(is_done, min(max(taken.value, range.low), range.high), from);
    done.left = select(is_done, T(0.0), done.left);
    if (any(done.left > T(0.0))) {
      // From an error by the second power of a step to one by the fourth.
      const T part =
          0.9 * sqrt(std::sqrt(stretch.tolerance) / max(taken.error, T(stretch.tolerance)));
      done.step = dt * min(max(part, T(0.1)), T(1.0));
    }
  }
  return done;
}

/// Takes, or tries, a sub-step of all that are not done. \pre there are some
template <class RateOf, class T>
void advance(const RateOf& rate_of, const Range<T>& range, const Stretch& stretch,
             Progress<T>& done) {
  constexpr double kLeast = 1e-9;  // of dt, for a sub-step
  constexpr double kMost = 1e5;
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const double tolerance = stretch.tolerance;
  const auto goes_on = done.left > T(0.0);
  const auto has_sense = (abs(done.at.rate) < T(kInfinite)) & !(done.evaluations > T(kMost));
  if (any(goes_on & !has_sense)) [[unlikely]] {
    const T nothing = std::numeric_limits<double>::quiet_NaN();
    done.value = select(goes_on & !has_sense, nothing, done.value);
    done.left = select(has_sense, done.left, T(0.0));
    return;
  }
  const T step = min(done.step, done.left);
  auto taken = rosenbrock_step(rate_of, done.value, done.at, step, tolerance);
  done.evaluations += select(goes_on & taken.is_tried, T(2.0), T(0.0));
  const auto is_lost = goes_on & !taken.is_sound & !(step > T(kLeast * stretch.dt));
  if (any(is_lost)) [[unlikely]] {
    const Reacted<T> got = backward_euler(rate_of, done.value, step, range, 1e-4 * tolerance);
    done.evaluations += select(is_lost, got.evaluations, T(0.0));
    taken.value = select(is_lost, got.value, taken.value);
    taken.error = select(is_lost, T(0.0), taken.error);
    taken.is_sound = taken.is_sound | is_lost;
  }
  const auto is_done = goes_on & taken.is_sound;
  done.value = select(is_done, min(max(taken.value, range.low), range.high), done.value);
  done.left = select(is_done, done.left - step, done.left);
  done.step = next_step(step, taken.error, is_done, tolerance);
  const auto needs_rate = is_done & (done.left > T(0.0));
  if (any(needs_rate)) {
    done.at = select(needs_rate, rate_of(done.value), done.at);
    done.evaluations += select(needs_rate, T(1.0), T(0.0));
  }
}

/// Integrates y' = rate(y) over \p dt to about \p tolerance a sub-step: all of it by begin(), or in
/// as many sub-steps as it takes of rosenbrock_step(), three evaluations each. Where even the
/// smallest one fails, backward_euler() gets through. A rate that makes no sense gives a value that
/// is not a number, after a hundred thousand evaluations at the latest.
template <class RateOf, class T>
Reacted<T> integrate(const RateOf& rate_of, T from, double dt,
                     const std::type_identity_t<Range<T>>& range, double tolerance) {
  Progress<T> progress = begin(rate_of, from, range, {dt, tolerance});
  while (any(progress.left > T(0.0))) {
    advance(rate_of, range, {dt, tolerance}, progress);
  }
  return {progress.value, progress.evaluations};
}

}  // namespace evenkeel::solver
