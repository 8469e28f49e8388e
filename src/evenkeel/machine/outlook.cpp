// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Announcements, and whether they came true.
#include "evenkeel/machine/outlook.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "evenkeel/core/error.hpp"

namespace evenkeel::machine {
namespace {

constexpr double kClear = 0.1;          ///< of a change, as a logarithm; below it is no news
constexpr double kMostChange = 1.4;     ///< believed at once: a factor of four
constexpr double kLearningRate = 0.5;   ///< weight of the newest experience
constexpr double kMemory = 0.5;         ///< kept of what was announced before
constexpr double kLeastAmount = 1e-3;   ///< of a processor
constexpr double kStep = kClear / 2.0;  ///< of a rate: it now shows what had been announced

}  // namespace

Outlook::Outlook(std::size_t ranks) : tracks_(ranks) {}

void Outlook::judge(const Track& track, const RankRate& rate) {
  if (track.change == 0.0 || !rate.known || rate.recent <= 0.0 || track.rate <= 0.0) {
    return;
  }
  const double realised = std::log(rate.recent / track.rate);
  const bool came_true = std::abs(realised - track.change) < std::abs(realised);
  trust_ += kLearningRate * ((came_true ? 1.0 : 0.0) - trust_);
}

void Outlook::observe(std::span<const double> announced, std::span<const RankRate> rates) {
  EVENKEEL_EXPECT(announced.size() == tracks_.size() && rates.size() == tracks_.size());
  for (std::size_t rank = 0; rank < tracks_.size(); ++rank) {
    Track& track = tracks_[rank];
    judge(track, rates[rank]);
    const double before = track.rate;
    track.rate = rates[rank].rate;
    track.change = 0.0;
    if (!std::isfinite(announced[rank]) || !rates[rank].known || rates[rank].rate <= 0.0) {
      continue;
    }
    const double now = std::clamp(announced[rank], kLeastAmount, 1.0);
    const bool has_stepped = before > 0.0 && std::abs(std::log(track.rate / before)) > kStep;
    if (track.then == 0.0 || has_stepped) {
      track.then = now;
      continue;
    }
    const double change = std::log(now / track.then);
    if (std::abs(change) > kClear) {
      track.change = std::clamp(change, -kMostChange, kMostChange);
    }
    track.then = std::exp(kMemory * std::log(track.then) + (1.0 - kMemory) * std::log(now));
  }
}

void Outlook::restore(std::vector<Track> tracks, double trust) {
  EVENKEEL_EXPECT(tracks.size() == tracks_.size());
  tracks_ = std::move(tracks);
  trust_ = trust;
}

std::vector<double> Outlook::factors() const {
  std::vector<double> factors;
  for (const Track& track : tracks_) {
    factors.push_back(std::exp(trust_ * track.change));
  }
  return factors;
}

}  // namespace evenkeel::machine
