// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Learning from what became of predictions.
#include "evenkeel/manager/history.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/manager/belief.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::manager {
namespace {

constexpr double kMinPersistence = -0.5;  ///< so that a few good experiences restore trust
constexpr double kMaxPersistence = 0.8;   ///< four more intervals
constexpr double kRiskBudget = 0.02;      ///< of the run, that management may lose
constexpr double kTrialCredit = 0.5;      ///< for what following would have saved: moving costs
constexpr double kInstalment = 0.25;      ///< of what moves have cost, at every chance: they are
                                          ///< made for advantages that last some
constexpr double kNoiseOfUnknown = 0.1;   ///< of a prediction, where no rate has been measured
/// Errors beyond which savings are seen, rates being drawn together, in less than 6 of 1000 looks
/// at ranks that are alike: belief_test.cpp counts.
constexpr double kNoiseOfDrawn = 2.0;
constexpr double kLearningRate = 0.25;    ///< weight of the newest experience
constexpr double kFading = 0.9;           ///< of what was beyond reach, at every chance
constexpr double kClearAdvantage = 0.02;  ///< of a step: below, an advantage teaches nothing
constexpr double kSureAdvantage = 0.1;    ///< of a step: from here on it teaches as much as any

/// \p weight of the newest experience in [0, 1], as one of full weight
void approach(double& mean, double newest, double weight = 1.0) {
  mean += weight * kLearningRate * (newest - mean);
}

/// Equal shares, as memory allows. Shape [ranks].
std::vector<double> equal_shares(const History& history, std::size_t ranks) {
  return history.equal.size() == ranks ? history.equal : machine::equal_capacity(ranks);
}

/// The load of every level spread over the ranks in equal shares. Shape [ranks][levels].
std::vector<double> equal_load(const History& history, std::size_t ranks) {
  const std::vector<double> share = equal_shares(history, ranks);
  const std::span<const double> load = history.load;
  const std::size_t levels = load.size() / ranks;
  std::vector<double> equal(load.size(), 0.0);
  for (std::size_t level = 0; level < levels; ++level) {
    double sum = 0.0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      sum += load[rank * levels + level];
    }
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      equal[rank * levels + level] = sum * share[rank];
    }
  }
  return equal;
}

/// Time that work of 1 takes in these shares.
double slowest(std::span<const double> share, std::span<const double> rate) {
  double most = 0.0;
  for (std::size_t rank = 0; rank < rate.size(); ++rank) {
    most = std::max(most, share[rank] / rate[rank]);
  }
  return most;
}

/// What the shares in force save in each step against equal ones; in the red, where they are not
/// followed any more, half of what following them would have saved. In shares, not in loads as they
/// are: no owners of whole columns are exactly as they should be, and grids move on under any; that
/// is not the fault of capacities.
double saved_by_shares(const History& history, std::span<const double> rate) {
  const std::vector<double> equal = equal_shares(history, rate.size());
  const double all = std::reduce(history.load.begin(), history.load.end());
  const bool is_trial = is_in_the_red(history) && history.foreseen.size() == rate.size();
  const std::vector<double>& shares = is_trial ? history.foreseen : history.capacity;
  return (is_trial ? kTrialCredit : 1.0) * all * (slowest(equal, rate) - slowest(shares, rate));
}

/// Of what moved, the part that new shares alone would have moved. Grids that move on make equal
/// shares move, too.
double due_to_shares(const History& history, const Observation& now, const Plan& plan) {
  if (plan.alternatives.empty() || history.capacity.size() != plan.capacity.size()) {
    return 1.0;
  }
  double changed = 0.0;
  for (std::size_t rank = 0; rank < plan.capacity.size(); ++rank) {
    changed += 0.5 * std::abs(plan.capacity[rank] - history.capacity[rank]);
  }
  double all = 0.0;
  for (std::size_t unit = 0; unit < now.units.size(); ++unit) {
    all += now.units.cells_there(unit, now.held);
  }
  const double moved = plan.alternatives[plan.chosen].migration_bytes / now.bytes_per_cell;
  return changed * all < moved ? changed * all / moved : 1.0;
}

struct Weighed {
  std::span<const double> load;
  double seconds;
};

