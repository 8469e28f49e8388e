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
#include "evenkeel/partition/traffic.hpp"
#include "evenkeel/simulator/regrids.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::simulator {
namespace {

using workload::OwnerMap;

constexpr double kSmoothing = 0.5;    ///< of prices, from one chance to the next, as in a run
constexpr double kWorthTiming = 1e6;  ///< moves that tell a bandwidth [byte]

double smooth(double old, double fresh) {
  return old > 0.0 ? old + kSmoothing * (fresh - old) : fresh;
}

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
        updates_(ranks() * levels_, 0.0),
        compute_seen_(updates_) {
    std::copy_n(header_.base.begin(), D, domain_.hi.begin());
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

  /// A regrid and the steps to the next one.
  Stretch next(const Tally& tally) {
    end_interval(tally);
    if (!regrids_.advance()) {
      return {};
    }
    regrid(tally);
    note_steps(regrids_.steps());
    return {&regrid_segment_, &model_->step(), regrids_.steps()};
  }

  /// Counts the steps that are about to be made.
  void note_steps(std::int64_t steps) {
    const auto times = static_cast<double>(steps);
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      for (std::size_t level = 0; level < model_levels_; ++level) {
        const double updates = times * model_->updates()[rank * model_levels_ + level];
        updates_[rank * levels_ + level] += updates;
        result_.updates[rank] += updates;
      }
    }
    result_.message_bytes += times * step_bytes_;
    result_.steps += steps;
  }

