// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Delivery under one lock.
#include "evenkeel/telemetry/bus.hpp"

#include <utility>

namespace evenkeel::telemetry {

void Bus::subscribe(Subscriber subscriber) {
  const std::scoped_lock lock(mutex_);
  subscribers_.push_back(std::move(subscriber));
}

void Bus::publish(const Event& event) {
  const std::scoped_lock lock(mutex_);
  for (const Subscriber& subscriber : subscribers_) {
    subscriber(event);
  }
}

}  // namespace evenkeel::telemetry
