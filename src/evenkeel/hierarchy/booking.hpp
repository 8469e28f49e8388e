// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Charges the time of a scope to a phase, where the ranks keep a clock.
#pragma once

#include <optional>

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::hierarchy {

/// A telemetry::PhaseScope on the communicator's clock; nothing where it has none.
class [[nodiscard]] Booking {
 public:
  Booking(const comm::Communicator& communicator, telemetry::Phase phase) {
    if (communicator.clock() != nullptr) {
      scope_.emplace(*communicator.clock(), phase);
    }
  }

 private:
  std::optional<telemetry::PhaseScope> scope_;
};

}  // namespace evenkeel::hierarchy
