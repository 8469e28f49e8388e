// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Charges computing to where it is counted.
#pragma once

#include "evenkeel/core/clock.hpp"

namespace evenkeel::elliptic {

/// Adds the seconds of a scope to a sum.
class Working {
 public:
  explicit Working(double& seconds) : seconds_(&seconds), start_(wall_nanoseconds()) {}
  ~Working() { *seconds_ += 1e-9 * static_cast<double>(wall_nanoseconds() - start_); }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  double* seconds_;
  std::int64_t start_;
};

}  // namespace evenkeel::elliptic
