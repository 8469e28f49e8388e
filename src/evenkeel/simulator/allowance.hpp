// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A processor under a quota that is paid out period by period.
#pragma once

#include <cstdint>

namespace evenkeel::simulator {

/// What the system lets one rank have of a core, as Linux's CFS bandwidth control does it: quota
/// times period at the beginning of every period; what is left of the last one is lost. That a rank
/// has used up what it had is seen at ticks, or when it goes to sleep: it may get into debt, and
/// stands still until that is paid. A rank that often waits for others loses by all that a part of
/// what a processor of a steady fraction would do.
class Allowance {
 public:
  struct Rule {
    double quota = 1.0;   ///< of a core, in (0, 1]
    double period = 0.1;  ///< [s], > 0
    double tick = 4e-3;   ///< [s], > 0
    double offset = 0.0;  ///< of the first period [s]
  };

  explicit Allowance(const Rule& rule) : rule_(rule), budget_(rule.quota * rule.period) {}

  /// When \p work seconds of the whole core are done that begin at \p start. Calls ascend in time.
  double finish(double start, double work);

 private:
  void pay(double now);
  double next_payment() const;

  Rule rule_;
  double budget_;          ///< [s]
  std::int64_t paid_ = 0;  ///< periods
};

}  // namespace evenkeel::simulator
