// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sleeps of a rank that is slowed down.
#include "evenkeel/solver/brake.hpp"

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::solver {
namespace {

constexpr double kLeastSleep = 2e-4;  // [s]

}  // namespace

Brake::Brake(double speed) : extra_(1.0 / speed - 1.0) {
  EVENKEEL_EXPECT(0.0 < speed && speed <= 1.0);
}

double Brake::stretch(double seconds) {
  debt_ += extra_ * seconds;
  if (debt_ >= kLeastSleep) {
    const double start = wall_seconds();
    nap(debt_);
    debt_ -= wall_seconds() - start;
  }
  return (1.0 + extra_) * seconds;
}

}  // namespace evenkeel::solver
