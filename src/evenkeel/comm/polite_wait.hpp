// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Waiting that leaves the processor to others. Internal to comm.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "evenkeel/comm/doorbell.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/telemetry/phases.hpp"

namespace evenkeel::comm {

inline constexpr double kSpinNanoseconds = 50'000;
inline constexpr long kFirstNapNanoseconds = 5'000;
inline constexpr long kLongestNapNanoseconds = 1'000'000;
inline constexpr long kNapShare = 8;                // naps are this part of the time waited so far
inline constexpr double kTestNanoseconds = 10'000;  // of processor time, with the nap before it

/// How long to nap after waiting so long, where a second brings \p quota seconds of processor time.
///
/// What tests take of a quota is missing later: a test costs c / quota - c. A nap comes too late by
/// half of it, so over a wait of w the two are least together with naps of
///
///     sqrt(2 c w (1 / quota - 1))
inline long nap_nanoseconds(std::int64_t waited, double quota) {
  const double dear = 2.0 * kTestNanoseconds * static_cast<double>(waited) * (1.0 / quota - 1.0);
  return std::clamp(std::max(waited / kNapShare, std::lrint(std::sqrt(dear))), kFirstNapNanoseconds,
                    kLongestNapNanoseconds);
}

/// Returns when \p done() is true, testing it for a short while and then between naps that grow, or
/// that a message ends.
///
/// Where processors are shared or under a quota, a rank that spins burns what its neighbours or its
/// own next step need: short steps lost all of a good partition's gain to it. Time is booked as
/// Phase::kWait of \p clock, unless the first test succeeds or \p clock is null.
template <class Done>
void wait_politely(telemetry::PhaseClock* clock, const Done& done) {
  if (done()) {
    return;
  }
  const double quota = clock != nullptr ? clock->quota() : 1.0;
  std::optional<telemetry::PhaseScope> booked;
  if (clock != nullptr) {
    booked.emplace(*clock, telemetry::Phase::kWait);
  }
  const std::int64_t start = wall_nanoseconds();
  bool has_napped = false;
  // Tested twice: MPI_Testany and MPI_Testall look first and only then let messages come in, so
  // that one test after a nap cost another nap.
  while (!(done() || done())) {
    const std::int64_t waited = wall_nanoseconds() - start;
    if (static_cast<double>(waited) >= quota * kSpinNanoseconds) {
      doorbell().nap(nap_nanoseconds(waited, quota));
      has_napped = true;
    }
  }
  if (has_napped) {
    doorbell().learn();
  }
}

}  // namespace evenkeel::comm
