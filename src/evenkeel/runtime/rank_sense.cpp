// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rates and prices from what the ranks tell.
#include "evenkeel/runtime/rank_sense.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/monitor/cpu_quota.hpp"
#include "evenkeel/runtime/processor_probe.hpp"
#include "evenkeel/runtime/summary.hpp"

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;

constexpr double kSmoothing = 0.5;  ///< of prices, from one chance to the next
constexpr double kUnitRate = 1e6;   ///< [updates/s] of all ranks together, where none is measured

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

double smooth(double old, double fresh) {
  return old > 0.0 ? old + kSmoothing * (fresh - old) : fresh;
}

/// Processor time a second that the system lets this rank have, at most 1.
double quota_of_rank(int ranks_on_node) {
  return std::min(1.0, monitor::cpu_quota().value_or(ranks_on_node) / ranks_on_node);
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
      base_bytes_(resident_bytes()) {
  EVENKEEL_EXPECT(levels_ <= Told::kMaxLevels);
  const comm::NodePlace place = comm::node_place(communicator);
  ranks_on_node_ = place.ranks_on_node;
  hosts_ = communicator.gather_all(place.node);
  quotas_ = communicator.gather_all(quota_of_rank(ranks_on_node_));
  const std::size_t ranks = hosts_.size();
  pending_ = {.updates = std::vector<double>(ranks * levels_),
              .seconds = std::vector<double>(ranks * levels_),
              .availability = std::vector<double>(ranks)};
  if (options_.metric && ranks > 1) {
    metric_.emplace(communicator, *options_.metric);
    metric_->look({}, {});
  }
  begin_window();
}

void RankSense::begin_window() {
  window_ = {.start = wall_seconds(), .account = communicator_->clock()->account()};
}

void RankSense::note_decision(bool has_moved, double seconds) {
  has_moved_ = has_moved;
  own_partition_seconds_ = seconds;
}

Told RankSense::tell() const {
  const telemetry::Account spent = communicator_->clock()->account() - window_.account;
  Told mine = told_of_work(window_, spent, quota_of_rank(ranks_on_node_));
  mine.elapsed = wall_seconds() - window_.start;
  mine.partition_seconds = own_partition_seconds_;
  mine.grid_bytes = std::max(0.0, resident_bytes() - base_bytes_);
  mine.room_bytes = std::max(0.0, options_.memory_budget - base_bytes_);
  const bool had_nothing = mine.availability == 0.0 && window_.steps > 0;
  if (had_nothing && is_look_due(pending_.elapsed + mine.elapsed)) {
    // Only a probe tells whether it could again.
    const double quota = quotas_[static_cast<std::size_t>(communicator_->rank())];
    mine.availability = std::min(probe_processor(), quota);
  }
  return mine;
}

void RankSense::sense(std::span<const double> in_force) {
  const telemetry::PhaseScope scope(*communicator_->clock(), Phase::kSense);
  const Told mine = tell();
  did_.load += mine.load();
  did_.compute_seconds += mine.busy();
  did_.message_seconds +=
      (communicator_->clock()->account() - window_.account).wall_of(Phase::kGhost);
  heard_ = communicator_->gather_all(mine);
  const double elapsed = largest(heard_, &Told::elapsed);
  if (window_.steps > 0) {
    prices_.step_seconds = elapsed / static_cast<double>(window_.steps);
    const double mean = sum(heard_, &Told::busy) / static_cast<double>(heard_.size());
    imbalance_.add(mean > 0.0 ? largest(heard_, &Told::busy) / mean - 1.0 : 0.0);
  }
  learn_prices();
  take(elapsed);
  if (is_look_due(pending_.elapsed)) {
    look(in_force);
  }
  begin_window();
}

bool RankSense::is_look_due(double elapsed) const {
  const bool knows = std::ranges::any_of(rate_.rates(), &machine::RankRate::known);
  return !knows || elapsed >= options_.interval || sense_now_;
}

/// A regrid with new owners costs more than one without: the difference is what deciding must pay.
void RankSense::learn_prices() {
  const double moved_bytes = sum(heard_, &Told::moved_bytes);
  const double move_seconds = largest(heard_, &Told::move_seconds);
  const double regrid_seconds = largest(heard_, &Told::regrid_seconds);
  if (moved_bytes > 0.0) {
    JsonLine fields;
    fields.add("bytes", moved_bytes).add("seconds", move_seconds);
    publish_(telemetry::kind::kMigrate, std::move(fields));
  }
  constexpr double kWorthTiming = 1e6;  // [byte]
  if (moved_bytes > kWorthTiming && move_seconds > 0.0) {
    prices_.bandwidth = smooth(prices_.bandwidth, moved_bytes / move_seconds);
  }
  if (has_moved_) {
    const double beyond = regrid_seconds - move_seconds - prices_.quiet_regrid_seconds;
    prices_.rebuild_seconds = smooth(prices_.rebuild_seconds, std::max(0.0, beyond));
  } else {
    prices_.quiet_regrid_seconds = smooth(prices_.quiet_regrid_seconds, regrid_seconds);
  }
  prices_.partition_seconds = largest(heard_, &Told::partition_seconds);
}

void RankSense::take(double elapsed) {
  for (std::size_t rank = 0; rank < heard_.size(); ++rank) {
    for (std::size_t level = 0; level < levels_; ++level) {
      pending_.updates[rank * levels_ + level] += heard_[rank].updates[level];
      pending_.seconds[rank * levels_ + level] += heard_[rank].seconds[level];
    }
    double& known = pending_.availability[rank];
    known = heard_[rank].availability > 0.0 ? heard_[rank].availability : known;
  }
  pending_.elapsed += elapsed;
}

void RankSense::look(std::span<const double> in_force) {
  sense_now_ = false;
  if (metric_ && options_.source == CapacitySource::kMetric) {
    ask_metric(in_force);
  }
  rate_.observe({.updates = pending_.updates,
                 .seconds = pending_.seconds,
                 .elapsed = pending_.elapsed,
                 .availability = pending_.availability});
  std::ranges::fill(pending_.availability, 0.0);
  std::ranges::fill(pending_.updates, 0.0);
  std::ranges::fill(pending_.seconds, 0.0);
  pending_.elapsed = 0.0;
  publish_rates();
}

void RankSense::ask_metric(std::span<const double> in_force) {
  metric_->look(did_, in_force);
  did_ = {};
  if (!metric_->trouble().empty()) {
    JsonLine fields;
    fields.add("text", "shares stay as they are: " + metric_->trouble());
    publish_(telemetry::kind::kWarn, std::move(fields));
  }
}

void RankSense::publish_rates() const {
  std::vector<double> recent;
  std::vector<double> rates;
  std::vector<double> errors;
  for (const machine::RankRate& rank : rate_.rates()) {
    recent.push_back(rank.recent);
    rates.push_back(rank.rate);
    errors.push_back(rank.error);
  }
  JsonLine seen;
  seen.add("rates", recent);
  publish_(telemetry::kind::kSense, std::move(seen));
  JsonLine expected;
  expected.add("rates", rates).add("errors", errors).add("shares", rate_.capacity());
  publish_(telemetry::kind::kForecast, std::move(expected));
}

std::vector<machine::RankRate> RankSense::rates() const {
  if (options_.source == CapacitySource::kMeasured) {
    const bool knows = std::ranges::any_of(rate_.rates(), &machine::RankRate::known);
    return knows ? rate_.rates()
                 : machine::rates_from_capacity(metric_ ? metric_->shares() : quotas_, kUnitRate);
  }
  double total = 0.0;
  for (const machine::RankRate& rank : rate_.rates()) {
    total += rank.rate;
  }
  const std::vector<double> shares = options_.source == CapacitySource::kGiven ? options_.given
                                     : metric_                                 ? metric_->shares()
                                               : machine::equal_capacity(hosts_.size());
  const bool known = total > 0.0 && !options_.deterministic;
  return machine::rates_from_capacity(shares, known ? total : kUnitRate);
}

std::vector<double> RankSense::level_cost() const {
  return options_.deterministic ? std::vector<double>(levels_, 1.0) : rate_.class_cost();
}

}  // namespace evenkeel::runtime
