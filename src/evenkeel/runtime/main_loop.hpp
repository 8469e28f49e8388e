// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The time loop of one run in one dimension, with everything that happens between steps.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/io/checkpoint.hpp"
#include "evenkeel/runtime/control.hpp"
#include "evenkeel/runtime/invariants.hpp"
#include "evenkeel/runtime/placement.hpp"
#include "evenkeel/runtime/progress.hpp"
#include "evenkeel/runtime/run.hpp"
#include "evenkeel/runtime/run_directory.hpp"
#include "evenkeel/runtime/run_memory.hpp"
#include "evenkeel/runtime/run_trace.hpp"
#include "evenkeel/runtime/setup.hpp"
#include "evenkeel/runtime/source_costs.hpp"
#include "evenkeel/runtime/summary.hpp"
#include "evenkeel/solver/integrator.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::runtime {

/// One run. Made on every rank alike; all members are collective.
template <int D>
class MainLoop {
 public:
  /// \param specs      parameters of the kernel; outlive this object
  /// \param directory  where this run writes; exists
  MainLoop(const RunRequest& request, CheckedCase checked, std::span<const ParamSpec> specs,
           const comm::Communicator& world, const std::filesystem::path& directory);
  ~MainLoop();

  /// Steps until the end, an order to stop, or an error.
  /// \throws InstabilityError where numbers make no sense, naming the last good checkpoint
  RunEnd run();

 private:
  /// False where a signal has asked for a stop before all stood.
  bool start();
  void open_files();
  void publish_start();
  /// The first hierarchy, or as much of it as there is time for.
  bool set_up();
  /// run() without the advice.
  RunEnd run_through();
  /// Steps until the end or an order to stop.
  RunEnd make_steps();
  /// Tells placement what source terms have cost where, as far as they have run.
  void weigh_blocks();
  workload::TraceHeader trace_header() const;
  void open_trace();
  /// Its header gets what updates have taken, now that it is known.
  void close_trace();
  /// The checkpoint to go on from; none where the run has not come to one. Nothing has been written
  /// when it does not fit.
  std::optional<io::Checkpoint<D>> open_checkpoint();
  bool needs_summary() const;
  void leave_later_files(std::int64_t step);
  std::vector<double> step_rule() const;
  void check_nesting() const;
  void go_on_from(const io::Checkpoint<D>& checkpoint);
  io::RunState run_state() const;
  void make_step();
  void install(std::vector<hierarchy::LevelLayout<D>> layouts);
  void after_step();
  /// Carries out orders; true when the run is to stop.
  bool obey(const Orders& orders);
  bool is_over() const;
  /// Of what lay between that step, at that time, and the end.
  double fraction_done(std::int64_t from_step, double from_time) const;
  void give_back_idle();
  /// Over the budget: a checkpoint has been written.
  bool is_short_of_memory();
  bool lacks_room_for_grids();
  /// \throws SystemError saying \p fault, unless it is "", once all is told and written
  void finish(RunEnd end, const Summary& summary, const std::string& fault);

  /// \see Publish
  void publish(std::string_view kind, JsonLine fields, std::optional<std::int64_t> step = {});
  void warn(const std::string& text);
  void warn_of_settings();
  void warn_of_unknown_orders();
  void warn_of_resuming();
  /// Where shares stay as they are for a reason that has not been told.
  void warn_of_shares();
  /// Adds the hierarchy to the trace; what source terms cost is counted anew from here.
  void record_regrid();
  /// \returns why it could not be written: a run goes on without
  std::string write_plot();
  void write_checkpoint();
  /// write_checkpoint() that only warns where it could not: older ones are whole.
  void try_checkpoint();
  /// Shows people what is done that is no step and may take long.
  void show_phase(const std::string& doing);
  void show_progress(double seconds);
  RankTotals own_totals();
  Summary summarise();

  RunRequest request_;
  io::Case settings_;
  std::unique_ptr<kernels::ApplicationPlugin> kernel_;
  std::span<const ParamSpec> specs_;  ///< of the kernel
  const comm::Communicator* world_;
  std::filesystem::path path_;
  std::optional<RunLock> lock_;              ///< rank 0 alone
  std::unique_ptr<RunDirectory> directory_;  ///< rank 0 alone
  std::unique_ptr<Progress> progress_;       ///< rank 0 alone
  std::optional<RunTrace> trace_;            ///< rank 0 alone, where a trace is wanted
  const solver::Application<D>* application_;
  solver::IntegratorOptions<D> options_;
  hierarchy::Mesh<D> mesh_;
  hierarchy::Hierarchy<D> hierarchy_;
  SourceCosts<D> costs_;
  Placement<D> placement_;
  solver::Integrator<D> integrator_;
  Invariants<D> invariants_;
  std::optional<Control> control_;

  double start_wall_ = 0.0;           ///< [s]
  double loop_start_ = 0.0;           ///< [s]
  double cpu_start_ = 0.0;            ///< [s]
  double sensor_start_ = 0.0;         ///< [s]
  telemetry::Account start_account_;  ///< when the time loop began
  RunMemory memory_;                  ///< what a checkpoint carries for this loop
  std::vector<std::string> damage_;   ///< of checkpoints that were passed over, rank 0 alone
  std::string last_checkpoint_;       ///< that is whole and good; empty: none
  std::int64_t first_step_ = 0;
  double first_time_ = 0.0;
  std::string trouble_;         ///< with capacities, as last told
  std::string octant_trouble_;  ///< with rules of octants, as last told
  bool is_resumed_ = false;     ///< from a checkpoint
  bool is_started_ = false;     ///< the first hierarchy stands
};

}  // namespace evenkeel::runtime
