// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sensing of ranks and carrying out of plans.
#include "evenkeel/runtime/placement.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/hierarchy/layout.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/monitor/cpu_quota.hpp"
#include "evenkeel/runtime/processor_probe.hpp"
#include "evenkeel/runtime/summary.hpp"
#include "evenkeel/telemetry/phases.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;

constexpr std::size_t kMaxLevels = 12;
constexpr double kSmoothing = 0.5;  ///< of prices, from one chance to the next
constexpr double kUnitRate = 1e6;   ///< [updates/s] of all ranks together, where none is measured

/// What one rank tells the others at a chance.
struct Told {
  std::array<double, kMaxLevels> updates{};
  std::array<double, kMaxLevels> seconds{};
  double elapsed = 0.0;         ///< [s]
  double regrid_seconds = 0.0;  ///< [s] regridding and moving
  double move_seconds = 0.0;    ///< [s] moving alone
  double moved_bytes = 0.0;
  double availability = 0.0;  ///< of a processor; 0: not known
  double grid_bytes = 0.0;    ///< memory of its grids [byte]
  double room_bytes = 0.0;    ///< memory its grids may have [byte]

  double busy() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }
};

template <class Fn>
double largest(const std::vector<Told>& all, Fn&& value) {
  double most = 0.0;
  for (const Told& told : all) {
    most = std::max(most, value(told));
  }
  return most;
}

double smooth(double old, double fresh) {
  return old > 0.0 ? old + kSmoothing * (fresh - old) : fresh;
}

/// How much longer than it took the same computing will take when it never stops. After waiting, a
/// rank under a quota computes faster than it can for long: what was left of the quota adds up.
double slowdown_to_come(const telemetry::Account& spent, int ranks_on_node) {
  const std::optional<double> quota = monitor::cpu_quota();
  const double wall = spent.wall_of(Phase::kCompute);
  if (!quota || wall == 0.0) {
    return 1.0;
  }
  return std::max(1.0, spent.cpu_of(Phase::kCompute) * ranks_on_node / (*quota * wall));
}

/// Time a rank is busy with its cells, in units of that in the kernel: ghosts and levels too are
/// work that a slow rank does slowly.
double overhead_of(const telemetry::Account& spent) {
  const double kernel = spent.wall_of(Phase::kCompute);
  double busy = kernel;
  for (const Phase phase : {Phase::kGhost, Phase::kProlong, Phase::kRestrict, Phase::kReflux}) {
    busy += spent.wall_of(phase);
  }
  return kernel > 0.0 ? busy / kernel : 1.0;
}

/// Shares to begin with, before any rank has been measured: what the system lets each have.
std::vector<double> quotas_of(const comm::Communicator& communicator, int ranks_on_node) {
  const double quota = monitor::cpu_quota().value_or(ranks_on_node);
  return communicator.gather_all(std::min(1.0, quota / ranks_on_node));
}

template <int D>
std::vector<int> owners_of(const workload::UnitList& units,
                           const std::optional<workload::OwnerMap<D>>& map) {
  std::vector<int> owners(units.size(), workload::kNoOwner);
  for (std::size_t unit = 0; map && unit < units.size(); ++unit) {
    geometry::Index<D> cell{};
    std::copy_n(units.lo[unit].begin(), D, cell.begin());
    owners[unit] = map->owner_of_cell(cell);
  }
  return owners;
}

}  // namespace

template <int D>
Placement<D>::Placement(const hierarchy::Mesh<D>& mesh, const comm::Communicator& communicator,
                        manager::Manager manager, PlacementOptions options, Publish publish)
    : mesh_(mesh),
      communicator_(&communicator),
      manager_(std::move(manager)),
      options_(std::move(options)),
      publish_(std::move(publish)),
      rate_(static_cast<std::size_t>(communicator.size()),
            static_cast<std::size_t>(mesh.max_levels)),
      ranks_on_node_(comm::node_place(communicator).ranks_on_node),
      quotas_(quotas_of(communicator, ranks_on_node_)) {
  EVENKEEL_EXPECT(mesh.max_levels <= static_cast<int>(kMaxLevels));
  const auto entries = static_cast<std::size_t>(communicator.size() * mesh.max_levels);
  const auto ranks = static_cast<std::size_t>(communicator.size());
  pending_ = {std::vector<double>(entries), std::vector<double>(entries), 0.0,
              std::vector<double>(ranks)};
  group_ = communicator.gather_all(comm::node_place(communicator).node);
  base_bytes_ = resident_bytes();
  if (options_.metric && communicator.size() > 1) {
    metric_.emplace(communicator, *options_.metric);
    metric_->look({}, {});
  }
  if (options_.patches && communicator.size() > 1) {
    patches_.emplace(options_.patches, mesh_, PatchSides{options_.max_box, options_.align});
  }
  mark();
}

