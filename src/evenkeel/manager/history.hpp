// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the manager remembers from one decision to the next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/machine/measured_rate.hpp"
#include "evenkeel/manager/observation.hpp"
#include "evenkeel/manager/octant.hpp"
#include "evenkeel/manager/plan.hpp"

namespace evenkeel::manager {

/// Memory of the manager, small and plain so that a checkpoint can carry it.
struct History {
  std::int64_t chances = 0;            ///< decisions taken so far
  std::int64_t last_repartition = -1;  ///< number of the decision that last gave new owners
  std::vector<double> capacity = {};   ///< [ranks] the last repartition used; empty before
  bool capacity_measured = false;      ///< whether those came from measured or given rates
  bool capacity_timed = false;         ///< whether ranks had been timed by then

  std::int64_t step = 0;         ///< coarse steps done at the last decision
  double elapsed_seconds = 0.0;  ///< of coarse steps since the first decision [s]
  double balance_seconds = 0.0;  ///< what the shares in force have saved against equal ones since
                                 ///< capacities are followed, less what changing them has cost
                                 ///< but for the first time; below 0: lost [s]
  double owed_seconds = 0.0;    ///< cost of changing them that the balance does not contain yet [s]
  bool has_lost_trust = false;  ///< following capacities has cost too much, and not paid since
  double lead_of_equal = 0.0;   ///< share of the step time equal shares would have saved, recent
                                ///< mean
  double persistence = 0.5;     ///< share of a predicted advantage that was there afterwards,
                                ///< recent mean; below 0 when advantages turned into losses
  double lasted_steps = 0.0;    ///< coarse steps for which the present advantage has been there,
                                ///< each as the part of it that was; losses count against it
  double limit_changes = 0.0;   ///< how often the system has changed what some rank may have
  double limits_since = -1.0;   ///< of elapsed_seconds, when it last did; below 0: not since the
                                ///< owners in force were chosen
  double composite_error = 0.25;  ///< of predictions by composite loads, recent mean, relative
  double level_error = 0.35;      ///< of predictions level by level

  std::vector<double> load = {};  ///< [ranks][levels] of the owners now in force
  std::vector<double> kept_load =
      {};  ///< of the two that were weighed against each other last time:
  std::vector<double> rival_load =
      {};  ///< keeping, and the best other; empty when they hardly differed
  double expected_advantage = 0.0;  ///< share of the step time that the rival was to save
  std::vector<double> foreseen =
      {};  ///< [ranks] shares that the rates of the last chance asked for
  std::vector<double> equal =
      {};                       ///< [ranks] equal shares, as memory allowed them at the last chance
  Shortfall beyond_reach = {};  ///< of the owners last searched for; fades with chances since
  Character character = {};     ///< of the application, where octants choose partitioners
};

/// Predicted wall time of a coarse step when rank k does load[k][l] on level l:
///
///   composite:     max_k sum_l load[k][l] / rate_k     ranks wait once a step
///   level by level: sum_l max_k load[k][l] / rate_k    ranks wait on every level
///
/// A run lies between them. Load on a rank whose rate is 0 takes forever.
///
/// \param load  shape [ranks][levels], levels >= 1
double predict_step(std::span<const double> load, std::span<const double> rate,
                    bool level_by_level);

/// Whether the level-by-level prediction has been the better one lately.
bool waits_on_levels(const History& past);

/// How far the times of two partitions may differ by the errors of believed_rates() alone. Less
/// when advantages seen lately were there afterwards, more when they were not.
double noise_of(std::span<const machine::RankRate> rates, const History& past);

/// Compares with what has happened what was expected at the last chance: which prediction of the
/// step was nearer, whether the advantage of the rival was real, and what equal shares would have
/// taken. For that no repartition is needed: the rates measured since tell what any owners would
/// have taken. What moving has cost is charged over some chances: it was to pay over as many. In
/// the red, half of what shares by the rates of the last chance would have saved against equal ones
/// counts, and not what those do that were not followed up: so trust comes back when following pays
/// again.
void learn(History& history, const Observation& now);

/// Whether following capacities has cost more than a fiftieth of the run against equal shares, and
/// since then has not got back to half of that.
bool is_in_the_red(const History& past);

/// For how long limits that have changed since the owners in force were chosen are expected to stay
/// as they are: as long as they have on average, less what has passed since. 0 where none has [s].
double limits_to_last(const History& past);

/// Notes the decision.
void note(History& history, const Observation& now, const Plan& plan);

}  // namespace evenkeel::manager
