// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all ranks learn from what each tells at a chance to repartition.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/machine/measured_rate.hpp"
#include "evenkeel/machine/outlook.hpp"
#include "evenkeel/manager/prices.hpp"
#include "evenkeel/runtime/limit_watch.hpp"
#include "evenkeel/runtime/live_facts.hpp"
#include "evenkeel/runtime/metric_shares.hpp"
#include "evenkeel/runtime/publish.hpp"
#include "evenkeel/runtime/sense_memory.hpp"
#include "evenkeel/runtime/told.hpp"

namespace evenkeel::runtime {

/// Where the shares of ranks come from.
enum class CapacitySource { kMeasured, kGiven, kEqual, kMetric };

/// Where to look for what ranks can do.
struct SenseOptions {
  CapacitySource source = CapacitySource::kMeasured;
  double interval = 0.0;  ///< between looks [s]; 0: when they promise more than they take
  /// For kMetric; for kMeasured, where there is a machine file: what counts until ranks are
  /// measured.
  std::optional<MetricChoice> metric = {};
  FactSources facts = {};
  std::vector<double> given = {};  ///< [ranks] shares, for kGiven
  bool has_memory_limit = false;   ///< of any rank
  double memory_budget = 0.0;      ///< of this rank; 0: no limit [byte]
  bool deterministic = false;      ///< no clock and no sensor enters a decision
};

/// What the work was dealt out by. Either may be empty.
struct InForce {
  std::span<const double> shares;  ///< [ranks]
  std::span<const double> cells;   ///< [ranks] of all levels
};

/// How much longer than the mean the slowest rank computed, from chance to chance.
struct Imbalance {
  double last = 0.0;
  double most = 0.0;
  double sum = 0.0;
  std::int64_t count = 0;

  void add(double value);
  double mean() const { return count > 0 ? sum / static_cast<double>(count) : 0.0; }
};

/// Hears at every chance what the ranks did: how fast they are, and what moving work costs.
///
/// Made on every rank; but for what add() and note_decision() take, the same on all of them.
class RankSense {
 public:
  /// Collective.
  ///
  /// \pre levels <= Told::kMaxLevels
  RankSense(const comm::Communicator& communicator, int levels, SenseOptions options,
            Publish publish);

  /// Adds a step's work of this rank. The first one is not looked at: its memory is touched for
  /// the first time, and everything else is being set up. Not collective.
  void add(const solver::StepReport& report);

  /// Adds the time that new owners took outside of steps [s]. Not collective.
  void add_install(double seconds) { window_.install_seconds += seconds; }

  /// Whether there is work that has not been heard of. Not collective, the same on all ranks.
  bool has_work() const { return window_.parts.steps > 0; }

  /// Ranks tell each other what they did since the last time, and what their sensors say.
  /// Collective: one gather.
  void sense(const InForce& in_force);

  /// Looks at the rates at the next chance even when the interval has not passed.
  void sense_soon() { sense_now_ = true; }

  /// Whether the speeds of all ranks have been measured.
  bool knows_speeds() const;

  /// The decision after sense(), at coarse step \p step, was carried out, or kept things as they
  /// are. \p seconds it took this rank. \param moves  whether there are new owners
  void note_decision(bool moves, double seconds, std::int64_t step);

  /// Tells what has moved since the last chance: there will be no other. Collective.
  void conclude();

  /// For a checkpoint; the same on all ranks.
  SenseMemory memory() const;

  /// Goes on at coarse step \p step with what was learned before: costs and prices, and speeds
  /// where ranks are as many and on the same hosts. Not collective.
  void restore(const SenseMemory& memory, std::int64_t step);

  /// What the ranks are taken for, by the source of capacities. Shape [ranks].
  std::vector<machine::RankRate> rates() const;

  /// Seconds per update of each level, relative; equal where no clock may count. Shape [levels].
  std::vector<double> level_cost() const;

  /// Of all ranks since this object was made, until the last chance: seconds that a cell update of
  /// each level took, ghosts and levels included. Shorter or empty where none was made. [levels]
  std::vector<double> seconds_per_update() const;