template <int D>
void Placement<D>::mark() {
  window_ = {std::vector<double>(kMaxLevels), std::vector<double>(kMaxLevels), 0};
  window_start_ = wall_seconds();
  window_account_ = communicator_->clock()->account();
}

template <int D>
void Placement<D>::add(const solver::StepReport& report, std::int64_t step) {
  for (std::size_t level = 0; level < report.level_updates.size(); ++level) {
    window_.updates[level] += static_cast<double>(report.level_updates[level]);
    window_.seconds[level] += report.level_seconds[level];
  }
  ++window_.steps;
  started_ = true;
  step_ = step;
}

template <int D>
void Placement<D>::sense() {
  const telemetry::PhaseScope scope(*communicator_->clock(), Phase::kSense);
  const telemetry::Account spent = communicator_->clock()->account() - window_account_;
  Told mine;
  std::ranges::copy(window_.updates, mine.updates.begin());
  const double factor = slowdown_to_come(spent, ranks_on_node_);
  std::ranges::transform(
      window_.seconds, mine.seconds.begin(),
      [=, overhead = overhead_of(spent)](double seconds) { return factor * overhead * seconds; });
  mine.elapsed = wall_seconds() - window_start_;
  mine.move_seconds = spent.wall_of(Phase::kMigrate);
  mine.regrid_seconds = spent.wall_of(Phase::kRegrid) + mine.move_seconds;
  mine.moved_bytes = static_cast<double>(spent.counters.bytes_migrated);
  mine.availability = availability(spent, factor, mine.elapsed);
  mine.grid_bytes = std::max(0.0, resident_bytes() - base_bytes_);
  mine.room_bytes = std::max(0.0, options_.memory_budget - base_bytes_);
  did_.load += std::accumulate(mine.updates.begin(), mine.updates.end(), 0.0);
  did_.compute_seconds += mine.busy();
  did_.message_seconds += spent.wall_of(Phase::kGhost);
  const std::vector<Told> all = communicator_->gather_all(mine);
  const double elapsed = largest(all, [](const Told& t) { return t.elapsed; });
  if (window_.steps > 0) {
    step_seconds_ = elapsed / static_cast<double>(window_.steps);
    double mean = 0.0;
    for (const Told& told : all) {
      mean += told.busy() / static_cast<double>(all.size());
    }
    const double most = largest(all, [](const Told& t) { return t.busy(); });
    imbalance_last_ = mean > 0.0 ? most / mean - 1.0 : 0.0;
    imbalance_max_ = std::max(imbalance_max_, imbalance_last_);
    imbalance_sum_ += imbalance_last_;
    ++imbalance_count_;
  }
  price(largest(all, [](const Told& t) { return t.regrid_seconds; }),
        largest(all, [](const Told& t) { return t.move_seconds; }),
        std::accumulate(all.begin(), all.end(), 0.0,
                        [](double sum, const Told& t) { return sum + t.moved_bytes; }));
  const auto classes = static_cast<std::size_t>(mesh_.max_levels);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    for (std::size_t level = 0; level < classes; ++level) {
      pending_.updates[rank * classes + level] += all[rank].updates[level];
      pending_.seconds[rank * classes + level] += all[rank].seconds[level];
    }
  }
  pending_.elapsed += elapsed;
  grid_bytes_.clear();
  room_bytes_.clear();
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    double& known = pending_.availability[rank];
    known = all[rank].availability > 0.0 ? all[rank].availability : known;
    grid_bytes_.push_back(all[rank].grid_bytes);
    room_bytes_.push_back(all[rank].room_bytes);
  }
  observe_when_due();
  mark();
}

template <int D>
bool Placement<D>::is_look_due(double elapsed) const {
  const bool knows = std::ranges::any_of(rate_.rates(), &machine::RankRate::known);
  return !knows || elapsed >= options_.sense_interval || sense_now_;
}

