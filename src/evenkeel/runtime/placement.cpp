// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Asking the manager and carrying out its plans.
#include "evenkeel/runtime/placement.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/hierarchy/layout.hpp"
#include "evenkeel/runtime/decision_report.hpp"
#include "evenkeel/telemetry/phases.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"
#include "evenkeel/workload/unit_owners.hpp"

namespace evenkeel::runtime {
namespace {

constexpr double kPlanned = 0.9;  ///< of the memory that a rank has room for

}  // namespace

template <int D>
Placement<D>::Placement(const hierarchy::Mesh<D>& mesh, const comm::Communicator& communicator,
                        manager::Manager manager, PlacementOptions options, Publish publish)
    : mesh_(mesh),
      communicator_(&communicator),
      manager_(std::move(manager)),
      options_(std::move(options)),
      publish_(std::move(publish)),
      sense_(communicator, mesh.max_levels, options_.sense, publish_),
      octant_source_(options_.octants),
      watch_(mesh.ratio),
      granularity_(options_.granularity),
      awaits_speeds_(communicator.size() > 1 && !options_.patches &&
                     !options_.sense.deterministic &&
                     options_.sense.source == CapacitySource::kMeasured) {
  if (options_.patches && communicator.size() > 1) {
    patches_.emplace(options_.patches, mesh_, PatchSides{options_.max_box, options_.align});
  }
}

template <int D>
void Placement<D>::add(const solver::StepReport& report, std::int64_t step) {
  sense_.add(report);
  started_ = true;
  step_ = step;
}

/// Of each level in a coarse step, relative.
template <int D>
std::vector<double> Placement<D>::load_of_cells() const {
  std::vector<double> load = sense_.level_cost();
  for (std::size_t level = 0; options_.subcycle && level < load.size(); ++level) {
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
void Placement<D>::count_units(const std::vector<geometry::BoxList<D>>& boxes) {
  workload::UnitOptions options;
  options.granularity = granularity_;
  options.ratio = mesh_.ratio;
  options.subcycle = options_.subcycle;
  options.curve = options_.curve;
  const std::vector<double> level_cost = sense_.level_cost();
  options.level_cost = std::span(level_cost).first(boxes.size());
  options.block_cost = block_cost_;
  options.cost_levels = static_cast<std::size_t>(mesh_.max_levels);
  held_before_ = units_.memory;
  if (units_.size() == 0 || units_.granularity != granularity_) {
    units_ = workload::build_units<D>(mesh_.domain(0), boxes, options);
    held_before_.clear();
  } else {
    workload::recount_units<D>(mesh_.domain(0), boxes, options, units_);
  }
}

template <int D>
manager::Prices Placement<D>::prices() const {
  return options_.sense.deterministic ? manager::Prices() : sense_.prices();
}

/// Grids that are still growing before the first step tell nothing. Where cells are weighed block
/// by block, blocks stay as they are.
template <int D>
void Placement<D>::look_at(const std::vector<geometry::BoxList<D>>& boxes) {
  if (!started_ || asked_ || !manager_.follows_octants()) {
    return;
  }
  const telemetry::PhaseScope scope(*communicator_->clock(), telemetry::Phase::kPartition);
  if (auto octants = octant_source_.changed(*communicator_)) {
    manager_.follow(*std::move(octants));
  }
  const double start = thread_cpu_seconds();
  const double bandwidth = prices().bandwidth_of(sense_.rates().size());
  manager_.look(watch_.look(boxes),
                manager::machine_balance(sense_.rates(), bandwidth, options_.bytes_per_cell));
  character_seconds_ += thread_cpu_seconds() - start;
  if (block_cost_.empty()) {
    granularity_ =
        manager_.granularity({.usual = options_.granularity,
                              .least = options_.least_granularity,
                              .base_cells = static_cast<double>(mesh_.domain(0).volume()),
                              .dimension = D,
                              .ranks = static_cast<std::size_t>(communicator_->size())});
  }
}

template <int D>
void Placement<D>::decide(const std::vector<geometry::BoxList<D>>& boxes) {
  const telemetry::PhaseScope scope(*communicator_->clock(), telemetry::Phase::kPartition);
  const double start = wall_seconds();
  count_units(boxes);
  const bool moves = decide_on_units();
  sense_.note_decision(moves, wall_seconds() - start, step_);
}

/// Without regrids what is decided stays.
template <int D>
std::int64_t Placement<D>::steps_to_next() const {
  constexpr std::int64_t kMany = 1000;
  return options_.regrid_interval > 0 ? options_.regrid_interval
         : options_.end               ? *options_.end - step_
                                      : kMany;
}

template <int D>
bool Placement<D>::decide_on_units() {
  // Until the first step the hierarchy is still growing: nothing is worth keeping.
  const std::vector<int> before = workload::owners_of(
      units_, started_ && !asked_ ? owners_ : std::optional<workload::OwnerMap<D>>());
  const std::vector<machine::RankRate> rates = sense_.rates();
  manager::Observation now =
      manager::observe(units_, before, rates, {step_, steps_to_next(), options_.end}, prices());
  now.bytes_per_cell = options_.moved_per_cell;
  now.held = held_before_;
  now.group = sense_.hosts();
  now.limits_have_changed = sense_.limits_have_changed() && !options_.sense.deterministic;
  now.limit_changes = options_.sense.deterministic ? 0.0 : sense_.limit_changes();
  const std::vector<double> caps = memory_caps();
  now.memory_cap = caps;
  manager::Plan plan = manager_.plan(now);
  if (!is_accepted(now, plan)) {
    return false;
  }
  manager_.note(now, plan);
  if (asked_) {
    plan.reason = "asked to repartition";
  }
  put_in_force(plan);
  alternatives_ = alternatives_text(plan);
  publish_decision(plan, now, sense_.imbalance().last, publish_);
  return plan.repartition;
}

template <int D>
void Placement<D>::put_in_force(const manager::Plan& plan) {
  // What is kept stays as it is, also where units have another side now.
  if (plan.repartition || !owners_ || owners_->granularity() == units_.granularity) {
    owners_.emplace(mesh_.domain(0), units_, plan.owners);
  }
  reason_ = plan.reason;
  if (plan.repartition || capacity_.empty()) {
    capacity_ = plan.capacity;
    dealt_load_ = load_of_cells();
  }
  if (patches_ && asked_) {
    patches_->forget();
  }
  ++chances_;
  repartitions_ += started_ && plan.repartition ? 1 : 0;
}

/// Cells grow with memory: what a rank has now tells what it could have. Before the first step, and
/// with too little to tell by, copies of the state with ghosts are counted. Owners are planned for
/// kPlanned of what there is: cells tell of memory to some percent, and new patches lie beside old
/// ones while they are filled.
template <int D>
std::vector<double> Placement<D>::memory_caps() const {
  constexpr double kEnough = 1e6;  // [byte]
  constexpr double kCopies = 4.0;  // as measured, old states, ghosts and boundaries included
  std::vector<double> caps;
  for (std::size_t rank = 0; has_memory_limit() && rank < sense_.heard().size(); ++rank) {
    const Told& told = sense_.heard()[rank];
    const double held = held_cells_.empty() ? 0.0 : held_cells_[rank];
    const bool can_tell = started_ && told.grid_bytes > kEnough && held > 0.0;
    const double room = kPlanned * told.room_bytes;
    caps.push_back(can_tell ? held * room / told.grid_bytes
                            : room / (kCopies * options_.bytes_per_cell));
  }
  return caps;
}

template <int D>
bool Placement<D>::is_accepted(const manager::Observation& now, const manager::Plan& plan) {
  const double fullest = kPlanned * manager::fullest_memory(now, plan.owners);
  refusal_.clear();
  if (fullest > 1.0 && started_) {
    refusal_ = fmt::format(
        "the new grids would take {:.0f} % of the memory that memory.budget leaves to the fullest "
        "rank; the grids stay as they are",
        100.0 * fullest);
    return false;
  }
  held_cells_.assign(now.rates.size(), 0.0);
  for (std::size_t unit = 0; unit < plan.owners.size(); ++unit) {
    held_cells_[static_cast<std::size_t>(plan.owners[unit])] += now.units.memory[unit];
  }
  return true;
}

template <int D>
std::vector<hierarchy::LevelLayout<D>> Placement<D>::place(
    int from, const std::vector<geometry::BoxList<D>>& boxes) {
  if (from == 0) {
    awaits_speeds_ = awaits_speeds_ && !started_;
    sense_.sense({capacity_, held_cells_});
    if (communicator_->size() == 1) {
      own_everything();
    } else {
      look_at(boxes);
      decide(boxes);
    }
  }
  EVENKEEL_EXPECT(owners_.has_value());
  if (from == 0 && !refusal_.empty()) {
    return layouts(0, boxes_);
  }
  boxes_.resize(static_cast<std::size_t>(from));
  boxes_.insert(boxes_.end(), boxes.begin(), boxes.end());
  std::vector<hierarchy::LevelLayout<D>> layouts = this->layouts(from, boxes);
  publish_regrid(from, layouts);
  return layouts;
}

template <int D>
std::vector<hierarchy::LevelLayout<D>> Placement<D>::place_early() {
  if (!awaits_speeds_ || !sense_.has_work()) {
    return {};
  }
  sense_.sense({capacity_, held_cells_});
  if (!sense_.knows_speeds()) {
    return {};
  }
  awaits_speeds_ = false;
  const std::optional<workload::OwnerMap<D>> before = owners_;
  decide(boxes_);
  return refusal_.empty() && owners_ != before ? layouts(0, boxes_)
                                               : std::vector<hierarchy::LevelLayout<D>>();
}

template <int D>
void Placement<D>::publish_regrid(int from,
                                  const std::vector<hierarchy::LevelLayout<D>>& layouts) const {
  JsonLine fields;
  std::vector<std::int64_t> cells;
  std::vector<std::int64_t> counts;
  for (const hierarchy::LevelLayout<D>& layout : layouts) {
    cells.push_back(geometry::volume(layout.boxes));
    counts.push_back(static_cast<std::int64_t>(layout.boxes.size()));
  }
  fields.add("from", from).add("cells", cells).add("boxes", counts);
  publish_(telemetry::kind::kRegrid, std::move(fields), {});
}

template <int D>
std::vector<hierarchy::LevelLayout<D>> Placement<D>::layouts(
    int from, const std::vector<geometry::BoxList<D>>& boxes) {
  if (patches_) {
    return patches_->deal(from, boxes, capacity_, dealt_load_);
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
  sense_.sense_soon();
  asked_ = true;
  std::vector<hierarchy::LevelLayout<D>> layouts = place(0, std::vector(boxes_));
  asked_ = false;
  return layouts;
}

template <int D>
void Placement<D>::recall(std::int64_t step, const SenseMemory& sense,
                          std::vector<double> block_cost) {
  const workload::BlockLattice<D> lattice(mesh_.domain(0), granularity_);
  const auto places = static_cast<std::size_t>(lattice.blocks().volume() * mesh_.max_levels);
  if (!block_cost.empty() && block_cost.size() != places) {
    throw InputError(
        fmt::format("the memory of the run in the checkpoint is damaged: {} costs of "
                    "blocks for {} blocks on {} levels",
                    block_cost.size(), lattice.blocks().volume(), mesh_.max_levels));
  }
  step_ = step;
  sense_.restore(sense, step);
  awaits_speeds_ = awaits_speeds_ && !sense_.knows_speeds();
  block_cost_ = std::move(block_cost);
}

template <int D>
void Placement<D>::recall_grids(std::vector<geometry::BoxList<D>> boxes, manager::History history) {
  boxes_ = std::move(boxes);
  if (manager_.follows_octants()) {
    watch_.look(boxes_);
  }
  manager_.restore(std::move(history));
}

template <int D>
void Placement<D>::restore(const workload::OwnerMap<D>& owners,
                           std::span<const hierarchy::LevelLayout<D>> levels,
                           std::vector<double> capacity) {
  owners_ = owners;
  held_cells_.assign(capacity.size(), 0.0);
  for (const hierarchy::LevelLayout<D>& level : levels) {
    for (std::size_t box = 0; box < level.boxes.size(); ++box) {
      held_cells_[static_cast<std::size_t>(level.owners[box])] +=
          static_cast<double>(level.boxes[box].volume());
    }
  }
  const std::vector<double>& in_force = manager_.history().capacity;
  capacity_ = in_force.size() == capacity.size() ? in_force : std::move(capacity);
  dealt_load_ = load_of_cells();
  if (patches_) {
    patches_->recall(levels);
  }
  started_ = true;
}

template class Placement<1>;
template class Placement<2>;
template class Placement<3>;

}  // namespace evenkeel::runtime
