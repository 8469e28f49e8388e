// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rates and prices from what the ranks tell.
#include "evenkeel/runtime/rank_sense.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/hash.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/monitor/network_address.hpp"
#include "evenkeel/runtime/move_trial.hpp"
#include "evenkeel/runtime/processor_probe.hpp"
#include "evenkeel/runtime/summary.hpp"

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;

template <class Value>
double largest(const std::vector<Told>& all, Value value) {
  double most = 0.0;
  for (const Told& told : all) {
    most = std::max(most, std::invoke(value, told));
  }
  return most;
}

template <class Value>
double sum(const std::vector<Told>& all, Value value) {
  return std::accumulate(all.begin(), all.end(), 0.0, [&](double part, const Told& told) {
    return part + std::invoke(value, told);
  });
}

}  // namespace

void Imbalance::add(double value) {
  last = value;
  most = std::max(most, value);
  sum += value;
  ++count;
}

RankSense::RankSense(const comm::Communicator& communicator, int levels, SenseOptions options,
                     Publish publish)
    : communicator_(&communicator),
      options_(std::move(options)),
      publish_(std::move(publish)),
      levels_(static_cast<std::size_t>(levels)),
      rate_(static_cast<std::size_t>(communicator.size()), levels_),
      limit_(comm::node_place(communicator).ranks_on_node),
      base_bytes_(resident_bytes()),
      facts_(communicator, options_.facts),
      outlook_(static_cast<std::size_t>(communicator.size())) {
  EVENKEEL_EXPECT(levels_ <= Told::kMaxLevels);
  const double limit = limit_.limit();
  communicator.clock()->set_quota(limit);
  quotas_ = communicator.gather_all(limit);
  const auto names = communicator.gather_all(hash_text(monitor::host_name()));
  host_names_ = hash_hex(hash_bytes(std::as_bytes(std::span(names))));
  const std::size_t ranks = quotas_.size();
  pending_ = {.updates = std::vector<double>(ranks * levels_),
              .seconds = std::vector<double>(ranks * levels_),
              .availability = std::vector<double>(ranks),
              .fixed = std::vector<double>(ranks),
              .messages = std::vector<double>(ranks)};
  if (options_.metric) {
    metric_.emplace(ranks, *options_.metric);
    metric_->look(sample({}));
  }
  begin_window();
}

void RankSense::begin_window() {
  window_ = {.start = wall_seconds(), .account = communicator_->clock()->account()};
}

void RankSense::add(const solver::StepReport& report) {
  if (std::exchange(is_cold_, false)) {
    begin_window();
  } else {
    window_.add(report);
    limit_.limit(LimitWatch::kBetween);
  }
}

void RankSense::note_decision(bool moves, double seconds, std::int64_t step) {
  has_moved_ = moves;
  own_partition_seconds_ = seconds;
  decided_at_ = step;
}

void RankSense::conclude() {
  const telemetry::PhaseScope scope(*communicator_->clock(), Phase::kSense);
  heard_ = communicator_->gather_all(tell());
  publish_moves();
  count_work();
  count_imbalance();
}

Told RankSense::tell() {
  const telemetry::Account spent = communicator_->clock()->account() - window_.account;
  const double limit = limit_.limit();
  communicator_->clock()->set_quota(limit);
  Told mine = told_of_work(window_, spent, limit);
  mine.limit_changes = limit_.take_changes();
  mine.elapsed = wall_seconds() - window_.start;
  mine.io_seconds = spent.wall_of(Phase::kIo);
  mine.partition_seconds = own_partition_seconds_;
  mine.look_seconds = own_look_seconds_;
  mine.grid_bytes = options_.has_memory_limit ? std::max(0.0, resident_bytes() - base_bytes_) : 0.0;
  mine.room_bytes = options_.memory_budget > 0.0
                        ? std::max(0.0, options_.memory_budget - base_bytes_)
                        : std::numeric_limits<double>::infinity();
  mine.has_facts = is_look_due(pending_.elapsed + mine.elapsed);
  if (mine.has_facts) {
    mine.facts = facts_.own(limit_.quota());
  }
  if (mine.has_facts && mine.availability == 0.0 && window_.parts.steps > 0) {
    // Only a probe tells whether it could again.
    const double quota = quotas_[static_cast<std::size_t>(communicator_->rank())];
    mine.availability = std::min(probe_processor(), quota);
  }
  return mine;
}

void RankSense::sense(const InForce& in_force) {
  const telemetry::PhaseScope scope(*communicator_->clock(), Phase::kSense);
  heard_ = communicator_->gather_all(tell());
  const double elapsed = largest(heard_, &Told::elapsed);
  publish_moves();
  count_work();
  learn_prices(elapsed - largest(heard_, &Told::io_seconds));  // files are no part of steps
  note_limits();
  count_imbalance();
  take(elapsed);
  facts_.foresee(elapsed);  // until the next chance, if it comes as soon
  if (is_look_due(pending_.elapsed)) {
    look(in_force);
  }
  try_moving_once();
  begin_window();
}