/// A rank that had nothing to compute finds out by a probe whether it could again.
template <int D>
double Placement<D>::availability(const telemetry::Account& spent, double slowdown,
                                  double elapsed) const {
  const double wall = spent.wall_of(Phase::kCompute);
  const bool had_work = std::accumulate(window_.updates.begin(), window_.updates.end(), 0.0) > 0.0;
  if (had_work && wall > 0.0) {
    return std::min(1.0, spent.cpu_of(Phase::kCompute) / (wall * slowdown));
  }
  const auto rank = static_cast<std::size_t>(communicator_->rank());
  const bool due = window_.steps > 0 && is_look_due(pending_.elapsed + elapsed);
  return due ? std::min(probe_processor(), quotas_[rank]) : 0.0;
}

template <int D>
void Placement<D>::ask_metric() {
  metric_->look(did_, capacity_);
  did_ = {};
  if (!metric_->trouble().empty()) {
    JsonLine fields;
    fields.add("text", "shares stay as they are: " + metric_->trouble());
    publish_(telemetry::kind::kWarn, std::move(fields));
  }
}

template <int D>
void Placement<D>::observe_when_due() {
  if (!is_look_due(pending_.elapsed)) {
    return;
  }
  sense_now_ = false;
  if (metric_ && options_.source == CapacitySource::kMetric) {
    ask_metric();
  }
  rate_.observe({.updates = pending_.updates,
                 .seconds = pending_.seconds,
                 .elapsed = pending_.elapsed,
                 .availability = pending_.availability});
  std::ranges::fill(pending_.availability, 0.0);
  std::ranges::fill(pending_.updates, 0.0);
  std::ranges::fill(pending_.seconds, 0.0);
  pending_.elapsed = 0.0;
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
  publish_(telemetry::kind::kSense, std::move(seen));
  JsonLine expected;
  expected.add("rates", rates).add("errors", errors).add("shares", rate_.capacity());
  publish_(telemetry::kind::kForecast, std::move(expected));
}

/// A regrid with new owners costs more than one without: the difference is what deciding must pay.
template <int D>
void Placement<D>::price(double regrid_seconds, double move_seconds, double moved_bytes) {
  if (moved_bytes > 0.0) {
    JsonLine fields;
    fields.add("bytes", moved_bytes).add("seconds", move_seconds);
    publish_(telemetry::kind::kMigrate, std::move(fields));
  }
  constexpr double kWorthTiming = 1e6;  // [byte]
  if (moved_bytes > kWorthTiming && move_seconds > 0.0) {
    bandwidth_ = smooth(bandwidth_, moved_bytes / move_seconds);
  }
  if (moved_last_) {
    rebuild_seconds_ = smooth(rebuild_seconds_,
                              std::max(0.0, regrid_seconds - move_seconds - quiet_regrid_seconds_));
  } else {
    quiet_regrid_seconds_ = smooth(quiet_regrid_seconds_, regrid_seconds);
  }
}

template <int D>
std::vector<machine::RankRate> Placement<D>::rates() const {
  const auto ranks = static_cast<std::size_t>(communicator_->size());
  if (options_.source == CapacitySource::kMeasured) {
    const bool knows = std::ranges::any_of(rate_.rates(), &machine::RankRate::known);
    return knows ? rate_.rates()
                 : machine::rates_from_capacity(metric_ ? metric_->shares() : quotas_, kUnitRate);
  }
  double total = 0.0;
  for (const machine::RankRate& rank : rate_.rates()) {
    total += rank.rate;
  }
  const std::vector<double> shares = options_.source == CapacitySource::kGiven ? options_.given
                                     : metric_                                 ? metric_->shares()
                                               : machine::equal_capacity(ranks);
  const bool known = total > 0.0 && !options_.deterministic;
  return machine::rates_from_capacity(shares, known ? total : kUnitRate);
}

/// Of each level, relative. Units count as many steps of a level as subcycling makes.
template <int D>
std::vector<double> Placement<D>::costs_per_update() const {
  std::vector<double> cost = rate_.class_cost();
  for (std::size_t level = 0; level < cost.size(); ++level) {
    cost[level] = options_.deterministic ? 1.0 : cost[level];
    cost[level] /= options_.subcycle ? 1 : mesh_.total_ratio(static_cast<int>(level));
  }
  return cost;
}

/// Of each level in a coarse step, relative.
template <int D>
std::vector<double> Placement<D>::load_of_cells() const {
  std::vector<double> load = costs_per_update();
  for (std::size_t level = 0; level < load.size(); ++level) {
    load[level] *= mesh_.total_ratio(static_cast<int>(level));
  }
  return load;
}

/// One rank has nothing to decide, and need not count units.
template <int D>
void Placement<D>::own_everything() {
  owners_.emplace(mesh_.domain(0), options_.granularity, 0);
  capacity_ = {1.0};
  reason_ = "one rank owns everything";
  ++chances_;
}

