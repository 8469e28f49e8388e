// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Waiting that leaves the processor to others. Internal to comm.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <optional>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/telemetry/phases.hpp"

namespace evenkeel::comm {

inline constexpr std::int64_t kSpinNanoseconds = 50'000;
inline constexpr long kFirstNapNanoseconds = 5'000;
inline constexpr long kLongestNapNanoseconds = 1'000'000;
inline constexpr long kNapShare = 8;  // naps are this part of the time waited so far

/// Returns when \p done() is true, testing it for a short while and then between naps that grow.
///
/// Where processors are shared or under a quota, a rank that spins burns what its neighbours or its
/// own next step need: short steps lost all of a good partition's gain to it. Time is booked as
/// Phase::kWait of \p clock, unless the first test succeeds or \p clock is null.
template <class Done>
void wait_politely(telemetry::PhaseClock* clock, const Done& done) {
  if (done()) {
    return;
  }
  std::optional<telemetry::PhaseScope> booked;
  if (clock != nullptr) {
    booked.emplace(*clock, telemetry::Phase::kWait);
  }
  const std::int64_t start = wall_nanoseconds();
  // Tested twice: MPI_Testany and MPI_Testall look first and only then let messages come in, so
  // that one test after a nap cost another nap.
  while (!(done() || done())) {
    const std::int64_t waited = wall_nanoseconds() - start;
    if (waited >= kSpinNanoseconds) {
      const timespec nap{
          0, std::clamp(waited / kNapShare, kFirstNapNanoseconds, kLongestNapNanoseconds)};
      nanosleep(&nap, nullptr);
    }
  }
}

}  // namespace evenkeel::comm
