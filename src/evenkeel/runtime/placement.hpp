// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who owns what: senses the ranks, asks the manager, makes layouts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/io/case_file.hpp"
#include "evenkeel/manager/manager.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"
#include "evenkeel/runtime/octant_source.hpp"
#include "evenkeel/runtime/patch_layouts.hpp"
#include "evenkeel/runtime/publish.hpp"
#include "evenkeel/runtime/rank_sense.hpp"
#include "evenkeel/solver/integrator.hpp"
#include "evenkeel/workload/grid_state.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::runtime {

/// What placement needs to know of the case.
struct PlacementOptions {
  int granularity = 4;        ///< and what octants of states call 4 [base cells]
  int least_granularity = 1;  ///< in any octant [base cells]
  std::string octants;        ///< rules by which the manager chooses partitioners; empty: none
  geometry::CurveKind curve = geometry::CurveKind::hilbert;
  int max_box = 32;             ///< [cells]
  int align = 4;                ///< patch corners are multiples of this [cells of their level]
  int regrid_interval = 4;      ///< [coarse steps] between chances
  double bytes_per_cell = 8.0;  ///< of the state
  double moved_per_cell = 8.0;  ///< of it, with a cell that changes its owner [byte]
  SenseOptions sense = {};
  std::shared_ptr<const partition::PatchPartitioner> patches;  ///< null: columns keep together
  bool subcycle = true;                                        ///< finer levels take more steps
  std::optional<std::int64_t> end;                             ///< last step, where it is known
};

/// Turns clustered boxes into layouts with owners; the callback an Integrator wants.
///
/// At every base-level regrid it hears what the ranks did, builds the grid units and lets the
/// manager decide. Finer regrids keep the owners of the columns. Where patches
/// have owners of their own, the manager only decides when new shares are followed; levels that are
/// rebuilt are dealt out by the shares in force, patches staying where they were as far as balance
/// allows.
template <int D>
class Placement {
 public:
  Placement(const hierarchy::Mesh<D>& mesh, const comm::Communicator& communicator,
            manager::Manager manager, PlacementOptions options, Publish publish);

  /// Collective when \p from is 0. See Integrator::Place.
  std::vector<hierarchy::LevelLayout<D>> place(int from,
                                               const std::vector<geometry::BoxList<D>>& boxes);

  /// A decision about the present boxes as soon as speeds are known, should that be before the
  /// first regrid. To be asked after every step. Collective. \returns nothing where the owners stay
  std::vector<hierarchy::LevelLayout<D>> place_early();

  /// The present boxes dealt out anew, whatever the policy would say. Collective.
  std::vector<hierarchy::LevelLayout<D>> deal_anew();

  /// Weighs cells by block at the next decisions; empty: all alike. Not collective.
  /// \param cost  \see block_costs
  void weigh_blocks(std::vector<double> cost) { block_cost_ = std::move(cost); }

  /// Adds a step's work of this rank. Not collective.
  void add(const solver::StepReport& report, std::int64_t step);

  /// Adds the time that owners from place_early() or deal_anew() took to put in force [s]. Not
  /// collective.
  void add_install(double seconds) { sense_.add_install(seconds); }

  /// From a checkpoint at coarse step \p step: what was learned before, on as many ranks or not.
  /// \param block_cost  \see weigh_blocks
  void recall(std::int64_t step, const SenseMemory& sense, std::vector<double> block_cost);

  /// From a checkpoint, after recall(): the grids that were there, and what the manager remembers.
  void recall_grids(std::vector<geometry::BoxList<D>> boxes, manager::History history);

  /// From a checkpoint, after recall_grids(): owners and patches as they were.
  /// \param capacity  shape [ranks], where the history has no shares
  void restore(const workload::OwnerMap<D>& owners,
               std::span<const hierarchy::LevelLayout<D>> levels, std::vector<double> capacity);