template <int D>
void Placement<D>::decide(const std::vector<geometry::BoxList<D>>& boxes) {
  const telemetry::PhaseScope scope(*communicator_->clock(), Phase::kPartition);
  const double start = wall_seconds();
  workload::UnitOptions unit_options;
  unit_options.granularity = options_.granularity;
  unit_options.ratio = mesh_.ratio;
  unit_options.curve = options_.curve;
  const std::vector<double> level_cost = costs_per_update();
  unit_options.level_cost = std::span(level_cost).first(boxes.size());
  const workload::UnitList units = workload::build_units<D>(mesh_.domain(0), boxes, unit_options);
  // Until the first step the hierarchy is still growing: nothing is worth keeping.
  const std::vector<int> before =
      owners_of(units, started_ && !asked_ ? owners_ : std::optional<workload::OwnerMap<D>>());
  const std::vector<machine::RankRate> now_rates = rates();
  manager::Observation now{.units = units, .owners = before, .rates = now_rates};
  now.step = step_;
  now.steps_to_next = std::max(1, options_.regrid_interval);
  now.steps_left = options_.end ? std::max<std::int64_t>(0, *options_.end - step_)
                                : std::numeric_limits<std::int64_t>::max();
  now.bytes_per_cell = options_.bytes_per_cell;
  if (!options_.deterministic) {
    now.step_seconds = step_seconds_;
    now.bandwidth = bandwidth_;
    now.partition_seconds = partition_seconds_;
    now.rebuild_seconds = rebuild_seconds_;
  }
  now.group = group_;
  const std::vector<double> caps = memory_caps();
  now.memory_cap = caps;
  manager::Plan plan = manager_.decide(now);
  if (!is_accepted(now, plan)) {
    moved_last_ = false;
    return;
  }
  if (asked_) {
    plan.reason = "asked to repartition";
  }
  owners_.emplace(mesh_.domain(0), units, plan.owners);
  capacity_ = plan.capacity;
  reason_ = plan.reason;
  if (plan.repartition || dealt_capacity_.empty()) {
    dealt_capacity_ = plan.capacity;
    dealt_load_ = load_of_cells();
  }
  if (patches_ && asked_) {
    patches_->forget();
  }
  moved_last_ = plan.repartition;
  ++chances_;
  repartitions_ += started_ && plan.repartition ? 1 : 0;
  partition_seconds_ = communicator_->max(wall_seconds() - start);
  report(plan, now);
}

/// Cells grow with memory: what a rank has now tells what it could have. With too little to tell by
/// there is no cap.
template <int D>
std::vector<double> Placement<D>::memory_caps() const {
  constexpr double kEnough = 1e6;  // [byte]
  std::vector<double> caps;
  const bool is_limited = options_.memory_budget > 0.0 && started_ && !held_cells_.empty();
  for (std::size_t rank = 0; is_limited && rank < held_cells_.size(); ++rank) {
    const bool can_tell = grid_bytes_[rank] > kEnough && held_cells_[rank] > 0.0;
    caps.push_back(can_tell ? held_cells_[rank] * room_bytes_[rank] / grid_bytes_[rank]
                            : room_bytes_[rank] / options_.bytes_per_cell);
  }
  return caps;
}

template <int D>
bool Placement<D>::is_accepted(const manager::Observation& now, const manager::Plan& plan) {
  const double fullest = manager::fullest_memory(now, plan.owners);
  refusal_.clear();
  if (fullest > 1.0) {
    refusal_ = fmt::format(
        "the new grids would take {:.0f} % of the memory that memory.budget leaves to the fullest "
        "rank; the grids stay as they are",
        100.0 * fullest);
    JsonLine fields;
    fields.add("text", refusal_);
    publish_(telemetry::kind::kWarn, std::move(fields));
    return false;
  }
  held_cells_.assign(now.rates.size(), 0.0);
  for (std::size_t unit = 0; unit < plan.owners.size(); ++unit) {
    held_cells_[static_cast<std::size_t>(plan.owners[unit])] += now.units.memory[unit];
  }
  return true;
}

