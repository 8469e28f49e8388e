// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regrid by regrid: sense, decide, deal out, move, step.
#include "evenkeel/simulator/replay.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/partition/traffic.hpp"
#include "evenkeel/simulator/rank_work.hpp"
#include "evenkeel/simulator/regrid_ops.hpp"
#include "evenkeel/simulator/regrids.hpp"
#include "evenkeel/workload/box_cost.hpp"
#include "evenkeel/workload/grid_state.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"
#include "evenkeel/workload/owner_map.hpp"
#include "evenkeel/workload/unit_owners.hpp"

namespace evenkeel::simulator {
namespace {

using workload::OwnerMap;

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The largest increase of any rank.
double most_since(std::span<const double> now, std::span<const double> before) {
  double most = 0.0;
  for (std::size_t rank = 0; rank < now.size(); ++rank) {
    most = std::max(most, now[rank] - before[rank]);
  }
  return most;
}

template <int D>
class Replay {
 public:
  Replay(workload::TraceReader& trace, ReplaySetup& setup)
      : header_(trace.header()),
        setup_(setup),
        options_(setup.options),
        levels_(static_cast<std::size_t>(header_.max_levels)),
        regrids_(trace, options_.steps, options_.from),
        senses_(options_.sense, setup.platform, setup.places, levels_),
        watch_(header_.ratio),
        granularity_(options_.granularity),
        regrid_ops_(options_.cost, setup.platform, setup.places),
        work_(ranks() * levels_, 0.0),
        compute_seen_(work_),
        awaits_speeds_(ranks() > 1 && options_.sense.source == Source::kMeasured) {
    domain_.hi = geometry::narrow<D>(header_.base);
    result_.tally = Tally(ranks(), levels_);
    result_.tally.listener = setup.listener;
    result_.updates.assign(ranks(), 0.0);
    result_.memory.assign(ranks(), 0.0);
    note_sites_and_memory();
  }

  ReplayResult play(Backend& backend) {
    backend.play(
        setup_.platform, setup_.places, [this](const Tally& tally) { return next(tally); },
        result_.tally);
    result_.wall = std::ranges::max(result_.tally.now);
    result_.imbalance_mean /= std::max<double>(1.0, static_cast<double>(intervals_));
    return std::move(result_);
  }

 private:
  std::size_t ranks() const { return setup_.places.size(); }

  /// What the manager is told of the machine beyond speeds, where there is something to tell.
  void note_sites_and_memory() {
    const CostModel& cost = options_.cost;
    for (const Place& place : setup_.places) {
      const Host& host = setup_.platform.hosts[place.host];
      groups_.push_back(static_cast<int>(host.site));
      memory_cap_.push_back(host.memory > 0.0 && !cost.out_of_core
                                ? host.memory / host.cores /
                                      (cost.bytes_per_cell * cost.memory_factor)
                                : std::numeric_limits<double>::infinity());
    }
    if (setup_.platform.sites.size() < 2) {
      groups_.clear();
    }
    if (std::ranges::all_of(memory_cap_, [](double cap) { return std::isinf(cap); })) {
      memory_cap_.clear();
    }
  }

  /// A regrid and the steps to the next one; step by step while a decision waits for speeds, as
  /// runtime::Placement::place_early does.
  Stretch next(const Tally& tally) {
    end_interval(tally);
    if (steps_left_ == 0) {
      if (!regrids_.advance()) {
        return {};
      }
      awaits_speeds_ = awaits_speeds_ && result_.steps == 0;
      steps_left_ = regrids_.steps();
      boxes_ = workload::level_boxes<D>(regrids_.now());
      weights_ = workload::cell_weights(header_, regrids_.now());
      ++result_.regrids;
      place(tally, true);
    } else if (awaits_speeds_ && senses_.knows_speeds()) {
      awaits_speeds_ = false;
      place(tally, false);
    } else {
      regrid_ops_.gather();
    }
    const std::int64_t steps = awaits_speeds_ ? 1 : steps_left_;
    steps_left_ -= steps;
    note_steps(steps);
    return {&regrid_ops_.segment(), &model_->step(), steps};
  }

