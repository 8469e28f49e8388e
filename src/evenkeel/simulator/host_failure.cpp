// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two replays, one after the other.
#include "evenkeel/simulator/host_failure.hpp"

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::simulator {
namespace {

struct Checkpoint {
  std::int64_t step = 0;
  double time = 0.0;  ///< [s]
};

/// What is left, seen from \p start on.
Platform later(Platform platform, double start) {
  for (Host& host : platform.hosts) {
    host.availability = host.availability.since(start);
  }
  return platform;
}

}  // namespace

ReplayResult replay_with_failure(const Platform& platform, const std::vector<Place>& places,
                                 const HostFailure& failure, const PlayPart& play) {
  Checkpoint last;
  const auto follow = [&](const Chance& chance) {
    if (chance.time <= failure.time && chance.step - last.step >= failure.interval) {
      last = {chance.step, chance.time};
    }
  };
  ReplayResult whole = play(platform, places, 0, follow);
  if (whole.wall <= failure.time) {
    return whole;
  }
  std::vector<Place> rest = places;
  std::erase_if(rest, [&](const Place& place) { return place.host == failure.host; });
  if (rest.empty()) {
    throw InputError(fmt::format("{}: no host is left when {} fails", platform.name,
                                 platform.hosts[failure.host].name));
  }
  const double resumed = failure.time + failure.restart;
  ReplayResult result = play(later(platform, resumed), rest, last.step, {});
  result.steps += last.step;
  result.before = resumed;
  result.lost = resumed - last.time;
  return result;
}

}  // namespace evenkeel::simulator
