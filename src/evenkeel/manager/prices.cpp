// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Prices as means that forget.
#include "evenkeel/manager/prices.hpp"

#include <algorithm>
#include <cmath>

namespace evenkeel::manager {
namespace {

constexpr double kSmoothing = 0.5;    ///< of prices, from one chance to the next
constexpr double kWorthTiming = 1e6;  ///< moves that tell a bandwidth [byte]
constexpr double kLittle = 0.125;     ///< of what told before: a move that costs what any does

double smooth(double old, double fresh) {
  return old > 0.0 ? old + kSmoothing * (fresh - old) : fresh;
}

/// Of what may be known to a power of ten only: the mean of logarithms.
double smooth_scale(double old, double fresh) {
  return old * std::pow(fresh / old, kSmoothing);
}

}  // namespace

Prices Prices::on(std::size_t ranks, std::size_t before) const {
  if (ranks == before) {
    return *this;
  }
  Prices now = *this;
  const double cells = static_cast<double>(before) / static_cast<double>(ranks);  // of a rank
  for (double* price : {&now.quiet_regrid_seconds, &now.quiet_install_seconds, &now.rebuild_seconds,
                        &now.rebuild_per_byte}) {
    *price *= cells;
  }
  now.step_seconds = 0.0;
  return now;
}

void Prices::learn(const Interval& last) {
  if (last.steps > 0) {
    const double stepping = last.elapsed - last.install_seconds - partition_seconds;
    step_seconds = std::max(stepping, last.busy) / static_cast<double>(last.steps);
  }
  if (last.install_seconds == 0.0) {
    return;
  }
  if (last.has_moved && last.moved_bytes == 0.0) {
    return;  // levels where there were none: neither quiet nor a move
  }
  if (!last.has_moved) {
    quiet_regrid_seconds = smooth(quiet_regrid_seconds, last.regrid_seconds);
    quiet_install_seconds = smooth(quiet_install_seconds, last.install_seconds);
    return;
  }
  const double rebuilding = std::max(0.0, last.regrid_seconds - quiet_regrid_seconds);
  if (last.moved_bytes <= std::max(kWorthTiming, kLittle * rebuilt_bytes)) {
    const double by_bytes = rebuild_per_byte * last.moved_bytes;
    rebuild_seconds = smooth(rebuild_seconds, std::max(0.0, rebuilding - by_bytes));
  } else {
    const double before = kSmoothing * rebuilt_bytes;
    const double beyond_fixed = std::max(0.0, rebuilding - rebuild_seconds);
    rebuilt_bytes = before + last.moved_bytes;
    rebuild_per_byte = (before * rebuild_per_byte + beyond_fixed) / rebuilt_bytes;
  }
  if (last.moved_bytes <= kWorthTiming) {
    if (evidence == Evidence::kAssumed) {  // at least so much
      bandwidth = std::max(bandwidth, last.moved_bytes / last.install_seconds);
    }
    return;
  }
  const double moving = last.install_seconds - quiet_install_seconds - rebuilding;
  if (moving > 0.0) {
    const double seen = last.moved_bytes / moving;
    // Where no quiet regrid tells what building levels takes, all of it counts as moving: a trial
    // is sooner believed.
    const bool is_bound = evidence == Evidence::kTried && quiet_install_seconds == 0.0;
    bandwidth = is_bound ? std::max(bandwidth, seen) : smooth_scale(bandwidth, seen);
    evidence = is_bound ? Evidence::kTried : Evidence::kSeen;
  }
}

}  // namespace evenkeel::manager