  /// Counts the steps that are about to be made.
  void note_steps(std::int64_t steps) {
    const auto times = static_cast<double>(steps);
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      for (std::size_t level = 0; level < model_levels_; ++level) {
        const std::size_t entry = rank * model_levels_ + level;
        work_[rank * levels_ + level] += times * model_->work()[entry];
        result_.work += times * model_->work()[entry];
        result_.updates[rank] += times * model_->updates()[entry];
      }
    }
    result_.message_bytes += times * step_bytes_;
    result_.steps += steps;
  }

  /// Shows the senses what was done since the last chance.
  void end_interval(const Tally& tally) {
    if (result_.steps == seen_steps_) {
      return;
    }
    std::vector<double> seconds(compute_seen_.size());
    std::ranges::transform(tally.compute, compute_seen_, seconds.begin(), std::minus<>());
    double most = 0.0;
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      most = std::max(most, sum(std::span(seconds).subspan(rank * levels_, levels_)));
    }
    const double now = std::ranges::max(tally.now);
    learn_prices(tally, now - seen_, most);
    note_imbalance(most, sum(seconds) / static_cast<double>(ranks()));
    // The first step of a run tells nothing of speeds: its memory is touched for the first time.
    if (!awaits_speeds_ || seen_steps_ > 0) {
      senses_.observe({work_, in_the_long_run(seconds), now - seen_});
    }
    if (ranks() > 1 && prices_.want_trial() && senses_.knows_speeds()) {
      prices_.learn_of_trial(rate_of_moving(options_.cost, setup_.platform, setup_.places));
    }
    std::ranges::fill(work_, 0.0);
    compute_seen_ = tally.compute;
    seen_ = now;
    seen_steps_ = result_.steps;
  }

  /// \p most and \p mean computing of a rank. [s]
  void note_imbalance(double most, double mean) {
    const double imbalance = mean > 0.0 ? most / mean - 1.0 : 0.0;
    result_.imbalance_mean += imbalance;
    result_.imbalance_max = std::max(result_.imbalance_max, imbalance);
    ++intervals_;
  }

