// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Windows, noise and steps of measured speeds.
#include "evenkeel/machine/measured_rate.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/shrinkage.hpp"

namespace evenkeel::machine {
namespace {

constexpr double kFirstNoise = 0.03;     ///< of a window, assumed until windows show their own...
constexpr double kFirstNoiseSeen = 4.0;  ///< ...and believed as if so many windows had shown it
/// Of the first window, beside its noise, where a limit says what to expect; an n-th of it of the
/// mean of n. What disturbs a host for seconds lies in all of its first windows: they agree, and
/// are wrong together. Over longer windows it evens out.
constexpr double kEarlyDoubt = 0.1;
constexpr double kDisturbance = 1.0;      ///< [s] of windows that are as doubtful as that
constexpr double kNoiseMemory = 16.0;     ///< windows over which the noise is averaged
constexpr double kEfficiencyGain = 0.25;  ///< of load per processor second, per window
constexpr double kOverheadGain = 0.25;    ///< of a window
constexpr double kLeastRate = 0.1;        ///< of a rank's speed in cells, whatever its overhead
constexpr int kMostFailures = 10;
constexpr double kForesight = 0.5;     ///< windows that a rate counts which a new limit gave
constexpr double kLimitChange = 0.02;  ///< smaller ones are none
constexpr double kNearLimit = 0.8;     ///< a rank that has so much of its limit is held back by it
constexpr std::size_t kFewestOfAPace = 3;  ///< of two ranks nobody knows whose pace has changed
constexpr double kMaxDeviation = 5.0;      ///< one window raises the noise to no more than this
constexpr double kUnitRate = 1e6;  ///< [updates/s] of all ranks together, where none is known

bool is_table(std::span<const double> table, std::size_t size) {
  return table.size() == size &&
         std::ranges::all_of(table, [](double v) { return std::isfinite(v) && v >= 0.0; });
}

}  // namespace

MeasuredRate::MeasuredRate(std::size_t ranks, std::size_t classes, const RateSettings& settings)
    : classes_(classes), settings_(settings), tracks_(ranks), class_cost_(classes) {
  EVENKEEL_EXPECT(ranks > 0 && classes > 0);
}

void MeasuredRate::observe(const RateWindow& window) {
  EVENKEEL_EXPECT(is_table(window.updates, tracks_.size() * classes_));
  EVENKEEL_EXPECT(is_table(window.seconds, tracks_.size() * classes_));
  EVENKEEL_EXPECT(window.availability.empty() || is_table(window.availability, tracks_.size()));
  EVENKEEL_EXPECT(window.limit.empty() || is_table(window.limit, tracks_.size()));
  EVENKEEL_EXPECT(window.fixed.empty() || is_table(window.fixed, tracks_.size()));
  EVENKEEL_EXPECT(window.part_updates.size() == window.part_seconds.size() &&
                  window.part_updates.size() % tracks_.size() == 0);
  class_cost_.learn(window.updates, window.seconds);
  Works done = work_that_counts(window);
  follow_pace(done);
  for (std::size_t rank = 0; rank < tracks_.size(); ++rank) {
    tracks_[rank].age += window.elapsed;
    if (done[rank]) {
      const double available = window.availability.empty() ? 0.0 : window.availability[rank];
      done[rank] = heard(tracks_[rank], *done[rank], available, window.elapsed);
    }
  }
  take_parts(window, done);
}

/// What \p now says of the rank, or what a probe does.
MeasuredRate::Work MeasuredRate::heard(Track& track, Work now, double available,
                                       double elapsed) const {
  track.available = available > 0.0 ? available : track.available;
  if (now.load > 0.0 && now.seconds > 0.0) {
    judge_probes(track, now.rate());
  }
  if (now.load > 0.0 && now.seconds > 0.0 && available > 0.0) {
    const double newest = now.rate() / available;
    double& known = track.per_processor_second;
    known += known > 0.0 ? kEfficiencyGain * (newest - known) : newest;
  } else if (now.is_empty() && available > 0.0 && track.probes_to_ignore > 0) {
    --track.probes_to_ignore;
  } else if (now.is_empty() && available > 0.0) {
    now = probed(track, available, elapsed);
    track.is_probed = true;
  }
  track.recent = now.is_empty() ? track.recent : now.rate();
  return now;
}

/// Part by part, each with the pace that it had.
void MeasuredRate::take_parts(const RateWindow& window, const Works& done) {
  const std::size_t parts = std::max<std::size_t>(1, window.part_updates.size() / tracks_.size());
  for (std::size_t part = 0; part < parts; ++part) {
    const Works works = parts > 1 ? in_part(window, part, done) : done;
    if (parts > 1) {
      follow_pace(works);
    }
    for (std::size_t rank = 0; rank < tracks_.size(); ++rank) {
      if (works[rank]) {
        gather(tracks_[rank], *works[rank]);
      }
    }
  }
}

/// What of \p done lies in a part. A rank that has no work in any was probed: all in the first.
MeasuredRate::Works MeasuredRate::in_part(const RateWindow& window, std::size_t part,
                                          Works done) const {
  const std::size_t ranks = tracks_.size();
  const auto share = [&](std::span<const double> table, std::size_t rank) {
    double all = 0.0;
    for (std::size_t entry = rank; entry < table.size(); entry += ranks) {
      all += table[entry];
    }
    return all > 0.0 ? table[part * ranks + rank] / all : (part == 0 ? 1.0 : 0.0);
  };
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    if (done[rank]) {
      done[rank]->load *= share(window.part_updates, rank);
      done[rank]->seconds *= share(window.part_seconds, rank);
    }
  }
  return done;
}

