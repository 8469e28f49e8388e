// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the system lets a rank have of a processor, and how often that changes.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "evenkeel/monitor/cpu_quota.hpp"

namespace evenkeel::runtime {

/// Watches the quota of a rank. Not thread-safe.
class LimitWatch {
 public:
  using Read = std::function<std::optional<double>()>;

  /// For how long an answer will do [s]: a period of a control group where it decides something;
  /// between decisions so long that watching takes a thousandth of a twentieth of a core.
  static constexpr double kPeriod = 0.1;
  static constexpr double kBetween = 0.5;
  /// Of a limit, that is one.
  static constexpr double kChange = 0.02;

  /// \param ranks  who share the quota
  /// \param read   asks for it [core]; nothing: there is none
  explicit LimitWatch(int ranks, Read read = [] { return monitor::cpu_quota(); });

  /// The quota, asked for anew where the last answer is older than \p lasts [s]. [core]
  /// Cost: 10 to 30 us then, files are opened.
  std::optional<double> quota(double lasts = kPeriod);

  /// This rank's part of it, at most 1.
  double limit(double lasts = kPeriod);

  /// Changes that limit() has seen since the last call. What is taken back counts twice: limits
  /// that come and go between two decisions do not last from one to the next.
  double take_changes() { return std::exchange(changes_, 0.0); }

 private:
  int ranks_;
  Read read_;
  std::optional<double> quota_;
  double read_at_ = 0.0;  ///< [s]
  double limit_ = 1.0;
  double changes_ = 0.0;
};

}  // namespace evenkeel::runtime
