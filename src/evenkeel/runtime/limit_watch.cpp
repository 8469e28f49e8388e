// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The quota, asked for once in a while.
#include "evenkeel/runtime/limit_watch.hpp"

#include <algorithm>
#include <cmath>

#include "evenkeel/core/clock.hpp"

namespace evenkeel::runtime {

LimitWatch::LimitWatch(int ranks, Read read) : ranks_(ranks), read_(std::move(read)) {
  limit();
  changes_ = 0.0;
}

std::optional<double> LimitWatch::quota(double lasts) {
  if (const double now = wall_seconds(); now - read_at_ > lasts) {
    read_at_ = now;
    quota_ = read_();
  }
  return quota_;
}

double LimitWatch::limit(double lasts) {
  const double now = std::min(1.0, quota(lasts).value_or(ranks_) / ranks_);
  if (std::abs(now - limit_) > kChange * limit_) {
    limit_ = now;
    ++changes_;
  }
  return now;
}

}  // namespace evenkeel::runtime