void MeasuredRate::gather(Track& track, const Work& work) const {
  track.pending = {track.pending.load + work.load, track.pending.seconds + work.seconds};
  if (track.pending.seconds >= settings_.min_seconds && track.pending.load > 0.0) {
    take(track, std::exchange(track.pending, Work{}));
  }
}

/// [ranks] in this window, without what messages took; nothing where the limit has changed in it.
MeasuredRate::Works MeasuredRate::work_that_counts(const RateWindow& window) {
  Works done;
  double all = 0.0;
  for (std::size_t rank = 0; rank < tracks_.size(); ++rank) {
    const auto updates = window.updates.subspan(rank * classes_, classes_);
    const auto took = window.seconds.subspan(rank * classes_, classes_);
    done.push_back(
        Work{std::inner_product(updates.begin(), updates.end(), class_cost().begin(), 0.0),
             std::reduce(took.begin(), took.end())});
    all += done[rank]->load;
  }
  for (std::size_t rank = 0; rank < tracks_.size(); ++rank) {
    learn_overhead(tracks_[rank], *done[rank], window.fixed.empty() ? 0.0 : window.fixed[rank],
                   all);
    if (!window.limit.empty() && follow_limit(tracks_[rank], window.limit[rank])) {
      done[rank].reset();
    }
  }
  return done;
}

void MeasuredRate::learn_overhead(Track& track, Work& now, double fixed, double all) {
  if (now.load == 0.0 || now.seconds <= fixed) {
    return;
  }
  now.seconds -= fixed;
  const double newest = fixed * now.rate() / all;
  track.overhead += track.overhead > 0.0 ? kOverheadGain * (newest - track.overhead) : newest;
}

void MeasuredRate::follow_pace(const Works& done) {
  std::vector<double> faster;
  for (std::size_t rank = 0; rank < done.size(); ++rank) {
    if (done[rank] && done[rank]->load > 0.0 && done[rank]->seconds >= settings_.min_seconds &&
        tracks_[rank].windows > 0.0) {
      faster.push_back(done[rank]->rate() / tracks_[rank].sum.rate());
    }
  }
  if (faster.size() < kFewestOfAPace) {
    return;
  }
  std::ranges::sort(faster);
  const double pace = std::sqrt(faster[(faster.size() - 1) / 2] * faster[faster.size() / 2]);
  for (Track& track : tracks_) {
    track.sum.load *= pace;
    track.held.load *= pace;
  }
}