  /// Clustered boxes of all levels, base included, before they are cut for owners.
  const std::vector<geometry::BoxList<D>>& boxes() const { return boxes_; }
  const std::vector<double>& block_cost() const { return block_cost_; }  ///< \see weigh_blocks
  int granularity() const { return granularity_; }  ///< of grid units [base cells]
  const workload::OwnerMap<D>& owners() const { return *owners_; }
  const manager::Manager& manager() const { return manager_; }
  const std::vector<double>& capacity() const { return capacity_; }
  const std::string& reason() const { return reason_; }
  /// The alternatives of the last decision, one a line; empty where none were weighed.
  const std::string& alternatives() const { return alternatives_; }
  /// Whether any rank has a budget of memory.
  bool has_memory_limit() const { return options_.sense.has_memory_limit; }
  /// Why the last base-level regrid was not accepted; empty if it was.
  const std::string& refusal() const { return refusal_; }
  std::int64_t repartitions() const { return repartitions_; }
  std::int64_t chances() const { return chances_; }
  const Imbalance& imbalance() const { return sense_.imbalance(); }
  /// Processor time that sensors have taken on this rank [s].
  double sensor_seconds() const { return sense_.sensor_seconds(); }
  /// Processor time that this rank has taken to tell the state of the application [s].
  double character_seconds() const { return character_seconds_; }
  /// What is wrong with the rules of octants; empty when nothing is.
  const std::string& octant_trouble() const { return octant_source_.trouble(); }
  /// For a checkpoint: \see recall
  SenseMemory sense_memory() const { return sense_.memory(); }
  /// \see RankSense::trouble
  std::string trouble() const { return sense_.trouble(); }
  /// \see RankSense::seconds_per_update
  std::vector<double> seconds_per_update() const { return sense_.seconds_per_update(); }
  /// Tells what is left to tell at the end of a run. Collective.
  void conclude() { sense_.conclude(); }

  /// \see LiveFacts::unnamed
  const std::vector<int>& unnamed_ranks() const { return sense_.unnamed_ranks(); }

  /// Looks at the rates at the next chance even when the interval has not passed.
  void sense_soon() { sense_.sense_soon(); }

 private:
  /// Most cells each rank has memory for, as far as that can be told; else nothing.
  std::vector<double> memory_caps() const;
  /// Whether the plan's owners fit into memory; if not, says so.
  bool is_accepted(const manager::Observation& now, const manager::Plan& plan);
  std::vector<double> load_of_cells() const;
  std::vector<hierarchy::LevelLayout<D>> layouts(int from,
                                                 const std::vector<geometry::BoxList<D>>& boxes);
  void own_everything();
  /// Tells the state of the application by its new grids. Collective.
  void look_at(const std::vector<geometry::BoxList<D>>& boxes);
  /// Measured, or assumed where clocks must not count.
  manager::Prices prices() const;
  /// Brings units_ up to date.
  void count_units(const std::vector<geometry::BoxList<D>>& boxes);
  void decide(const std::vector<geometry::BoxList<D>>& boxes);
  /// Coarse steps until there is another chance.
  std::int64_t steps_to_next() const;
  /// Whether there are new owners.
  bool decide_on_units();
  void put_in_force(const manager::Plan& plan);
  void publish_regrid(int from, const std::vector<hierarchy::LevelLayout<D>>& layouts) const;

  hierarchy::Mesh<D> mesh_;
  const comm::Communicator* communicator_;
  manager::Manager manager_;
  PlacementOptions options_;
  Publish publish_;

  RankSense sense_;
  OctantSource octant_source_;
  workload::GridWatch<D> watch_;
  double character_seconds_ = 0.0;
  int granularity_;                 ///< of grid units, now [base cells]
  std::vector<double> held_cells_;  ///< [ranks] of all levels
  std::vector<double> block_cost_;  ///< [blocks][max levels] of a cell update, or empty

  std::vector<geometry::BoxList<D>> boxes_;
  workload::UnitList units_;         ///< as last decided on; the base, and so where they lie, stays
  std::vector<double> held_before_;  ///< [units] cells as counted at the chance before
  std::optional<workload::OwnerMap<D>> owners_;
  std::optional<PatchLayouts<D>> patches_;  ///< where they have owners of their own
  std::vector<double> capacity_;            ///< [ranks] shares in force
  std::vector<double> dealt_load_;          ///< [max levels] of a cell, when those came in force
  std::string reason_;
  std::string alternatives_;
  std::string refusal_;
  std::int64_t step_ = 0;
  std::int64_t repartitions_ = 0;
  std::int64_t chances_ = 0;
  bool awaits_speeds_;    ///< nothing is known of them, and no regrid has come since the start
  bool asked_ = false;    ///< somebody wants new owners now
  bool started_ = false;  ///< a step has been made, or owners came from a checkpoint
};

}  // namespace evenkeel::runtime
