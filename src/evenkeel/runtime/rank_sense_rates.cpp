// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What ranks are taken for: told, and kept for later runs.
#include <algorithm>
#include <utility>

#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/runtime/rank_sense.hpp"

namespace evenkeel::runtime {

SenseMemory RankSense::memory() const {
  return {.hosts = host_names_,
          .speeds = rate_.tracks(),
          .announced = outlook_.tracks(),
          .trust = outlook_.trust(),
          .shares = metric_ ? metric_->shares() : std::vector<double>(),
          .weights = metric_ ? metric_->weights() : std::nullopt,
          .costs = rate_.costs(),
          .prices = prices_};
}

void RankSense::restore(const SenseMemory& memory, std::int64_t step) {
  const std::size_t ranks = quotas_.size();
  decided_at_ = step;
  if (memory.speeds.empty() || memory.costs.costs().size() != levels_) {
    return;
  }
  rate_.restore(memory.costs);
  prices_ = memory.prices.on(ranks, memory.speeds.size());
  if (memory.speeds.size() != ranks || memory.hosts != host_names_) {
    return;
  }
  rate_.restore(memory.speeds);
  outlook_.restore(memory.announced, memory.trust);
  if (metric_ && !memory.shares.empty()) {
    metric_->restore(memory.shares, memory.weights);
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
  facts_.describe(seen);
  publish_(telemetry::kind::kSense, std::move(seen), {});
  JsonLine expected;
  expected.add("rates", rates)
      .add("errors", errors)
      .add("shares", machine::capacity_of(this->rates()));
  publish_(telemetry::kind::kForecast, std::move(expected), {});
}

std::vector<machine::RankRate> RankSense::rates() const {
  if (options_.source == CapacitySource::kMeasured) {
    return measured_rates();
  }
  const std::vector<double> shares = options_.source == CapacitySource::kGiven ? options_.given
                                     : metric_                                 ? metric_->shares()
                                               : machine::equal_capacity(quotas_.size());
  return machine::rates_from_capacity(
      shares, options_.deterministic ? std::vector<machine::RankRate>() : rate_.rates());
}

/// As measured, and as far as they are believed as sensors foresee; quotas before that. Equal where
/// clocks must not count.
std::vector<machine::RankRate> RankSense::measured_rates() const {
  std::vector<machine::RankRate> rates = rate_.rates();
  if (options_.deterministic) {
    return machine::rates_from_capacity(machine::equal_capacity(rates.size()), {});
  }
  if (std::ranges::none_of(rates, &machine::RankRate::known)) {
    return machine::rates_from_capacity(metric_ ? metric_->shares() : quotas_, {});
  }
  const std::vector<double> factors = outlook_.factors();
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    rates[rank].rate *= factors[rank];
  }
  return rates;
}

std::vector<double> RankSense::level_cost() const {
  return options_.deterministic ? std::vector<double>(levels_, 1.0) : rate_.class_cost();
}

}  // namespace evenkeel::runtime