bool RankSense::knows_speeds() const {
  return std::ranges::all_of(rate_.rates(), &machine::RankRate::known);
}

/// The first look is always due; then after the interval, or, where none is given, as soon as what
/// the rates may have changed by is worth more than looking takes.
bool RankSense::is_look_due(double elapsed) const {
  const bool knows = std::ranges::any_of(rate_.rates(), &machine::RankRate::known);
  const bool pays = options_.interval > 0.0 ? elapsed >= options_.interval
                                            : expected_gain(elapsed) > prices_.look_seconds;
  return !knows || pays || sense_now_;
}

/// Forecast error times the time it is acted on: as long as since the last look. (algorithms 5.2.4)
double RankSense::expected_gain(double elapsed) const {
  double worst = 0.0;
  for (const machine::RankRate& rank : rate_.rates()) {
    worst = std::max(worst, rank.error);
  }
  return worst * elapsed;
}

void RankSense::publish_moves() const {
  if (const double bytes = sum(heard_, &Told::moved_bytes); bytes > 0.0) {
    JsonLine fields;
    fields.add("bytes", bytes).add("seconds", largest(heard_, &Told::install_seconds));
    publish_(telemetry::kind::kMigrate, std::move(fields), decided_at_);
  }
}

void RankSense::count_work() {
  for (const Told& told : heard_) {
    for (std::size_t level = 0; level < levels_; ++level) {
      all_updates_[level] += told.cells[level];
      all_seconds_[level] += told.seconds[level];
    }
  }
}

void RankSense::count_imbalance() {
  if (window_.parts.steps > 0) {
    const double mean = sum(heard_, &Told::busy) / static_cast<double>(heard_.size());
    imbalance_.add(mean > 0.0 ? largest(heard_, &Told::busy) / mean - 1.0 : 0.0);
  }
}

std::vector<double> RankSense::seconds_per_update() const {
  std::vector<double> seconds;
  for (std::size_t level = 0; level < levels_ && all_updates_[level] > 0.0; ++level) {
    seconds.push_back(all_seconds_[level] / all_updates_[level]);
  }
  return seconds;
}

void RankSense::learn_prices(double elapsed) {
  prices_.look_seconds = largest(heard_, &Told::look_seconds);
  prices_.partition_seconds = largest(heard_, &Told::partition_seconds);
  prices_.learn({.steps = window_.parts.steps,
                 .elapsed = elapsed,
                 .busy = largest(heard_, &Told::busy),
                 .moved_bytes = std::max(largest(heard_, &Told::moved_bytes),
                                         largest(heard_, &Told::taken_bytes)),
                 .regrid_seconds = largest(heard_, &Told::regrid_seconds),
                 .install_seconds = largest(heard_, &Told::install_seconds),
                 .has_moved = has_moved_});
}

/// Before the first decision that may follow speeds.
void RankSense::try_moving_once() {
  const std::size_t ranks = heard_.size();
  if (ranks == 1 || !prices_.want_trial() || !knows_speeds() || options_.deterministic) {
    return;
  }
  const Told& mine = heard_[static_cast<std::size_t>(communicator_->rank())];
  const double processor = mine.availability > 0.0 ? mine.availability : mine.limit;
  prices_.learn_of_trial(try_moving(*communicator_, processor));
}

/// A change is news at once, whatever the interval between looks.
void RankSense::note_limits() {
  std::vector<double> limits;
  std::ranges::transform(heard_, std::back_inserter(limits), &Told::limit);
  const bool can_tell = limits_.size() == limits.size();
  bool changed = false;
  for (std::size_t rank = 0; can_tell && rank < limits.size(); ++rank) {
    changed =
        changed || std::abs(limits[rank] - limits_[rank]) > LimitWatch::kChange * limits_[rank];
  }
  limits_have_changed_ = changed && options_.source == CapacitySource::kMeasured;
  limit_changes_ = largest(heard_, &Told::limit_changes);
  sense_now_ = sense_now_ || limits_have_changed_;
  if (changed || !can_tell) {
    limits_ = std::move(limits);
  }
}

void RankSense::take(double elapsed) {
  for (std::size_t rank = 0; rank < heard_.size(); ++rank) {
    for (std::size_t level = 0; level < levels_; ++level) {
      pending_.updates[rank * levels_ + level] += heard_[rank].updates[level];
      pending_.seconds[rank * levels_ + level] += heard_[rank].seconds[level];
    }
    double& known = pending_.availability[rank];
    known = heard_[rank].availability > 0.0 ? heard_[rank].availability : known;
    pending_.fixed[rank] += heard_[rank].fixed_seconds;
    pending_.messages[rank] += heard_[rank].message_seconds;
  }
  pending_.elapsed += elapsed;
  take_parts(elapsed);
}

