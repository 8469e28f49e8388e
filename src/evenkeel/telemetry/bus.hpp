// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Hands events to whoever asked for them.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "evenkeel/telemetry/event.hpp"

namespace evenkeel::telemetry {

/// Delivers each published event to all subscribers, in the order they subscribed.
///
/// Thread safe: events come one at a time, on the thread that published, and in the same order to
/// everybody. A subscriber outlives the last publish, and does not call the bus.
class Bus {
 public:
  using Subscriber = std::function<void(const Event&)>;

  void subscribe(Subscriber subscriber);

  /// \throws what a subscriber throws; later subscribers then miss the event
  void publish(const Event& event);

 private:
  std::mutex mutex_;
  std::vector<Subscriber> subscribers_;
};

}  // namespace evenkeel::telemetry
