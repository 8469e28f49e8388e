// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who owns what: senses the ranks, asks the manager, makes layouts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/io/case_file.hpp"
#include "evenkeel/machine/measured_rate.hpp"
#include "evenkeel/manager/manager.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"
#include "evenkeel/runtime/metric_shares.hpp"
#include "evenkeel/runtime/patch_layouts.hpp"
#include "evenkeel/solver/integrator.hpp"
#include "evenkeel/telemetry/event.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::runtime {

/// Where the shares of ranks come from.
enum class CapacitySource { kMeasured, kGiven, kEqual, kMetric };

/// What placement needs to know of the case.
struct PlacementOptions {
  int granularity = 4;  ///< [base cells]
  geometry::CurveKind curve = geometry::CurveKind::hilbert;
  int max_box = 32;         ///< [cells]
  int align = 4;            ///< patch corners are multiples of this [cells of their level]
  int regrid_interval = 4;  ///< [coarse steps] between chances
  double bytes_per_cell = 8.0;
  double sense_interval = 1.0;  ///< [s]
  /// For kMetric; for kMeasured, where there is a machine file: what counts until ranks are
  /// measured.
  std::optional<MetricChoice> metric = {};
  double memory_budget = 0.0;  ///< of one rank; 0: no limit [byte]
  CapacitySource source = CapacitySource::kMeasured;
  std::vector<double> given;                                   ///< [ranks] shares, for kGiven
  std::shared_ptr<const partition::PatchPartitioner> patches;  ///< null: columns keep together
  bool deterministic = false;                                  ///< no clock enters a decision
  bool subcycle = true;                                        ///< finer levels take more steps
  std::optional<std::int64_t> end;                             ///< last step, where it is known
};

/// What this rank did since the last look.
struct WorkWindow {
  std::vector<double> updates;  ///< [levels] cell updates
  std::vector<double> seconds;  ///< [levels] [s] computing
  std::int64_t steps = 0;       ///< coarse steps
};

/// Turns clustered boxes into layouts with owners; the callback an Integrator wants.
///
/// At every base-level regrid it gathers what the ranks did, updates their rates, builds the grid
/// units and lets the manager decide. Finer regrids keep the owners of the columns. Where patches
/// have owners of their own, the manager only decides when new shares are followed; levels that are
/// rebuilt are dealt out by the shares in force, patches staying where they were as far as balance
/// allows.
template <int D>
class Placement {
 public:
  using Publish = std::function<void(std::string_view kind, JsonLine fields)>;

  Placement(const hierarchy::Mesh<D>& mesh, const comm::Communicator& communicator,
            manager::Manager manager, PlacementOptions options, Publish publish);

  /// Collective when \p from is 0. See Integrator::Place.
  std::vector<hierarchy::LevelLayout<D>> place(int from,
                                               const std::vector<geometry::BoxList<D>>& boxes);

  /// The present boxes dealt out anew, whatever the policy would say. Collective.
  std::vector<hierarchy::LevelLayout<D>> deal_anew();

  /// Adds a step's work to the window. Not collective.
  void add(const solver::StepReport& report, std::int64_t step);

  /// From a checkpoint: owners as they were.
  void restore(const workload::OwnerMap<D>& owners, std::vector<geometry::BoxList<D>> boxes,
               std::vector<double> capacity, manager::History history);

  /// Clustered boxes of all levels, base included, before they are cut for owners.
  const std::vector<geometry::BoxList<D>>& boxes() const { return boxes_; }
  const workload::OwnerMap<D>& owners() const { return *owners_; }
  const manager::Manager& manager() const { return manager_; }
  const std::vector<double>& capacity() const { return capacity_; }
  const std::string& reason() const { return reason_; }
  /// The alternatives of the last decision, one a line; empty where none were weighed.
  const std::string& alternatives() const { return alternatives_; }
  /// Why the last base-level regrid was not accepted; empty if it was.
  const std::string& refusal() const { return refusal_; }
  std::int64_t repartitions() const { return repartitions_; }
  std::int64_t chances() const { return chances_; }
  double imbalance_mean() const;
  double imbalance_max() const { return imbalance_max_; }
  double imbalance_last() const { return imbalance_last_; }

