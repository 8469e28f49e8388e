// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What one rank says it has done.
#pragma once

#include "evenkeel/service/facts.hpp"

namespace evenkeel::service {

/// Work, its seconds, and the part of a processor there was for it, stretch by stretch.
///
/// Stretches fade. One without work leaves the rate as it was: nothing has been measured.
class ReportedWork {
 public:
  /// Adds to the stretch.
  ///
  /// \throws InputError if an amount is not from 0 to 1e100, or work per second is above that
  void add(double work, double seconds);
  void add_communication(double seconds);

  /// Memory that the work takes, and what of it already [byte]; until it is told anew.
  ///
  /// \throws InputError if one is not from 0 to 1e100
  void set_memory(double needed, double held);

  /// Puts rate, seconds and memory into \p facts.
  void tell(Facts& facts) const;

  /// Part of a processor, on average over the seconds of the rate, if the stretch had \p now.
  double availability(double now) const;

  /// Ends the stretch, in which the rank had \p now of a processor. NaN: unknown.
  void end_stretch(double now);

 private:
  struct Work {
    double amount = 0.0;
    double seconds = 0.0;
  };

  bool is_measured() const { return newest_.amount > 0.0 && newest_.seconds > 0.0; }
  Work total() const;

  Work before_;                      ///< of all stretches but the newest, faded
  Work newest_;                      ///< of the stretch
  double communication_ = kUnknown;  ///< in the stretch [s]
  double availability_ = kUnknown;   ///< mean over before_.seconds
  double memory_needed_ = kUnknown;
  double memory_held_ = kUnknown;
};

}  // namespace evenkeel::service