template <int D>
void Placement<D>::report(const manager::Plan& plan, const manager::Observation& now) {
  std::vector<JsonLine> alternatives;
  alternatives_.clear();
  for (const manager::Alternative& choice : plan.alternatives) {
    const bool chosen = &choice == &plan.alternatives[plan.chosen];
    alternatives_ += alternatives_.empty() ? "" : "\n";
    alternatives_ +=
        fmt::format("  {} {}: step {}, gain {}, cost {} for {}", chosen ? "*" : "-", choice.name,
                    human_seconds(choice.step_seconds), human_seconds(choice.gain_seconds),
                    human_seconds(choice.cost_seconds), human_bytes(choice.migration_bytes));
    JsonLine line;
    line.add("name", choice.name)
        .add("step_s", choice.step_seconds)
        .add("migration_bytes", choice.migration_bytes)
        .add("cost_s", choice.cost_seconds)
        .add("gain_s", choice.gain_seconds)
        .add("memory", choice.fullest);
    alternatives.push_back(std::move(line));
  }
  std::vector<double> rates;
  for (const machine::RankRate& rank : now.rates) {
    rates.push_back(rank.rate);
  }
  JsonLine observation;
  observation.add("rates", rates)
      .add("load", now.units.total_load())
      .add("units", now.units.size())
      .add("step_s", now.step_seconds)
      .add("bandwidth", now.bandwidth)
      .add("imbalance", imbalance_last_);
  JsonLine fields;
  fields.add("observation", observation)
      .add("alternatives", alternatives)
      .add("repartition", plan.repartition)
      .add("capacity", plan.capacity)
      .add("gain_s", plan.gain_seconds)
      .add("cost_s", plan.cost_seconds)
      .add("reason", plan.reason);
  publish_(telemetry::kind::kDecide, std::move(fields));
  if (plan.repartition) {
    JsonLine line;
    line.add("capacity", plan.capacity).add("reason", plan.reason);
    publish_(telemetry::kind::kRepartition, std::move(line));
  }
}

template <int D>
std::vector<hierarchy::LevelLayout<D>> Placement<D>::place(
    int from, const std::vector<geometry::BoxList<D>>& boxes) {
  if (from == 0) {
    sense();
    communicator_->size() == 1 ? own_everything() : decide(boxes);
  }
  EVENKEEL_EXPECT(owners_.has_value());
  if (from == 0 && !refusal_.empty()) {
    return layouts(0, boxes_);
  }
  boxes_.resize(static_cast<std::size_t>(from));
  boxes_.insert(boxes_.end(), boxes.begin(), boxes.end());
  std::vector<hierarchy::LevelLayout<D>> layouts = this->layouts(from, boxes);
  JsonLine fields;
  std::vector<std::int64_t> cells;
  std::vector<std::int64_t> counts;
  for (const hierarchy::LevelLayout<D>& layout : layouts) {
    cells.push_back(geometry::volume(layout.boxes));
    counts.push_back(static_cast<std::int64_t>(layout.boxes.size()));
  }
  fields.add("from", from).add("cells", cells).add("boxes", counts);
  publish_(telemetry::kind::kRegrid, std::move(fields));
  return layouts;
}

template <int D>
std::vector<hierarchy::LevelLayout<D>> Placement<D>::layouts(
    int from, const std::vector<geometry::BoxList<D>>& boxes) {
  if (patches_) {
    return patches_->deal(from, boxes, dealt_capacity_, dealt_load_);
  }
  std::vector<hierarchy::LevelLayout<D>> layouts;
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    layouts.push_back(hierarchy::column_layout(mesh_, from + static_cast<int>(k), boxes[k],
                                               *owners_, options_.max_box, options_.align));
  }
  return layouts;
}

template <int D>
std::vector<hierarchy::LevelLayout<D>> Placement<D>::deal_anew() {
  sense_now_ = true;
  asked_ = true;
  std::vector<hierarchy::LevelLayout<D>> layouts = place(0, std::vector(boxes_));
  asked_ = false;
  return layouts;
}

template <int D>
void Placement<D>::restore(const workload::OwnerMap<D>& owners,
                           std::vector<geometry::BoxList<D>> boxes, std::vector<double> capacity,
                           manager::History history) {
  owners_ = owners;
  boxes_ = std::move(boxes);
  capacity_ = std::move(capacity);
  dealt_capacity_ = capacity_;
  dealt_load_ = load_of_cells();
  manager_.restore(std::move(history));
  started_ = true;
}

template <int D>
double Placement<D>::imbalance_mean() const {
  return imbalance_count_ > 0 ? imbalance_sum_ / static_cast<double>(imbalance_count_) : 0.0;
}

template class Placement<1>;
template class Placement<2>;
template class Placement<3>;

}  // namespace evenkeel::runtime