  /// Looks at the rates at the next chance even when the interval has not passed.
  void sense_soon() { sense_now_ = true; }

 private:
  /// Work of all ranks that the rates have not seen yet, [ranks][levels].
  struct Pending {
    std::vector<double> updates;
    std::vector<double> seconds;
    double elapsed = 0.0;                   ///< [s]
    std::vector<double> availability = {};  ///< [ranks] of a processor, newest; 0: not known
  };

  void mark();
  void sense();
  bool is_look_due(double elapsed) const;
  void observe_when_due();
  void ask_metric();
  /// Of a processor to this rank since \p spent began.
  double availability(const telemetry::Account& spent, double slowdown, double elapsed) const;
  /// Most cells each rank has memory for, as far as that can be told; else nothing.
  std::vector<double> memory_caps() const;
  /// Whether \p owners fit into memory; if not, says so.
  bool is_accepted(const manager::Observation& now, const manager::Plan& plan);
  void price(double regrid_seconds, double move_seconds, double moved_bytes);
  std::vector<machine::RankRate> rates() const;
  std::vector<double> costs_per_update() const;
  std::vector<double> load_of_cells() const;
  std::vector<hierarchy::LevelLayout<D>> layouts(int from,
                                                 const std::vector<geometry::BoxList<D>>& boxes);
  void own_everything();
  void decide(const std::vector<geometry::BoxList<D>>& boxes);
  void report(const manager::Plan& plan, const manager::Observation& now);

  hierarchy::Mesh<D> mesh_;
  const comm::Communicator* communicator_;
  manager::Manager manager_;
  PlacementOptions options_;
  Publish publish_;

  machine::MeasuredRate rate_;
  int ranks_on_node_;           ///< who share a quota
  std::vector<double> quotas_;  ///< [ranks] at the start [core]
  WorkWindow window_;
  double window_start_ = 0.0;          ///< [s]
  telemetry::Account window_account_;  ///< at the window's start
  Pending pending_;
  std::optional<MetricShares> metric_;
  MetricShares::Did did_;           ///< since the metric was asked
  std::vector<int> group_;          ///< [ranks] number of the host
  double base_bytes_ = 0.0;         ///< this rank used before there were grids [byte]
  std::vector<double> grid_bytes_;  ///< [ranks] used by grids [byte]
  std::vector<double> room_bytes_;  ///< [ranks] that grids may use [byte]
  std::vector<double> held_cells_;  ///< [ranks] of all levels
  bool sense_now_ = false;

  std::vector<geometry::BoxList<D>> boxes_;
  std::optional<workload::OwnerMap<D>> owners_;
  std::optional<PatchLayouts<D>> patches_;  ///< where they have owners of their own
  std::vector<double> dealt_capacity_;      ///< [ranks] shares in force, for patches
  std::vector<double> dealt_load_;          ///< [max levels] of a cell, when those came in force
  std::vector<double> capacity_;
  std::string reason_;
  std::string alternatives_;
  std::string refusal_;
  std::int64_t step_ = 0;
  std::int64_t repartitions_ = 0;
  std::int64_t chances_ = 0;
  bool moved_last_ = false;
  bool asked_ = false;    ///< somebody wants new owners now
  bool started_ = false;  ///< a step has been made, or owners came from a checkpoint

  double step_seconds_ = 0.0;
  double partition_seconds_ = 0.0;
  double quiet_regrid_seconds_ = 0.0;  ///< of a regrid without new owners
  double rebuild_seconds_ = 0.0;
  double bandwidth_ = 1e8;  ///< [byte/s] a prior until something has moved
  double imbalance_sum_ = 0.0;
  std::int64_t imbalance_count_ = 0;
  double imbalance_last_ = 0.0;
  double imbalance_max_ = 0.0;
};

}  // namespace evenkeel::runtime
