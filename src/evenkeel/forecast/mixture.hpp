// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The forecast of the method that has been best: choice among forecasters by their errors.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "evenkeel/forecast/battery.hpp"
#include "evenkeel/forecast/score.hpp"

namespace evenkeel::forecast {

/// A prediction and what it is worth. Errors are NaN while no forecast has been found right or
/// wrong.
struct Forecast {
  double value = 0.0;  ///< in the unit of the series
  double error = 0.0;  ///< root of mse, the same unit
  double mse = 0.0;    ///< of the forecasts this selection has made so far
  double mae = 0.0;
  std::string method;                 ///< that made it, or leads the blend; as Member::name
  std::size_t window = kWholeSeries;  ///< of errors that chose the method [sample]
  bool is_blend = false;              ///< others have a say, the less the more they err
};

struct MixtureSettings {
  std::vector<std::size_t> windows = {kWholeSeries, 50, 10};  ///< of errors to select by [sample]
  bool blend = true;        ///< whether weighted means of all methods may be chosen, too
  std::size_t horizon = 1;  ///< forecasts are of the mean of so many samples to come, >= 1
};

/// Asks all members before each sample, and forecasts by the one whose errors have been least.
///
/// "Least" is by mean squared or mean absolute error, over each of several windows, and either the
/// one best method speaks or all do, weighted by their errors: each of these is a selector, whose
/// own forecasts are scored like those of a method. The forecast is that of the best selector so
/// far. Ties go to the simpler member, which stands first.   (after Wolski, Spring, Hayes
/// 1999, 3.2; blends: Bates, Granger 1969)
///
/// With a horizon h > 1 it forecasts an epoch: the mean of the next h samples, which is what a
/// partition has to live with until the next regrid. Errors are then those of epochs.
///
/// A value: neither clock nor randomness. Not thread-safe.
///
/// Cost: a few dozen sorted windows per sample, 20 us for the full battery.
class Mixture {
 public:
  /// \param members  at least one, simplest first
  explicit Mixture(std::vector<Member> members = builtin_battery(), MixtureSettings settings = {});

  /// Forecasts of other epochs are no longer judged; errors found so far count on.
  void set_horizon(std::size_t horizon);

  /// Takes the next sample; leave out what is not known. \pre finite
  void observe(double sample);

  /// By \p criterion; nothing before the first sample.
  std::optional<Forecast> forecast(Criterion criterion = Criterion::kSquared) const;

  std::size_t samples() const { return samples_; }
  const std::vector<Member>& members() const { return members_; }

  /// Of members()[k] over the whole series.
  const Score& score(std::size_t member) const { return scores_[member]; }

  /// The member that has been best over the last \p window forecasts, or over all.
  std::size_t best(Criterion criterion, std::size_t window = kWholeSeries) const;

 private:
  struct Selector {
    Criterion criterion;
    std::size_t window;
    bool blends;
    Score score;
    std::size_t chosen = 0;
  };

  /// What all said about one epoch.
  struct Prediction {
    std::vector<double> member;
    std::vector<double> selector;
  };

  void judge(const Prediction& said, double found);
  Prediction predict() const;
  /// Mean of what the members predict, weighted by how little they have erred.
  double blend(const Selector& selector, const std::vector<double>& predicted) const;
  const Selector& selector_by(Criterion criterion) const;

  std::vector<Member> members_;
  MixtureSettings settings_;
  std::vector<Score> scores_;  ///< [members]
  std::vector<Selector> selectors_;
  RecentSamples epoch_;             ///< the last `horizon` samples
  std::deque<Prediction> pending_;  ///< made, not yet found right or wrong; newest last
  std::size_t samples_ = 0;
};

}  // namespace evenkeel::forecast