  /// As a run does: what was left of a quota while a rank waited makes it faster than it can be.
  std::vector<double> in_the_long_run(std::vector<double> seconds) const {
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      const Place& place = setup_.places[rank];
      double steady = 0.0;
      for (std::size_t level = 0; level < levels_; ++level) {
        steady +=
            work_[rank * levels_ + level] * options_.cost.flop_per_update(level) / place.speed;
      }
      const auto mine = std::span(seconds).subspan(rank * levels_, levels_);
      const double took = sum(mine);
      if (setup_.platform.hosts[place.host].quota_period > 0.0 && took > 0.0 && took < steady) {
        std::ranges::for_each(mine, [&](double& each) { each *= steady / took; });
      }
    }
    return seconds;
  }

  /// A decision about boxes_, and how it is carried out.
  void place(const Tally& tally, bool is_regrid) {
    const double clock = options_.clock ? options_.clock() : 0.0;
    if (is_regrid) {
      look();
    }
    const manager::Plan plan = decide();
    const double seconds =
        options_.clock ? options_.clock() - clock
                       : options_.cost.partition_per_unit * static_cast<double>(units_.size()) +
                             options_.cost.partition_per_rank * static_cast<double>(ranks());
    const double slowest = std::ranges::min(setup_.places, {}, &Place::speed).speed;
    prices_.partition_seconds = seconds * options_.cost.reference_speed / slowest;
    deal(plan, seconds, is_regrid);
    if (setup_.follow) {
      setup_.follow({regrids_.now().regrid, result_.steps, std::ranges::max(tally.now),
                     units_.size(), &plan, moved_bytes_, &tally, is_regrid});
    }
  }

  /// The state of the application by its new grids, and the side of units that suits it.
  void look() {
    if (!owners_ || !setup_.manager.follows_octants()) {
      return;
    }
    setup_.manager.look(watch_.look(boxes_),
                        manager::machine_balance(senses_.rates(), prices_.bandwidth_of(ranks()),
                                                 options_.cost.bytes_per_cell));
    if (!weights_.empty() && options_.cell_costs) {
      return;  // as in a run, where blocks stay as they are when they are weighed
    }
    granularity_ = setup_.manager.granularity({.usual = options_.granularity,
                                               .least = options_.cost.ghost,
                                               .base_cells = static_cast<double>(domain_.volume()),
                                               .dimension = D,
                                               .ranks = ranks()});
  }

  /// As runtime/placement.cpp does, with the simulated clock for the real one.
  manager::Plan decide() {
    const std::vector<double> level_cost = senses_.level_cost();
    workload::UnitOptions unit_options;
    unit_options.granularity = granularity_;
    unit_options.ratio = header_.ratio;
    unit_options.subcycle = header_.subcycle;
    unit_options.curve = options_.curve;
    unit_options.level_cost = std::span(level_cost).first(boxes_.size());
    const std::vector<double> block_cost =
        workload::block_weights<D>(domain_, granularity_, header_.ratio, boxes_,
                                   options_.cell_costs ? weights_ : BoxWeights());
    unit_options.block_cost = block_cost;
    unit_options.cost_levels = boxes_.size();
    const workload::UnitList last =
        std::exchange(units_, workload::build_units<D>(domain_, boxes_, unit_options));
    const std::vector<int> before = workload::owners_of(units_, owners_);
    const std::vector<machine::RankRate> rates = senses_.rates();
    manager::Stage stage{result_.steps, regrids_.steps(), {}};
    if (options_.steps) {
      stage.end = *options_.steps - options_.from;
    }
    manager::Observation now = manager::observe(units_, before, rates, stage, prices_);
    now.bytes_per_cell = options_.cost.bytes_per_cell;
    if (last.key == units_.key) {
      now.held = last.memory;
    }
    now.group = groups_;
    now.memory_cap = memory_cap_;
    manager::Plan plan = setup_.manager.decide(now);
    has_moved_ = owners_ && plan.repartition;
    result_.repartitions += has_moved_ ? 1 : 0;
    result_.capacity = plan.capacity;
    return plan;
  }

  /// Boxes to their owners, and what that makes the ranks do now and in every step.
  void deal(const manager::Plan& plan, double partition_seconds, bool is_regrid) {
    const bool first = !owners_;
    if (first || plan.repartition || owners_->granularity() == units_.granularity) {
      owners_.emplace(domain_, units_, plan.owners);  // what is kept stays, whatever units are now
    }
    Dealt<D> dealt = deal_out<D>(boxes_, *owners_, header_.ratio);
    const CostModel& cost = options_.cost;
    const std::vector<partition::LevelTraffic> traffic =
        partition::level_traffic(dealt, cost.ratio, cost.ghost, cost.periodic_axes<D>());
    const RankTables tables =
        rank_tables<D>(dealt, dealt_weights<D>(boxes_, weights_, dealt), ranks(), cost);
    model_.emplace(cost, setup_.platform, setup_.places, traffic, tables);
    model_levels_ = boxes_.size();
    step_bytes_ = 0.0;
    for (const Op* op : model_->step()) {
      step_bytes_ += op->exchange.bytes();
    }
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      result_.memory[rank] = std::max(result_.memory[rank], model_->memory()[rank]);
    }
    Exchange migration;
    if (!first) {
      migration =
          to_exchange(moved<D>(dealt_, dealt), cost.bytes_per_cell, setup_.platform, setup_.places);
    }
    moved_bytes_ = migration.bytes();
    busiest_bytes_ = migration.busiest_bytes();
    result_.moved_bytes += moved_bytes_;
    result_.cells_final = sum(tables.cells);
    dealt_ = std::move(dealt);
    regrid_ops_.regrid({is_regrid ? held_cells(tables, ranks()) : std::vector<double>(ranks(), 0.0),
                        partition_seconds, std::move(migration)});
    migrate_before_ = result_.tally.migrate;
    regrid_before_ = result_.tally.regrid;
  }

  /// Learns what the last regrid cost.
  void learn_prices(const Tally& tally, double elapsed, double busy) {
    const double regrid = most_since(tally.regrid, regrid_before_);
    prices_.learn({.steps = result_.steps - seen_steps_,
                   .elapsed = elapsed,
                   .busy = busy,
                   .moved_bytes = busiest_bytes_,
                   .regrid_seconds = regrid,
                   .install_seconds = regrid + most_since(tally.migrate, migrate_before_),
                   .has_moved = has_moved_});
  }

  const workload::TraceHeader& header_;
  ReplaySetup& setup_;
  const ReplayOptions& options_;
  std::size_t levels_;
  Regrids regrids_;
  Senses senses_;
  geometry::Box<D> domain_;
  workload::UnitList units_;
  std::optional<OwnerMap<D>> owners_;
  workload::GridWatch<D> watch_;
  std::int32_t granularity_;  ///< of units, now [base cells]
  Dealt<D> dealt_;
  std::optional<StepModel> model_;
  std::size_t model_levels_ = 0;
  RegridOps regrid_ops_;
  std::vector<geometry::BoxList<D>> boxes_;  ///< [levels]
  BoxWeights weights_;                       ///< of their cells
  std::vector<int> groups_;                  ///< [ranks] site, or empty
  std::vector<double> memory_cap_;           ///< [ranks] [cells], or empty
  bool has_moved_ = false;                   ///< by the last decision

  std::vector<double> work_;            ///< [ranks][levels] updates by weight since the last regrid
  std::vector<double> compute_seen_;    ///< [ranks][levels] [s] at the last regrid
  std::vector<double> migrate_before_;  ///< [ranks] [s]
  std::vector<double> regrid_before_;   ///< [ranks] [s]
  double seen_ = 0.0;                   ///< clock at the last regrid [s]
  std::int64_t seen_steps_ = 0;
  std::int64_t intervals_ = 0;
  double step_bytes_ = 0.0;
  double moved_bytes_ = 0.0;
  double busiest_bytes_ = 0.0;  ///< of one rank
  manager::Prices prices_;
  std::int64_t steps_left_ = 0;  ///< to the next regrid
  bool awaits_speeds_;           ///< nothing is known of them, and no regrid has come
  ReplayResult result_;
};

}  // namespace

ReplayPart whole_replay(const Platform& platform, const std::vector<Place>& places) {
  ReplayPart whole{
      .platform = platform, .places = places, .ranks = std::vector<std::size_t>(places.size())};
  std::iota(whole.ranks.begin(), whole.ranks.end(), std::size_t{0});
  return whole;
}

double ReplayResult::cell_updates() const {
  return sum(updates);
}

double ReplayResult::delivered_efficiency() const {
  double rates = 0.0;
  for (std::size_t rank = 0; rank < updates.size(); ++rank) {
    const double busy = sum(std::span(tally.compute).subspan(rank * tally.levels, tally.levels));
    rates += busy > 0.0 ? updates[rank] / busy : 0.0;
  }
  return rates > 0.0 && wall > 0.0 ? cell_updates() / (wall * rates) : 0.0;
}

ReplayResult replay(workload::TraceReader& trace, ReplaySetup setup, Backend& backend) {
  EVENKEEL_EXPECT(!setup.places.empty());
  switch (trace.header().dimension) {
    case 1:
      return Replay<1>(trace, setup).play(backend);
    case 2:
      return Replay<2>(trace, setup).play(backend);
    default:
      return Replay<3>(trace, setup).play(backend);
  }
}

}  // namespace evenkeel::simulator