  /// Whether at the last chance the system let some rank have more or less than at the one before.
  bool limits_have_changed() const { return limits_have_changed_; }

  /// How often some rank has seen that change since then, there and back again counting twice.
  double limit_changes() const { return limit_changes_; }

  /// What ranks told at the last chance; empty before it. Shape [ranks].
  const std::vector<Told>& heard() const { return heard_; }
  const manager::Prices& prices() const { return prices_; }
  const Imbalance& imbalance() const { return imbalance_; }
  const std::vector<int>& hosts() const { return facts_.hosts(); }  ///< [ranks] their numbers

  /// Processor time that sensors have taken on this rank [s].
  double sensor_seconds() const { return facts_.processor_seconds(); }

  /// Why the last look gave no new shares by the metric; "" if it did, or shares are not by one.
  std::string trouble() const {
    return options_.source == CapacitySource::kMetric ? metric_->trouble() : "";
  }

  /// \see LiveFacts::unnamed
  const std::vector<int>& unnamed_ranks() const { return facts_.unnamed(); }

 private:
  /// Work of all ranks that the rates have not seen yet, [ranks][levels].
  struct Pending {
    static constexpr double kShortestPart = 4.0;  ///< [s]

    std::vector<double> updates;
    std::vector<double> seconds;
    std::vector<double> part_updates = {};  ///< [parts][ranks] \see machine::RateWindow
    std::vector<double> part_seconds = {};
    double part_elapsed = 0.0;           ///< of the last part [s]
    double part_length = kShortestPart;  ///< [s]
    std::vector<double> availability;    ///< [ranks] of a processor, newest; 0: not known
    std::vector<double> fixed;           ///< [ranks] of the seconds, those that any share takes
    std::vector<double> messages;        ///< [ranks] [s]
    double elapsed = 0.0;                ///< [s]
  };

  static constexpr std::size_t kMostParts = 64;

  void begin_window();
  Told tell();
  bool is_look_due(double elapsed) const;
  double expected_gain(double elapsed) const;
  void learn_prices(double elapsed);
  /// Of what ranks have told.
  void publish_moves() const;
  void count_work();
  void count_imbalance();
  void try_moving_once();
  void note_limits();
  void take(double elapsed);
  void take_parts(double elapsed);
  void join_parts();
  void look(const InForce& in_force);
  machine::Sample sample(const InForce& in_force) const;
  std::vector<double> work_done() const;
  std::vector<machine::RankRate> measured_rates() const;
  void publish_rates() const;

  const comm::Communicator* communicator_;
  SenseOptions options_;
  Publish publish_;
  std::size_t levels_;
  machine::MeasuredRate rate_;
  LimitWatch limit_;
  std::vector<double> quotas_;  ///< [ranks] at the start [core]
  std::string host_names_;      ///< hash of those of all ranks
  double base_bytes_;           ///< this rank used before there were grids [byte]
  LiveFacts facts_;
  machine::Outlook outlook_;
  std::optional<MetricShares> metric_;
  WorkWindow window_;
  Pending pending_;
  std::vector<Told> heard_;
  std::vector<double> limits_;  ///< [ranks] processor time they may have, as last heard [core]
  bool limits_have_changed_ = false;
  double limit_changes_ = 0.0;
  manager::Prices prices_;
  Imbalance imbalance_;
  std::array<double, Told::kMaxLevels> all_updates_{};  ///< \see seconds_per_update
  std::array<double, Told::kMaxLevels> all_seconds_{};
  double own_look_seconds_ = 0.0;       ///< of the last look, on this rank [s]
  double own_partition_seconds_ = 0.0;  ///< of the last decision, on this rank [s]
  bool is_cold_ = true;                 ///< no step has been made
  bool has_moved_ = false;              ///< by the last decision
  std::int64_t decided_at_ = 0;         ///< coarse step of the last decision
  bool sense_now_ = false;
};

}  // namespace evenkeel::runtime