bool MeasuredRate::follow_limit(Track& track, double limit) {
  const double before = std::exchange(track.limit, limit);
  const bool is_news = before > 0.0 && limit > 0.0 &&
                       std::abs(std::log(limit / before)) > kLimitChange && track.windows > 0.0;
  if (!is_news) {
    return false;
  }
  const double had = track.available > 0.0 ? std::min(track.available, before) : before;
  const double has = had >= kNearLimit * before ? limit * had / before : std::min(had, limit);
  const double factor = has / had;
  if (factor == 1.0) {
    return false;
  }
  const double kept = std::min(1.0, kForesight / track.windows);
  track.sum = {factor * kept * track.sum.load, kept * track.sum.seconds};
  track.windows *= kept;
  track.recent *= factor;
  track.available = has;
  track.held = track.pending = {};
  return true;
}

void MeasuredRate::judge_probes(Track& track, double rate) {
  if (std::exchange(track.is_probed, false) && track.windows > 0.0) {
    const bool failed = rate < 0.5 * track.sum.rate();
    track.failures = failed ? std::min(track.failures + 1, kMostFailures) : 0;
    track.probes_to_ignore = failed ? 1 << track.failures : 0;
  }
}

MeasuredRate::Work MeasuredRate::probed(const Track& track, double availability,
                                        double elapsed) const {
  double load = track.per_processor_second;
  if (load == 0.0) {
    double count = 0.0;
    for (const Track& other : tracks_) {
      load += other.per_processor_second;
      count += other.per_processor_second > 0.0 ? 1.0 : 0.0;
    }
    load = count > 0.0 ? load / count : 0.0;
  }
  const double seconds = std::max(elapsed, settings_.min_seconds);
  return load > 0.0 ? Work{load * availability * seconds, seconds} : Work{};
}

double MeasuredRate::noise(const Track& track) const {
  return std::max(settings_.noise_floor, std::sqrt(track.variance));
}

void MeasuredRate::take(Track& track, const Work& window) const {
  track.age = 0.0;
  track.seen += 1.0;
  track.seen_seconds += window.seconds;
  if (track.windows == 0.0) {
    track.sum = window;
    track.windows = 1.0;
    track.variance = kFirstNoise * kFirstNoise;
    return;
  }
  // Logarithms, so that half and twice the speed deviate alike.
  const double limit = settings_.step_factor * noise(track);
  const double deviation = std::abs(std::log(window.rate() / track.sum.rate()));
  // The average has noise, too, by what it is longer than the window.
  const double variances = 1.0 + window.seconds / track.sum.seconds;
  const bool deviates = deviation > limit * std::sqrt(variances);
  const Work held = std::exchange(track.held, Work{});
  if (deviates && !held.is_empty() &&
      std::abs(std::log(window.rate() / held.rate())) <= limit * std::sqrt(2.0)) {
    track.sum = {held.load + window.load, held.seconds + window.seconds};
    track.windows = 2.0;
    return;
  }
  // Bounded, lest one outlier blind the estimate for long.
  const double counted = std::min(deviation, kMaxDeviation * noise(track));
  track.variance += (counted * counted / variances - track.variance) /
                    std::min(kNoiseMemory, kFirstNoiseSeen + track.seen - 1.0);
  if (!held.is_empty()) {
    average(track, held);  // it was no step, but time was lost in it all the same
  }
  if (deviates) {
    track.held = window;
  } else {
    average(track, window);
  }
}

void MeasuredRate::average(Track& track, const Work& window) const {
  const double enough = std::pow(noise(track) / settings_.target_error, 2.0);
  const double wanted = std::clamp(enough, 2.0, settings_.max_windows);
  const double before = track.sum.seconds / window.seconds;
  const double kept = std::min(1.0, (wanted - 1.0) / before);
  track.sum.load = kept * track.sum.load + window.load;
  track.sum.seconds = kept * track.sum.seconds + window.seconds;
  track.windows = kept * before + 1.0;
}

