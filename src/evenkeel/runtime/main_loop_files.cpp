// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plot files, the trace, checkpoints, and the way back from one.
#include <utility>

#include <fmt/format.h>

#include "evenkeel/io/plotfile.hpp"
#include "evenkeel/runtime/main_loop.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/own_run.hpp"

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;
using telemetry::PhaseScope;

/// What the case wants plot files to have beside the state.
template <int D>
std::vector<io::DerivedQuantity> derived_of(const io::Case& settings,
                                            const solver::Application<D>& application) {
  std::vector<io::DerivedQuantity> wanted;
  if (!settings.has("output.derived")) {
    return wanted;
  }
  const auto known = application.derived();
  for (const std::string& name : settings.texts("output.derived")) {
    const auto which = static_cast<std::size_t>(std::ranges::find(known, name) - known.begin());
    wanted.push_back({name, [&application, which](auto values, std::span<double> out) {
                        application.derive(which, values, out);
                      }});
  }
  return wanted;
}

}  // namespace

template <int D>
io::RunState MainLoop<D>::run_state() const {
  io::RunState state;
  const solver::Clock& clock = integrator_.clock();
  state.step = clock.step;
  state.time = clock.time;
  state.dt = clock.dt;
  state.next_dt = integrator_.next_dt();
  state.level_steps = integrator_.level_steps();
  state.kernel = settings_.text("kernel.name");
  state.components = names_of(application_->components());
  state.config = settings_.resolved();
  state.identity = identity_of(settings_);
  return state;
}

template <int D>
std::string MainLoop<D>::write_plot() {
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  io::PlotInfo info;
  info.time = integrator_.clock().time;
  info.step = integrator_.clock().step;
  info.subcycles = options_.subcycle;
  info.level_steps = integrator_.level_steps();
  info.components = names_of(application_->components());
  info.derived = derived_of(settings_, *application_);
  const auto rank = static_cast<std::size_t>(world_->rank());
  info.capacity_share = placement_.capacity().at(rank);
  const std::string name = fmt::format("plt{:05}", info.step);
  show_phase("writing " + name);
  try {
    io::write_plotfile(path_ / name, hierarchy_, info);
  } catch (const SystemError& error) {
    warn(fmt::format("{}: there will be no {}", error.what(), name));
    return error.what();
  }
  JsonLine fields;
  fields.add("path", name);
  publish(telemetry::kind::kPlot, std::move(fields));
  return {};
}

template <int D>
void MainLoop<D>::write_checkpoint() {
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  io::RunState state = run_state();
  state.capacities = placement_.capacity();
  state.granularity = placement_.owners().granularity();
  state.unit_owners = placement_.owners().owners();
  memory_.manager = placement_.manager().history();
  memory_.sense = placement_.sense_memory();
  memory_.source_price = costs_.price();
  memory_.block_cost = placement_.block_cost();
  memory_.step_rule = step_rule();
  memory_.nesting = integrator_.nesting();
  state.history = to_json(memory_);
  show_phase(fmt::format("writing chk{:05}", state.step));
  const io::WrittenCheckpoint written = io::write_checkpoint(
      path_, hierarchy_, state, static_cast<int>(settings_.integer("output.keep")));
  last_checkpoint_ = written.dir.string();
  JsonLine fields;
  fields.add("path", written.dir.filename().string());
  publish(telemetry::kind::kCheckpoint, std::move(fields));
  for (const std::string& fault : written.faults) {
    warn(fmt::format("{} is written, but {}", written.dir.filename().string(), fault));
  }
}

template <int D>
void MainLoop<D>::try_checkpoint() {
  try {
    write_checkpoint();
  } catch (const SystemError& error) {
    warn(fmt::format("{}: there will be no chk{:05}", error.what(), integrator_.clock().step));
  }
}

template <int D>
std::optional<io::Checkpoint<D>> MainLoop<D>::open_checkpoint() {
  show_phase("verifying checkpoints");
  std::string chosen;
  on_root(*world_, [&] {
    const io::Usable usable = choose_checkpoint(path_, request_.checkpoint);
    chosen = usable.checkpoint.value_or("").string();
    damage_ = usable.problems;
  });
  broadcast_text(*world_, chosen);
  if (chosen.empty()) {
    return std::nullopt;
  }
  io::Checkpoint<D> checkpoint = io::read_checkpoint<D>(*world_, chosen);
  io::expect_same_case(checkpoint, run_state(), mesh_,
                       default_identity(settings_.text("kernel.name"), specs_, *application_));
  last_checkpoint_ = chosen;
  const io::RunState& state = checkpoint.state();
  memory_ = memory_from_json(state.history);
  const bool goes_on = memory_.step_rule.empty() || memory_.step_rule == step_rule();
  integrator_.restore({state.step, state.time, state.dt}, state.level_steps,
                      goes_on ? state.next_dt : 0.0);
  check_nesting();
  return checkpoint;
}

/// What sets the size of steps: where it is another one than before, the next size is found anew.
template <int D>
std::vector<double> MainLoop<D>::step_rule() const {
  return {options_.cfl, options_.fixed_dt, options_.subcycle ? 1.0 : 0.0};
}

/// Levels of a checkpoint stay until the first regrid.
template <int D>
void MainLoop<D>::check_nesting() const {
  if (const int least = integrator_.least_nesting();
      memory_.nesting > 0 && memory_.nesting < least) {
    throw InputError(fmt::format(
        "{}: mesh.flag = \"{}\" reads {} cells of the coarser level around a level, those of the "
        "checkpoint were made with {}: go on with the mesh.flag that they were made by",
        last_checkpoint_, settings_.text("mesh.flag"), least, memory_.nesting));
  }
}

