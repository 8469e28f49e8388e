// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Readings with noise and age.
#include "evenkeel/simulator/senses.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::array<std::string_view, 5> kSources{"measured", "equal", "given", "sensed",
                                                   "forecast"};

}  // namespace

Source source_of(std::string_view word) {
  const auto found = std::ranges::find(kSources, word);
  if (found == kSources.end()) {
    throw InputError("no capacity '" + std::string(word) + "'; known: " + join(kSources) +
                     suggestion(word, kSources));
  }
  return static_cast<Source>(found - kSources.begin());
}

Senses::Senses(const SenseOptions& options, const Platform& platform, std::span<const Place> places,
               std::size_t levels)
    : options_(options),
      platform_(platform),
      places_(places),
      levels_(levels),
      random_(options.seed),
      rate_(places.size(), levels),
      updates_(places.size() * levels, 0.0),
      seconds_(updates_),
      availability_(places.size(), 1.0) {
  if (options.source == Source::kForecast) {
    for (std::size_t rank = 0; rank < places.size(); ++rank) {
      forecasts_.emplace_back();
    }
  }
  if (options.source == Source::kSensed || options.source == Source::kForecast) {
    read_sensors(0.0);
  }
}

double Senses::noisy(double value) {
  return options_.noise > 0.0 ? value * std::exp(options_.noise * normal(random_)) : value;
}

void Senses::observe(const Done& done) {
  now_ += done.elapsed;
  pending_ += done.elapsed;
  for (std::size_t cell = 0; cell < updates_.size(); ++cell) {
    updates_[cell] += done.updates[cell];
    seconds_[cell] += noisy(done.seconds[cell]);
  }
  if (options_.source == Source::kSensed || options_.source == Source::kForecast) {
    read_sensors(now_);
  }
  const bool knows = std::ranges::any_of(rate_.rates(), &machine::RankRate::known);
  if (pending_ > 0.0 && (!knows || pending_ >= options_.interval)) {
    rate_.observe({updates_, seconds_, pending_});
    std::ranges::fill(updates_, 0.0);
    std::ranges::fill(seconds_, 0.0);
    pending_ = 0.0;
  }
}

void Senses::read_sensors(double until) {
  for (; next_look_ <= until; next_look_ += options_.interval) {
    for (std::size_t rank = 0; rank < places_.size(); ++rank) {
      const Profile& truth = platform_.hosts[places_[rank].host].availability;
      availability_[rank] = noisy(truth.value(next_look_ - options_.delay));
      if (!forecasts_.empty()) {
        forecasts_[rank].observe(availability_[rank]);
      }
    }
  }
}

/// Of the machine, as it is known without the application's own rate.
double Senses::share(std::size_t rank) const {
  switch (options_.source) {
    case Source::kMeasured:
      return platform_.hosts[places_[rank].host].quota;
    case Source::kEqual:
      return 1.0;
    case Source::kGiven:
      return options_.given.empty() ? places_[rank].speed : options_.given[rank];
    case Source::kSensed:
      return places_[rank].speed * availability_[rank];
    default:
      return places_[rank].speed * std::max(0.0, forecasts_[rank].forecast()->value);
  }
}

std::vector<machine::RankRate> Senses::rates() const {
  if (options_.source == Source::kMeasured) {
    const std::vector<machine::RankRate> rates = rate_.rates();
    if (std::ranges::any_of(rates, &machine::RankRate::known)) {
      return rates;
    }
  }
  std::vector<double> shares;
  for (std::size_t rank = 0; rank < places_.size(); ++rank) {
    shares.push_back(share(rank));
  }
  return machine::rates_from_capacity(shares, rate_.rates());
}

bool Senses::knows_speeds() const {
  return std::ranges::all_of(rate_.rates(), &machine::RankRate::known);
}

std::vector<double> Senses::level_cost() const {
  return rate_.class_cost();
}

}  // namespace evenkeel::simulator
