// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What savings are there, believed, and expected to last.
#include "evenkeel/manager/outlook.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>

namespace evenkeel::manager {
namespace {

/// A saving so many times the noise is real.
constexpr double kFarBeyond = 2.0;

/// Owners fall short of perfect ones by no more: larger savings are always looked for.
constexpr double kFarthest = 0.5;

std::vector<double> rates_to_go_by(const Observation& now, const History& past) {
  std::vector<double> rates;
  std::ranges::transform(now.rates, std::back_inserter(rates), &machine::RankRate::rate);
  const bool can_tell =
      past.load.size() == rates.size() * static_cast<std::size_t>(now.units.levels);
  if (!is_measured(now) && can_tell && now.step_seconds > 0.0) {
    const std::vector<double> unit(rates.size(), 1.0);
    rates.assign(rates.size(), predict_step(past.load, unit, false) / now.step_seconds);
  }
  return rates;
}

}  // namespace

Outlook::Outlook(const Observation& now, const History& past, double threshold)
    : now_(now), past_(past), threshold_(threshold), rate_(rates_to_go_by(now, past)) {}

double Outlook::step_by(std::span<const double> load, std::span<const double> rate) const {
  return predict_step(load, rate, waits_on_levels(past_));
}

double Outlook::step_seconds(std::span<const double> load) const {
  return step_by(load, rate_);
}

void Outlook::set_kept(std::vector<double> load) {
  kept_ = std::move(load);
  kept_seconds_ = step_seconds(kept_);
}

double Outlook::saving(const Alternative& option) const {
  const double saved = 1.0 - option.step_seconds / kept_seconds_;
  return std::isnan(saved) ? 0.0 : saved;  // none where both take forever
}

double Outlook::evener_by(const Alternative& option, std::span<const double> rate) const {
  return 1.0 - step_by(option.load, rate) / step_by(kept_, rate);
}

double Outlook::due_to_loads(const Alternative& option) const {
  const double due_to_rates = perfect_saving(rate_) - perfect_saving(past_.capacity);
  return saving(option) - std::max(0.0, due_to_rates);
}

bool Outlook::is_known_of_loads(const Alternative& option) const {
  return has_shares() && due_to_loads(option) > threshold_;
}

double Outlook::perfect_saving(std::span<const double> rate) const {
  const double perfect =
      std::reduce(kept_.begin(), kept_.end()) / std::reduce(rate.begin(), rate.end());
  return 1.0 - perfect / step_by(kept_, rate);
}

/// A coarse step with the owners in force [s]: as long as those since the last chance, by as much
/// longer or shorter as computing is predicted to take on the new grids.
double Outlook::step_to_come() const {
  const bool can_tell = has_shares() && past_.load.size() % rate_.size() == 0;  // levels may come
  const double before = can_tell ? step_seconds(past_.load) : 0.0;
  const double growth = before > 0.0 && std::isfinite(before) ? kept_seconds_ / before : 1.0;
  return std::max(growth * now_.step_seconds, kept_seconds_);
}

bool Outlook::is_worth_asking() const {
  const double step = step_to_come();
  // Experience with short-lived advantages must not blind it for ever: one interval counts.
  const double steps =
      std::max(horizon(), static_cast<double>(std::min(now_.steps_to_next, now_.steps_left)));
  return std::isinf(kept_seconds_) || most_to_save() * step * steps > now_.partition_seconds;
}

bool Outlook::could_convince() const {
  return most_to_save() > noise_of(now_.rates, past_) ||
         (has_shares() &&
          perfect_saving(past_.capacity) - past_.beyond_reach.by_shares > threshold_);
}

Shortfall Outlook::shortfall(const Alternative& option) const {
  const auto missed = [](double perfect, double found) {
    const double all = perfect - std::max(0.0, found);
    return all > 0.0 ? std::min(all, kFarthest) : 0.0;  // no number where no rank advances
  };
  return {missed(perfect_saving(rate_), saving(option)),
          has_shares() ? missed(perfect_saving(past_.capacity), due_to_loads(option)) : 0.0};
}

/// Steps for which an advantage seen now is expected to last: a share p of the advantages has
/// survived from one chance to the next, so p / (1 - p) intervals on average.
double Outlook::horizon() const {
  const double p = std::max(0.0, past_.persistence);
  return std::min(p / (1.0 - p) * static_cast<double>(now_.steps_to_next),
                  static_cast<double>(now_.steps_left));
}

/// Steps for which a saving is expected to last. One that has been there for some is expected to be
/// there for as many again; one far beyond the noise until the next chance, whatever became of
/// others: what turns out to cost too much ends in the red. What new limits make possible lasts
/// while they do.
double Outlook::expected_steps(const Alternative& option) const {
  const bool is_sure =
      saving(option) > kFarBeyond * noise_of(now_.rates, past_) || is_known_of_loads(option);
  const auto interval = static_cast<double>(std::min(now_.steps_to_next, now_.steps_left));
  const double limits = now_.step_seconds > 0.0 ? limits_to_last(past_) / now_.step_seconds : 0.0;
  const double longest =
      std::min(std::max(past_.lasted_steps, limits), static_cast<double>(now_.steps_left));
  return std::max({horizon(), longest, is_sure ? interval : 0.0});
}

/// What \p option saves until its owners are as far off as those in force are now, in steps. New
/// owners come to that, as grids move on, after as many steps as these have been in force; all that
/// time the others would be as much farther off. Of the saving only what loads explain: what rates
/// do next, that does not tell.
double Outlook::lasting_savings(const Alternative& option) const {
  if (!has_shares() || past_.last_repartition < 0) {
    return 0.0;
  }
  const auto steps = static_cast<double>(
      std::min((past_.chances - past_.last_repartition) * now_.steps_to_next, now_.steps_left));
  return std::max(0.0, due_to_loads(option)) * steps;
}

double Outlook::gain_seconds(const Alternative& option) const {
  // Relative to whole steps: what is not computing takes longer on a slow rank, too.
  const double step = step_to_come();
  const double steps = expected_steps(option);
  const double saved = saving(option);
  const double gain = saved != 0.0 && steps > 0.0 ? saved * step * steps : 0.0;
  const double lasting = lasting_savings(option);
  return lasting > 0.0 ? std::max(gain, step * lasting) : gain;
}

}  // namespace evenkeel::manager
