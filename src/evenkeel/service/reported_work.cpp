// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums that fade.
#include "evenkeel/service/reported_work.hpp"

#include <cmath>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::service {
namespace {

constexpr double kFading = 0.5;     ///< from one stretch to the next
constexpr double kLargest = 1e100;  ///< sums and products over all ranks stay finite

/// False for NaN.
bool is_amount(double value) {
  return value >= 0.0 && value <= kLargest;
}

}  // namespace

void ReportedWork::add(double work, double seconds) {
  const Work sum{newest_.amount + work, newest_.seconds + seconds};
  const bool has_rate = sum.amount > 0.0 && sum.seconds > 0.0;
  if (!is_amount(work) || !is_amount(seconds) ||
      (has_rate && !is_amount(sum.amount / sum.seconds))) {
    throw InputError(fmt::format(
        "found work {} and {} seconds; expected 0 to {}, and no more than that a second", work,
        seconds, kLargest));
  }
  newest_ = sum;
}

void ReportedWork::add_communication(double seconds) {
  if (!is_amount(seconds)) {
    throw InputError(
        fmt::format("found {} seconds of communication; expected 0 to {}", seconds, kLargest));
  }
  communication_ = std::isnan(communication_) ? seconds : communication_ + seconds;
}

void ReportedWork::set_memory(double needed, double held) {
  if (!is_amount(needed) || !is_amount(held)) {
    throw InputError(fmt::format("found {} byte of memory needed and {} held; expected 0 to {}",
                                 needed, held, kLargest));
  }
  memory_needed_ = needed;
  memory_held_ = held;
}

ReportedWork::Work ReportedWork::total() const {
  return is_measured() ? Work{before_.amount + newest_.amount, before_.seconds + newest_.seconds}
                       : before_;
}

void ReportedWork::tell(Facts& facts) const {
  const Work all = total();
  facts.rate = all.seconds > 0.0 ? all.amount / all.seconds : kUnknown;
  facts.seconds = newest_.seconds > 0.0 ? newest_.seconds : kUnknown;
  facts.communicate = communication_;
  facts.memory_needed = memory_needed_;
  facts.memory_held = memory_held_;
}

double ReportedWork::availability(double now) const {
  if (std::isnan(now) || std::isnan(availability_)) {
    return std::isnan(now) ? availability_ : now;
  }
  const double weight = is_measured() ? newest_.seconds / total().seconds : 0.0;
  return availability_ + weight * (now - availability_);
}

void ReportedWork::end_stretch(double now) {
  if (is_measured()) {
    availability_ = availability(now);
    const Work all = total();
    before_ = {kFading * all.amount, kFading * all.seconds};
  }
  newest_ = {};
  communication_ = kUnknown;
}

}  // namespace evenkeel::service