std::vector<RankRate> MeasuredRate::rates() const {
  std::vector<RankRate> rates(tracks_.size());
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t rank = 0; rank < tracks_.size(); ++rank) {
    const Track& track = tracks_[rank];
    rates[rank].age = track.age;
    if (track.windows > 0.0) {
      rates[rank].known = true;
      rates[rank].rate = track.sum.rate();
      rates[rank].recent = track.recent;
      rates[rank].error = noise(track) / std::sqrt(track.windows);
      sum += rates[rank].rate;
      count += 1.0;
    }
  }
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    // A fast rank needs long to fill a window while all wait for a slow one: what there is of it
    // tells more than the others do.
    const Work& begun = tracks_[rank].pending;
    if (!rates[rank].known && begun.load > 0.0 && begun.seconds > 0.0) {
      rates[rank].rate = rates[rank].recent = begun.rate();
    } else if (!rates[rank].known && count > 0.0) {
      rates[rank].rate = rates[rank].recent = sum / count;
    }
  }
  draw_together(rates);
  leave_time_for_overhead(rates);
  return rates;
}

bool MeasuredRate::is_at_limit(const Track& track) const {
  return track.windows > 0.0 && track.limit > 0.0 && track.available >= kNearLimit * track.limit;
}

void MeasuredRate::draw_together(std::vector<RankRate>& rates) const {
  std::vector<double> limit;
  std::vector<double> rate;
  std::vector<double> error;
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    const Track& track = tracks_[rank];
    const bool counts = is_at_limit(track);
    limit.push_back(counts ? track.limit : 0.0);
    rate.push_back(rates[rank].rate);
    const double doubt =
        kEarlyDoubt * std::min(1.0 / track.seen, kDisturbance / track.seen_seconds);
    error.push_back(counts ? std::hypot(rates[rank].error, doubt) : 0.0);
  }
  const std::vector<double> drawn = drawn_towards(limit, rate, error);
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    rates[rank].rate = drawn[rank];
  }
}

void MeasuredRate::leave_time_for_overhead(std::vector<RankRate>& rates) const {
  double all_rates = 0.0;
  double all_work = 1.0;
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    all_rates += rates[rank].rate;
    all_work += tracks_[rank].overhead;
  }
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    RankRate& one = rates[rank];
    const double taken = tracks_[rank].overhead * all_rates / all_work;
    const double left = one.rate > 0.0 ? std::max(kLeastRate, 1.0 - taken / one.rate) : 1.0;
    one.rate *= left;
    one.recent *= left;
  }
}

std::vector<double> MeasuredRate::capacity() const {
  return capacity_of(rates());
}

void MeasuredRate::restore(std::vector<Track> tracks) {
  EVENKEEL_EXPECT(tracks.size() == tracks_.size());
  tracks_ = std::move(tracks);
}

void MeasuredRate::restore(ClassCost costs) {
  EVENKEEL_EXPECT(costs.costs().size() == classes_);
  class_cost_ = std::move(costs);
}

std::vector<RankRate> rates_from_capacity(std::span<const double> capacity,
                                          std::span<const RankRate> measured) {
  double total = 0.0;
  for (const RankRate& rank : measured) {
    total += rank.rate;
  }
  std::vector<RankRate> rates;
  for (const double share : normalise(capacity)) {
    const double rate = share * (total > 0.0 ? total : kUnitRate);
    rates.push_back({.rate = rate,
                     .recent = rate,
                     .error = 0.0,
                     .age = 0.0,
                     .known = true,
                     .is_timed = total > 0.0});
  }
  return rates;
}

std::vector<double> capacity_of(std::span<const RankRate> rates) {
  std::vector<double> amount;
  std::ranges::transform(rates, std::back_inserter(amount), &RankRate::rate);
  return normalise(amount);
}

}  // namespace evenkeel::machine