  /// Shows the senses what was done since the last regrid.
  void end_interval(const Tally& tally) {
    if (result_.steps == seen_steps_) {
      return;
    }
    price(tally);
    std::vector<double> seconds(compute_seen_.size());
    std::ranges::transform(tally.compute, compute_seen_, seconds.begin(), std::minus<>());
    compute_seen_ = tally.compute;
    const double now = std::ranges::max(tally.now);
    senses_.observe({updates_, in_the_long_run(seconds), now - seen_});
    std::ranges::fill(updates_, 0.0);
    double most = 0.0;
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      most = std::max(most, sum(std::span(seconds).subspan(rank * levels_, levels_)));
    }
    const double mean = sum(seconds) / static_cast<double>(ranks());
    const double imbalance = mean > 0.0 ? most / mean - 1.0 : 0.0;
    result_.imbalance_mean += imbalance;
    result_.imbalance_max = std::max(result_.imbalance_max, imbalance);
    ++intervals_;
    step_seconds_ = (now - seen_) / static_cast<double>(result_.steps - seen_steps_);
    seen_ = now;
    seen_steps_ = result_.steps;
  }

  /// As a run does: what was left of a quota while a rank waited makes it faster than it can be.
  std::vector<double> in_the_long_run(std::vector<double> seconds) const {
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      const Place& place = setup_.places[rank];
      double steady = 0.0;
      for (std::size_t level = 0; level < levels_; ++level) {
        steady +=
            updates_[rank * levels_ + level] * options_.cost.flop_per_update(level) / place.speed;
      }
      const auto mine = std::span(seconds).subspan(rank * levels_, levels_);
      const double took = sum(mine);
      if (setup_.platform.hosts[place.host].quota_period > 0.0 && took > 0.0 && took < steady) {
        std::ranges::for_each(mine, [&](double& each) { each *= steady / took; });
      }
    }
    return seconds;
  }

  void regrid(const Tally& tally) {
    const std::vector<geometry::BoxList<D>> boxes = workload::level_boxes<D>(regrids_.now());
    const double clock = options_.clock ? options_.clock() : 0.0;
    const manager::Plan plan = decide(boxes);
    const double seconds =
        options_.clock ? options_.clock() - clock
                       : options_.cost.partition_per_unit * static_cast<double>(units_.size()) +
                             options_.cost.partition_per_rank * static_cast<double>(ranks());
    partition_seconds_ = seconds;
    deal(boxes, plan, seconds);
    Chance chance{
        regrids_.now().regrid, result_.steps, std::ranges::max(tally.now), units_.size(), &plan,
        moved_bytes_,          &tally};
    ++result_.regrids;
    if (setup_.follow) {
      setup_.follow(chance);
    }
  }

  /// As runtime/placement.cpp does, with the simulated clock for the real one.
  manager::Plan decide(const std::vector<geometry::BoxList<D>>& boxes) {
    const std::vector<double> level_cost = senses_.level_cost();
    workload::UnitOptions unit_options;
    unit_options.granularity = options_.granularity;
    unit_options.ratio = header_.ratio;
    unit_options.curve = options_.curve;
    unit_options.level_cost = std::span(level_cost).first(boxes.size());
    units_ = workload::build_units<D>(domain_, boxes, unit_options);
    std::vector<int> before(units_.size(), workload::kNoOwner);
    for (std::size_t unit = 0; owners_ && unit < units_.size(); ++unit) {
      geometry::Index<D> cell{};
      std::copy_n(units_.lo[unit].begin(), D, cell.begin());
      before[unit] = owners_->owner_of_cell(cell);
    }
    const std::vector<machine::RankRate> rates = senses_.rates();
    manager::Observation now{.units = units_, .owners = before, .rates = rates};
    now.step = result_.steps;
    now.steps_to_next = regrids_.steps();
    if (options_.steps) {
      now.steps_left = *options_.steps - options_.from - result_.steps;
    }
    now.step_seconds = step_seconds_;
    now.bytes_per_cell = options_.cost.bytes_per_cell;
    now.bandwidth = bandwidth_;
    now.partition_seconds = partition_seconds_;
    now.rebuild_seconds = rebuild_seconds_;
    now.group = groups_;
    now.memory_cap = memory_cap_;
    manager::Plan plan = setup_.manager.decide(now);
    result_.repartitions += owners_ && plan.repartition ? 1 : 0;
    moved_last_ = plan.repartition;
    result_.capacity = plan.capacity;
    return plan;
  }

  /// Boxes to their owners, and what that makes the ranks do now and in every step.
  void deal(const std::vector<geometry::BoxList<D>>& boxes, const manager::Plan& plan,
            double partition_seconds) {
    const bool first = !owners_;
    owners_.emplace(domain_, units_, plan.owners);
    Dealt<D> dealt = deal_out<D>(boxes, *owners_, header_.ratio);
    const CostModel& cost = options_.cost;
    const std::vector<partition::LevelTraffic> traffic =
        partition::level_traffic(dealt, cost.ratio, cost.ghost);
    const std::vector<double> table = cell_table<D>(dealt, ranks());
    model_.emplace(cost, setup_.platform, setup_.places, traffic, table,
                   waiting_table<D>(dealt, ranks(), cost));
    model_levels_ = boxes.size();
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
    result_.moved_bytes += moved_bytes_;
    result_.cells_final = sum(table);
    dealt_ = std::move(dealt);
    make_regrid_ops(table, std::move(migration), partition_seconds);
  }

  void make_regrid_ops(std::span<const double> cells, Exchange migration, double partition) {
    const CostModel& cost = options_.cost;
    std::vector<double> flop(ranks(), 0.0);
    std::vector<double> seconds(ranks(), 0.0);
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      const double held = sum(cells.subspan(rank * model_levels_, model_levels_));
      flop[rank] = held * cost.regrid_per_cell * cost.reference_speed;
      seconds[rank] = partition * cost.reference_speed / setup_.places[rank].speed;
    }
    regrid_ops_.clear();
    if (ranks() > 1) {
      regrid_ops_.push_back({.kind = Op::Kind::kTogether,
                             .cost = Cost::kSense,
                             .amount = {gather_seconds(cost, setup_.platform, setup_.places)}});
    }
    regrid_ops_.push_back(
        {.kind = Op::Kind::kDelay, .cost = Cost::kPartition, .amount = std::move(seconds)});
    regrid_ops_.push_back({.cost = Cost::kRegrid, .amount = std::move(flop)});
    regrid_ops_.push_back(
        {.kind = Op::Kind::kExchange, .cost = Cost::kMigrate, .exchange = std::move(migration)});
    regrid_segment_.clear();
    for (const Op& op : regrid_ops_) {
      regrid_segment_.push_back(&op);
    }
    migrate_before_ = result_.tally.migrate;
    regrid_before_ = result_.tally.regrid;
  }

  /// Learns what the last regrid cost, as a run does.
  void price(const Tally& tally) {
    const double seconds = most_since(tally.migrate, migrate_before_);
    if (moved_bytes_ > kWorthTiming && seconds > 0.0) {
      bandwidth_ = smooth(bandwidth_, moved_bytes_ / seconds);
    }
    const double regrid = most_since(tally.regrid, regrid_before_);
    if (moved_last_) {
      rebuild_seconds_ = smooth(rebuild_seconds_, std::max(0.0, regrid - quiet_regrid_seconds_));
    } else {
      quiet_regrid_seconds_ = smooth(quiet_regrid_seconds_, regrid);
    }
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
  Dealt<D> dealt_;
  std::optional<StepModel> model_;
  std::size_t model_levels_ = 0;
  Segment regrid_segment_;
  std::vector<Op> regrid_ops_;
  std::vector<int> groups_;         ///< [ranks] site, or empty
  std::vector<double> memory_cap_;  ///< [ranks] [cells], or empty
  bool moved_last_ = false;

  std::vector<double> updates_;         ///< [ranks][levels] since the last regrid
  std::vector<double> compute_seen_;    ///< [ranks][levels] [s] at the last regrid
  std::vector<double> migrate_before_;  ///< [ranks] [s]
  std::vector<double> regrid_before_;   ///< [ranks] [s]
  double seen_ = 0.0;                   ///< clock at the last regrid [s]
  std::int64_t seen_steps_ = 0;
  std::int64_t intervals_ = 0;
  double step_bytes_ = 0.0;
  double moved_bytes_ = 0.0;
  double step_seconds_ = 0.0;
  double partition_seconds_ = 0.0;
  double quiet_regrid_seconds_ = 0.0;
  double rebuild_seconds_ = 0.0;
  double bandwidth_ = 1e8;  ///< [byte/s] a prior until something has moved, as in a run
  ReplayResult result_;
};

}  // namespace

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