template <int D>
void MainLoop<D>::go_on_from(const io::Checkpoint<D>& checkpoint) {
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  for (const std::string& fault : damage_) {
    warn("damaged checkpoint passed over: " + fault);
  }
  const io::RunState& state = checkpoint.state();
  if (!request_.checkpoint.empty()) {
    leave_later_files(state.step);
  }
  show_phase("reading " + last_checkpoint_);
  std::vector<geometry::BoxList<D>> boxes;
  for (const hierarchy::LevelLayout<D>& level : checkpoint.levels) {
    boxes.push_back(level.boxes);
    geometry::coalesce(boxes.back());
  }
  costs_.restore(memory_.source_price);
  placement_.recall(
      state.step, memory_.sense,
      state.granularity == placement_.granularity() ? memory_.block_cost : std::vector<double>());
  if (static_cast<int>(state.capacities.size()) == world_->size()) {
    placement_.recall_grids(boxes, memory_.manager);
    placement_.restore({mesh_.domain(0), state.granularity, state.unit_owners}, checkpoint.levels,
                       state.capacities);
    hierarchy_.install(0, checkpoint.levels, {});
  } else {
    placement_.recall_grids(boxes, {.character = memory_.manager.character});
    hierarchy_.install(0, placement_.place(0, boxes), {});
  }
  io::load_values(checkpoint, hierarchy_);
}

/// A run that goes back to a step leaves what it had come to: a later --resume must not take it.
template <int D>
void MainLoop<D>::leave_later_files(std::int64_t step) {
  std::vector<std::string> later;
  on_root(*world_, [&] { later = set_aside_after(path_, step); });
  if (!later.empty()) {
    warn(fmt::format("{} set aside as NAME.left: the run goes on from step {}",
                     fmt::join(later, ", "), step));
  }
}

template <int D>
workload::TraceHeader MainLoop<D>::trace_header() const {
  workload::TraceHeader header;
  header.dimension = D;
  header.ratio = mesh_.ratio;
  std::ranges::copy(mesh_.cells, header.base.begin());
  std::ranges::copy(mesh_.periodic, header.periodic.begin());
  header.max_levels = mesh_.max_levels;
  header.kernel = settings_.text("kernel.name");
  header.components = hierarchy_.shape().components;
  header.bytes_per_cell = 8 * hierarchy_.shape().components;
  header.ghost = hierarchy_.shape().ghosts;
  header.regrid_interval = options_.regrid_interval;
  header.subcycle = options_.subcycle;
  header.seconds_per_update = placement_.seconds_per_update();
  return header;
}

/// A continued trace ends where its checkpoint was written: later lines are made again.
template <int D>
void MainLoop<D>::open_trace() {
  const bool is_wanted = settings_.flag("output.trace");
  const std::filesystem::path path = path_ / "trace.ndjson";
  if (is_resumed_) {
    const std::filesystem::path before =
        std::filesystem::path(last_checkpoint_).parent_path() / "trace.ndjson";
    if (is_wanted && !std::filesystem::exists(path) && std::filesystem::exists(before)) {
      std::filesystem::copy_file(before, path);  // a run that branches off
    }
    cut_trace(path, memory_.regrids);
  }
  if (!is_wanted) {
    return;
  }
  trace_.emplace(path, trace_header(), is_resumed_ ? OpenMode::kContinue : OpenMode::kReplace);
}

template <int D>
void MainLoop<D>::close_trace() {
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  workload::TraceHeader header = trace_header();
  costs_.price(header);
  if (!trace_ || header.seconds_per_update.empty()) {
    return;
  }
  if (const std::string fault = trace_->close(header); !fault.empty()) {
    warn(fault);
  }
}

template <int D>
void MainLoop<D>::record_regrid() {
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  std::vector<std::vector<double>> cost = costs_.of_boxes(placement_.boxes());
  if (trace_) {
    workload::TraceRegrid line;
    line.cost = std::move(cost);
    line.regrid = memory_.regrids;
    line.step = integrator_.clock().step;
    line.time = integrator_.clock().time;
    for (const geometry::BoxList<D>& boxes : placement_.boxes()) {
      line.levels.push_back(workload::widen<D>(boxes));
    }
    for (const std::string& warning : trace_->append(line)) {
      warn(warning);
    }
  }
  ++memory_.regrids;
  costs_.clear();
}

#define EVENKEEL_INSTANTIATE(D)                                             \
  template io::RunState MainLoop<D>::run_state() const;                     \
  template std::string MainLoop<D>::write_plot();                           \
  template void MainLoop<D>::write_checkpoint();                            \
  template void MainLoop<D>::try_checkpoint();                              \
  template std::optional<io::Checkpoint<D>> MainLoop<D>::open_checkpoint(); \
  template void MainLoop<D>::go_on_from(const io::Checkpoint<D>&);          \
  template void MainLoop<D>::leave_later_files(std::int64_t);               \
  template std::vector<double> MainLoop<D>::step_rule() const;              \
  template void MainLoop<D>::check_nesting() const;                         \
  template workload::TraceHeader MainLoop<D>::trace_header() const;         \
  template void MainLoop<D>::open_trace();                                  \
  template void MainLoop<D>::close_trace();                                 \
  template void MainLoop<D>::record_regrid()
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::runtime