/// Notes an advantage that is expected, where it is clear.
void watch(History& history, const Weighed& kept, const Weighed& rival) {
  const double advantage = 1.0 - rival.seconds / kept.seconds;
  history.expected_advantage = std::isfinite(advantage) ? advantage : 0.0;
  if (history.expected_advantage > kClearAdvantage) {
    history.kept_load.assign(kept.load.begin(), kept.load.end());
    history.rival_load.assign(rival.load.begin(), rival.load.end());
  }
}

struct Shares {
  std::vector<double> rate;      ///< [ranks] believed
  std::vector<double> by_rates;  ///< [ranks] shares that fit them
};

Shares shares_by_rates(const History& history, const Observation& now) {
  const std::vector<machine::RankRate> believed = believed_rates(now, history);
  Shares shares{.rate = {}, .by_rates = as_memory_allows(machine::capacity_of(believed), now)};
  std::ranges::transform(believed, std::back_inserter(shares.rate), &machine::RankRate::rate);
  return shares;
}

/// Where nobody was asked for owners, shares by the rates stand for the rival: whether what they
/// would save is still there at the next chance, tells as much.
void watch_shares(History& history, const Shares& shares) {
  watch(history, {history.capacity, slowest(history.capacity, shares.rate)},
        {shares.by_rates, slowest(shares.by_rates, shares.rate)});
}

/// Those owners whose saving tells most clearly whether savings last: the new ones, or, where none
/// are, those that would save most.
const Alternative& most_telling(const Plan& plan) {
  return plan.repartition
             ? plan.alternatives[plan.rival]
             : *std::ranges::min_element(plan.alternatives.begin() + 1, plan.alternatives.end(), {},
                                         &Alternative::step_seconds);
}

/// Steps for which what is watched has been there already: so far as rates make it, those that they
/// were measured in.
double steps_seen(const History& history, const Shares& shares, double steps) {
  const double by_rates =
      1.0 - slowest(shares.by_rates, shares.rate) / slowest(history.capacity, shares.rate);
  return std::clamp(by_rates / history.expected_advantage, 0.0, 1.0) * steps;
}

/// Notes what is worth comparing with what will happen. \param steps  since the chance before
void watch_what_was_weighed(History& history, const Observation& now, const Plan& plan,
                            double steps) {
  const bool has_shares = !plan.repartition && history.capacity.size() == now.rates.size();
  const Shares shares = has_shares ? shares_by_rates(history, now) : Shares{};
  if (plan.rival > 0) {
    const Alternative& keep = plan.alternatives.front();
    const Alternative& rival = most_telling(plan);
    watch(history, {keep.load, keep.step_seconds}, {rival.load, rival.step_seconds});
  } else if (has_shares && !is_in_the_red(history)) {
    watch_shares(history, shares);
  }
  if (has_shares && !history.rival_load.empty()) {
    history.lasted_steps = std::max(history.lasted_steps, steps_seen(history, shares, steps));
  }
}

double relative_error(double predicted, double measured) {
  return std::min(1.0, std::abs(predicted / measured - 1.0));
}

}  // namespace

double predict_step(std::span<const double> load, std::span<const double> rate,
                    bool level_by_level) {
  const std::size_t levels = load.size() / rate.size();
  const auto time = [](double work, double speed) { return work == 0.0 ? 0.0 : work / speed; };
  std::vector<double> slowest_on_level(levels, 0.0);
  double slowest = 0.0;
  for (std::size_t rank = 0; rank < rate.size(); ++rank) {
    double sum = 0.0;
    for (std::size_t level = 0; level < levels; ++level) {
      const double work = load[rank * levels + level];
      sum += work;
      slowest_on_level[level] = std::max(slowest_on_level[level], time(work, rate[rank]));
    }
    slowest = std::max(slowest, time(sum, rate[rank]));
  }
  return level_by_level ? std::reduce(slowest_on_level.begin(), slowest_on_level.end()) : slowest;
}

bool waits_on_levels(const History& past) {
  return past.level_error < past.composite_error;
}

