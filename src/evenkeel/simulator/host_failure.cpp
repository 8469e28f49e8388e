// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two replays, one after the other.
#include "evenkeel/simulator/host_failure.hpp"

#include <sstream>
#include <string>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/forked.hpp"

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

/// Where a run without the failure gets to, and what it has saved by then.
struct Before {
  double wall = 0.0;  ///< of the whole run [s]
  Checkpoint last;
};

Before play_before(const ReplayPart& first, const HostFailure& failure, const PlayPart& play) {
  Before before;
  const auto part = [&](std::size_t) {
    Checkpoint last;
    const auto follow = [&](const Chance& chance) {
      if (chance.is_regrid && chance.time <= failure.time &&
          chance.step - last.step >= failure.interval) {
        last = {chance.step, chance.time};
      }
    };
    const double wall = play(first, follow).wall;
    return fmt::format("{:.17g} {} {:.17g}", wall, last.step, last.time);
  };
  run_forked(1, 1, part, [&](std::size_t, const std::string& text) {
    std::istringstream(text) >> before.wall >> before.last.step >> before.last.time;
  });
  return before;
}

}  // namespace

ReplayResult replay_with_failure(const Platform& platform, const std::vector<Place>& places,
                                 const HostFailure& failure, const PlayPart& play) {
  ReplayPart whole = whole_replay(platform, places);
  ReplayPart first = whole;
  first.end = failure.time;
  const Before before = play_before(first, failure, play);
  if (before.wall <= failure.time) {
    return play(whole, {});
  }
  const double resumed = failure.time + failure.restart;
  const Platform left = later(platform, resumed);
  ReplayPart rest{
      .platform = left, .places = {}, .ranks = {}, .from = before.last.step, .begin = resumed};
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    if (places[rank].host != failure.host) {
      rest.places.push_back(places[rank]);
      rest.ranks.push_back(rank);
    }
  }
  if (rest.places.empty()) {
    throw InputError(fmt::format("{}: no host is left when {} fails", platform.name,
                                 platform.hosts[failure.host].name));
  }
  ReplayResult result = play(rest, {});
  result.steps += before.last.step;
  result.before = resumed;
  result.lost = resumed - before.last.time;
  return result;
}

}  // namespace evenkeel::simulator
