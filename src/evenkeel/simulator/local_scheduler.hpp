// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface of rules by which a site starts its jobs.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "evenkeel/core/registry.hpp"

namespace evenkeel::simulator {

/// A job in the queue, as its owner describes it.
struct Waiting {
  int processors = 1;
  double request = 0.0;  ///< [s]
};

/// A job on processors.
struct Running {
  int processors = 1;
  double until = 0.0;  ///< by its request [s]
};

/// Processors promised to somebody for a time to come.
struct Reservation {
  int processors = 0;  ///< 0: none
  double from = 0.0;   ///< [s]
  double until = 0.0;  ///< [s]
};

/// A site at one moment.
struct SiteState {
  double now = 0.0;
  int processors = 0;
  std::span<const Running> running;
  std::span<const Waiting> queue;  ///< in order of arrival
  Reservation reserved = {};
};

/// Says which jobs of the queue start now. A pure function.
class LocalScheduler {
 public:
  virtual ~LocalScheduler() = default;

  /// Places in the queue, ascending; together they fit.
  virtual std::vector<std::size_t> start(const SiteState& site) const = 0;
};

/// Adds every scheduler in schedulers/. Generated from the file names there.
void register_builtin(Registry<LocalScheduler>& registry);

/// Free processors from now on, as requests promise: a staircase.
class FreeProfile {
 public:
  explicit FreeProfile(const SiteState& site);

  /// Free now.
  int free() const { return steps_.begin()->second; }

  /// The first time from which \p processors are free for \p seconds.
  double earliest(int processors, double seconds) const;

  /// Whether that is now.
  bool can_start(int processors, double seconds) const {
    return processors <= free() && earliest(processors, seconds) <= steps_.begin()->first;
  }

  /// Free all the while. \pre \p from is not in the past
  int least(double from, double seconds) const;

  /// Free processors from each time on, the first one now.
  const std::map<double, int>& steps() const { return steps_; }

  /// Takes processors away. \pre they are free all the while
  void take(double from, double seconds, int processors);

 private:
  std::map<double, int> steps_;  ///< free processors from a time on
};

}  // namespace evenkeel::simulator