double noise_of(std::span<const machine::RankRate> rates, const History& past) {
  double squares = 0.0;
  double count = 0.0;
  for (const machine::RankRate& rate : rates) {
    squares += rate.known ? rate.error * rate.error : 0.0;
    count += rate.known ? 1.0 : 0.0;
  }
  if (count == 0.0) {
    return kNoiseOfUnknown;
  }
  const double doubt = 2.0 * std::clamp(1.0 - past.persistence, 0.0, 1.0);
  return doubt * kNoiseOfDrawn * std::sqrt(squares / count);
}

bool is_in_the_red(const History& past) {
  const double budget = past.has_lost_trust ? 0.5 * kRiskBudget : kRiskBudget;
  return past.balance_seconds < -budget * past.elapsed_seconds;
}

double limits_to_last(const History& past) {
  return past.limits_since < 0.0
             ? 0.0
             : std::max(0.0, past.elapsed_seconds / std::max(1.0, past.limit_changes) +
                                 past.limits_since - past.elapsed_seconds);
}

void learn(History& history, const Observation& now) {
  history.limit_changes += std::max(now.limit_changes, now.limits_have_changed ? 1.0 : 0.0);
  if (now.limits_have_changed) {
    history.limits_since = history.elapsed_seconds;
  }
  std::vector<double> rate;
  std::ranges::transform(now.rates, std::back_inserter(rate), &machine::RankRate::recent);
  const bool all_moving = std::ranges::all_of(rate, [](double r) { return r > 0.0; });
  const std::size_t cells = rate.size() * static_cast<std::size_t>(now.units.levels);
  if (!all_moving || history.load.size() != cells || now.step_seconds <= 0.0) {
    return;
  }
  const double composite = predict_step(history.load, rate, false);
  const double by_level = predict_step(history.load, rate, true);
  approach(history.composite_error, relative_error(composite, now.step_seconds));
  approach(history.level_error, relative_error(by_level, now.step_seconds));

  const auto steps = static_cast<double>(now.step - history.step);
  history.elapsed_seconds += now.step_seconds * steps;
  if (history.capacity_measured && history.capacity.size() == rate.size()) {
    const double due = kInstalment * history.owed_seconds;
    history.owed_seconds -= due;
    history.balance_seconds += saved_by_shares(history, rate) * steps - due;
    history.has_lost_trust = is_in_the_red(history);
    const double equal = predict_step(equal_load(history, rate.size()), rate, false);
    approach(history.lead_of_equal, 1.0 - equal / composite);
  }

  if (!history.rival_load.empty()) {
    const bool levels = waits_on_levels(history);
    const double realised = 1.0 - predict_step(history.rival_load, rate, levels) /
                                      predict_step(history.kept_load, rate, levels);
    const double part = std::clamp(realised / history.expected_advantage, -1.0, 1.0);
    // Whether a small advantage lasts says little of a large one: that it was seen may be noise.
    approach(history.persistence, part, std::min(1.0, history.expected_advantage / kSureAdvantage));
    history.persistence = std::clamp(history.persistence, kMinPersistence, kMaxPersistence);
    history.lasted_steps = std::max(0.0, history.lasted_steps + part * steps);
  }
}

void note(History& history, const Observation& now, const Plan& plan) {
  if (plan.repartition) {
    // Without the first one nobody would know whether following capacities pays.
    history.owed_seconds +=
        history.capacity_measured ? due_to_shares(history, now, plan) * plan.cost_seconds : 0.0;
    history.lasted_steps = 0.0;
    history.limits_since = -1.0;
    history.last_repartition = history.chances;
    history.capacity = plan.capacity;
    history.capacity_measured = is_measured(now);
    history.capacity_timed = is_measured(now) && is_timed(now);
    history.lead_of_equal = 0.0;  // it was that of other owners
  }
  ++history.chances;
  const auto steps = static_cast<double>(now.step - history.step);
  history.step = now.step;
  history.foreseen = as_memory_allows(machine::capacity_of(now.rates), now);
  history.equal = as_memory_allows(machine::equal_capacity(now.rates.size()), now);
  history.load = partition::load_table(now.units, plan.owners, now.rates.size());
  history.kept_load.clear();
  history.rival_load.clear();
  const Shortfall& before = history.beyond_reach;
  history.beyond_reach =
      plan.beyond_reach.value_or(Shortfall{kFading * before.by_rates, kFading * before.by_shares});
  watch_what_was_weighed(history, now, plan, steps);
}

}  // namespace evenkeel::manager
