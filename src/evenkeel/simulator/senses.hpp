// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What ranks would be told of each other's speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/forecast/mixture.hpp"
#include "evenkeel/machine/measured_rate.hpp"
#include "evenkeel/simulator/platform.hpp"

namespace evenkeel::simulator {

/// Where shares come from: the application's own rate, before it is known the quotas; nowhere; a
/// list or the speeds of the description; or sensors of availability, as they read or forecast.
enum class Source { kMeasured, kEqual, kGiven, kSensed, kForecast };

/// \throws InputError if \p word is not measured, equal, given, sensed or forecast
Source source_of(std::string_view word);

struct SenseOptions {
  Source source = Source::kMeasured;
  double interval = 1.0;           ///< between looks [s]
  double delay = 0.0;              ///< age of what sensors say [s]
  double noise = 0.0;              ///< of one reading, as a fraction
  std::vector<double> given = {};  ///< [ranks] for kGiven; none: the speeds of the description
  std::uint64_t seed = 1;
};

/// What the ranks did since the last chance.
struct Done {
  std::span<const double> updates;  ///< [ranks][levels]
  std::span<const double> seconds;  ///< [ranks][levels] computing [s]
  double elapsed = 0.0;             ///< [s]
};

/// Speeds as they are known, chance by chance. A value: the same seed gives the same readings.
class Senses {
 public:
  Senses(const SenseOptions& options, const Platform& platform, std::span<const Place> places,
         std::size_t levels);

  void observe(const Done& done);

  /// Whether the speeds of all ranks have been measured.
  bool knows_speeds() const;

  std::vector<machine::RankRate> rates() const;

  /// Seconds per update of a level against the others; 1 where nothing tells.
  std::vector<double> level_cost() const;

 private:
  void read_sensors(double until);
  double share(std::size_t rank) const;
  double noisy(double value);

  SenseOptions options_;
  const Platform& platform_;
  std::span<const Place> places_;
  std::size_t levels_;
  Xoshiro256 random_;
  machine::MeasuredRate rate_;
  std::vector<double> updates_;  ///< not shown to rate_ yet
  std::vector<double> seconds_;
  double pending_ = 0.0;                     ///< [s]
  double now_ = 0.0;                         ///< [s]
  double next_look_ = 0.0;                   ///< [s]
  std::vector<double> availability_;         ///< [ranks] as read last
  std::deque<forecast::Mixture> forecasts_;  ///< [ranks] where they are asked for
};

}  // namespace evenkeel::simulator