/// As many as a look compares in no time, each twice as long as before.
void RankSense::join_parts() {
  const std::size_t ranks = heard_.size();
  for (std::vector<double>* table : {&pending_.part_updates, &pending_.part_seconds}) {
    for (std::size_t part = 0; part < kMostParts / 2; ++part) {
      const auto from = table->begin() + static_cast<std::ptrdiff_t>(2 * part * ranks);
      const auto next = from + static_cast<std::ptrdiff_t>(ranks);
      std::transform(from, next, next, table->begin() + static_cast<std::ptrdiff_t>(part * ranks),
                     std::plus<>());
    }
    table->resize(kMostParts / 2 * ranks);
  }
  pending_.part_elapsed += pending_.part_length;
  pending_.part_length *= 2.0;
}

/// Shorter ones are joined: what disturbs a host for seconds would lie in several of them, which
/// agreed.
void RankSense::take_parts(double elapsed) {
  const std::size_t ranks = heard_.size();
  const std::size_t count = heard_.front().parts.count();
  for (std::size_t part = 0; part < count; ++part) {
    if (pending_.part_updates.size() == kMostParts * ranks) {
      join_parts();
    }
    if (pending_.part_updates.empty() || pending_.part_elapsed >= pending_.part_length) {
      pending_.part_updates.resize(pending_.part_updates.size() + ranks);
      pending_.part_seconds.resize(pending_.part_updates.size());
      pending_.part_elapsed = 0.0;
    }
    const std::size_t first = pending_.part_updates.size() - ranks;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      pending_.part_updates[first + rank] += heard_[rank].parts.updates[part];
      pending_.part_seconds[first + rank] += heard_[rank].parts.seconds[part];
    }
    pending_.part_elapsed += elapsed / static_cast<double>(count);
  }
}

void RankSense::look(const InForce& in_force) {
  const double start = wall_seconds();
  sense_now_ = false;
  std::vector<double> limits;
  std::vector<std::optional<service::Facts>> told;
  for (const Told& each : heard_) {
    limits.push_back(each.limit);
    told.push_back(each.has_facts ? std::optional(each.facts) : std::nullopt);
  }
  facts_.take(told);
  if (metric_ && options_.source == CapacitySource::kMetric) {
    metric_->look(sample(in_force));
  }
  rate_.observe({.updates = pending_.updates,
                 .seconds = pending_.seconds,
                 .elapsed = pending_.elapsed,
                 .availability = pending_.availability,
                 .limit = limits,
                 .fixed = pending_.fixed,
                 .part_updates = pending_.part_updates,
                 .part_seconds = pending_.part_seconds});
  outlook_.observe(facts_.availability(), rate_.rates());
  for (std::vector<double>* seen : {&pending_.updates, &pending_.seconds, &pending_.availability,
                                    &pending_.fixed, &pending_.messages}) {
    std::ranges::fill(*seen, 0.0);
  }
  pending_.part_length = Pending::kShortestPart;
  pending_.part_updates.clear();
  pending_.part_seconds.clear();
  pending_.elapsed = 0.0;
  publish_rates();
  own_look_seconds_ = wall_seconds() - start;
}

/// Of the facts that sensors do not know but a run does.
machine::Sample RankSense::sample(const InForce& in_force) const {
  std::vector<service::Facts> all = facts_.all();
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const auto done = std::span(pending_.updates).subspan(rank * levels_, levels_);
    const auto took = std::span(pending_.seconds).subspan(rank * levels_, levels_);
    const double seconds = std::reduce(took.begin(), took.end());
    if (seconds > 0.0) {
      all[rank].seconds = seconds;
      all[rank].rate = std::reduce(done.begin(), done.end()) / seconds;
      all[rank].communicate = pending_.messages[rank];
      all[rank].fault = all[rank].host.memory_stall * pending_.elapsed;
    }
    if (!in_force.cells.empty()) {
      all[rank].held = in_force.cells[rank];
    }
    if (options_.has_memory_limit && !heard_.empty()) {
      all[rank].room = std::max(0.0, heard_[rank].room_bytes - heard_[rank].grid_bytes);
    }
  }
  const std::vector<double> done = work_done();
  machine::Sample sample = service::sample_of(
      all, facts_.hosts(), done.empty() ? in_force.shares : done, facts_.networks());
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const machine::RankRate& rate = rate_.rates()[rank];
    sample.nodes[rank].error = rate.known ? std::optional(rate.error) : std::nullopt;
  }
  return sample;
}

/// Shares of the work as it was done since the last look; empty where none was.
std::vector<double> RankSense::work_done() const {
  const std::vector<double> cost = level_cost();
  std::vector<double> load;
  for (std::size_t rank = 0; rank < heard_.size(); ++rank) {
    const auto updates = std::span(pending_.updates).subspan(rank * levels_, levels_);
    load.push_back(std::inner_product(updates.begin(), updates.end(), cost.begin(), 0.0));
  }
  const bool was_done = std::reduce(load.begin(), load.end()) > 0.0;
  return was_done ? machine::normalise(load) : std::vector<double>();
}

}  // namespace evenkeel::runtime
