// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From payment to tick to payment.
#include "evenkeel/simulator/allowance.hpp"

#include <algorithm>
#include <cmath>

namespace evenkeel::simulator {

double Allowance::next_payment() const {
  return rule_.offset + static_cast<double>(paid_ + 1) * rule_.period;
}

/// All payments up to \p now.
void Allowance::pay(double now) {
  const double share = rule_.quota * rule_.period;
  while (next_payment() <= now) {
    ++paid_;
    const double missing = share - budget_;
    if (missing <= share && next_payment() <= now) {  // full after this one: no need to count on
      paid_ += static_cast<std::int64_t>((now - next_payment()) / rule_.period);
    }
    budget_ = std::min(budget_ + share, share);
  }
}

double Allowance::finish(double start, double work) {
  double now = start;
  pay(now);
  while (work > 0.0) {
    if (budget_ <= 0.0) {
      now = next_payment();
      pay(now);
      continue;
    }
    // Runs on to the next tick, whatever it has.
    double tick = (std::floor(now / rule_.tick) + 1.0) * rule_.tick;
    tick = tick > now ? tick : now + rule_.tick;  // where rounding ate the difference
    const double piece = std::min(work, tick - now);
    work -= piece;
    now += piece;
    budget_ -= piece;
    pay(now);
  }
  return now;
}

}  // namespace evenkeel::simulator
