// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Start, steps and end of a run.
#include "evenkeel/runtime/main_loop.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/solver/diagnostics.hpp"
#include "evenkeel/workload/units_file.hpp"

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;
using telemetry::PhaseScope;

std::vector<double> given_shares(const io::Case& settings, int ranks) {
  if (settings.text("manage.capacity") != "given") {
    return {};
  }
  std::vector<double> shares =
      settings.has("machine.capacities")
          ? settings.numbers("machine.capacities")
          : workload::read_capacities(settings.text("machine.capacity_file"));
  if (shares.size() != static_cast<std::size_t>(ranks)) {
    throw InputError(
        fmt::format("{} capacities are given, the run has {} ranks", shares.size(), ranks));
  }
  if (std::ranges::all_of(shares, [](double share) { return share == 0.0; })) {
    throw InputError("all given capacities are 0: nobody could do the work");
  }
  return shares;
}

CapacitySource source_of(std::string_view word) {
  return word == "measured" ? CapacitySource::kMeasured
         : word == "given"  ? CapacitySource::kGiven
                            : CapacitySource::kEqual;
}

template <int D>
PlacementOptions placement_options(const io::Case& settings, const hierarchy::StateShape& shape,
                                   int ranks) {
  PlacementOptions options;
  options.granularity = static_cast<int>(settings.integer("partition.granularity"));
  options.curve = geometry::curve_kind(settings.text("partition.curve"));
  options.max_box = static_cast<int>(settings.integer("mesh.max_box"));
  options.align = static_cast<int>(settings.integer("mesh.min_box"));
  options.regrid_interval = static_cast<int>(settings.integer("mesh.regrid_interval"));
  options.bytes_per_cell = 8.0 * shape.components;
  options.sense_interval = settings.number("manage.sense_interval");
  options.source = source_of(settings.text("manage.capacity"));
  options.given = given_shares(settings, ranks);
  options.deterministic = settings.flag("manage.deterministic");
  if (settings.has("time.steps")) {
    options.end = settings.integer("time.steps");
  }
  return options;
}

template <int D>
const solver::Application<D>& application_of(const kernels::ApplicationPlugin& kernel) {
  return *std::get<std::unique_ptr<solver::Application<D>>>(kernel.application);
}

double injected_speed(const io::Case& settings, int rank) {
  return settings.has("machine.inject")
             ? settings.numbers("machine.inject")[static_cast<std::size_t>(rank)]
             : 1.0;
}

template <int D>
bool is_closed(const solver::Boundaries<D>& boundaries) {
  return std::ranges::all_of(boundaries, [](const auto& sides) {
    return std::ranges::all_of(sides, [](solver::BoundaryKind kind) {
      return kind == solver::BoundaryKind::kPeriodic || kind == solver::BoundaryKind::kReflect;
    });
  });
}

}  // namespace

template <int D>
MainLoop<D>::MainLoop(const RunRequest& request, CheckedCase checked,
                      const comm::Communicator& world, const std::filesystem::path& directory)
    : request_(request),
      settings_(std::move(checked.settings)),
      kernel_(std::move(checked.kernel)),
      world_(&world),
      path_(directory),
      slowed_(std::make_unique<SlowedApplication<D>>(application_of<D>(*kernel_),
                                                     injected_speed(settings_, world.rank()))),
      application_(injected_speed(settings_, world.rank()) < 1.0
                       ? static_cast<const solver::Application<D>*>(slowed_.get())
                       : &application_of<D>(*kernel_)),
      options_(make_options(settings_, *application_)),
      mesh_(make_mesh<D>(settings_, options_.boundaries)),
      hierarchy_(world, mesh_, solver::state_shape(*application_)),
      placement_(
          mesh_, world, manager::Manager(std::move(checked.methods), std::move(checked.policy)),
          placement_options<D>(settings_, hierarchy_.shape(), world.size()),
          [this](std::string_view kind, JsonLine fields) { publish(kind, std::move(fields)); }),
      integrator_(hierarchy_, *application_, options_,
                  [this](int from, const std::vector<geometry::BoxList<D>>& boxes) {
                    return placement_.place(from, boxes);
                  }) {}

template <int D>
MainLoop<D>::~MainLoop() = default;

template <int D>
void MainLoop<D>::publish(std::string_view kind, JsonLine fields) {
  if (!directory_) {
    return;
  }
  directory_->record({wall_seconds() - start_wall_, integrator_.clock().step, std::string(kind),
                      std::move(fields)});
  if (kind == telemetry::kind::kDecide) {
    const std::string line =
        fmt::format("step {}: {}", integrator_.clock().step, placement_.reason());
    directory_->log(line);
    if (request_.explain) {
      progress_->say(line);
    }
  }
}

template <int D>
void MainLoop<D>::start() {
  start_wall_ = wall_seconds();
  world_->all_or_none([&] {
    if (world_->rank() == 0) {
      directory_ = std::make_unique<RunDirectory>(path_, settings_.resolved(), request_.resume);
      progress_ = std::make_unique<Progress>(request_.quiet);
      open_trace();
    }
  });
  control_.emplace(path_ / "control", *world_);
  JsonLine fields;
  fields.add("kernel", settings_.text("kernel.name")).add("ranks", world_->size());
  publish(telemetry::kind::kStart, std::move(fields));
  if (request_.resume) {
    resume();
  } else {
    integrator_.initialise();
  }
  first_step_ = integrator_.clock().step;
  sums_ = conserved_sums();
  record_regrid();
}

template <int D>
void MainLoop<D>::open_trace() {
  if (!settings_.flag("output.trace")) {
    return;
  }
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
  trace_ = std::make_unique<workload::TraceWriter>(
      path_ / "trace.ndjson", header, request_.resume ? OpenMode::kContinue : OpenMode::kReplace);
}

template <int D>
void MainLoop<D>::record_regrid() {
  if (placement_.chances() == recorded_) {
    return;
  }
  recorded_ = placement_.chances();
  if (!trace_) {
    return;
  }
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  workload::TraceRegrid line;
  line.regrid = recorded_ - 1;
  line.step = integrator_.clock().step;
  line.time = integrator_.clock().time;
  for (const geometry::BoxList<D>& boxes : placement_.boxes()) {
    line.levels.push_back(workload::widen<D>(boxes));
  }
  trace_->write(line);
}

template <int D>
bool MainLoop<D>::is_over() const {
  const solver::Clock& clock = integrator_.clock();
  const bool steps_done =
      settings_.has("time.steps") && clock.step >= settings_.integer("time.steps");
  const bool time_done =
      settings_.has("time.end") && clock.time >= settings_.number("time.end") * (1.0 - 1e-14);
  return steps_done || time_done;
}

template <int D>
double MainLoop<D>::fraction_done() const {
  const solver::Clock& clock = integrator_.clock();
  double fraction = 0.0;
  if (settings_.has("time.steps")) {
    const auto whole = std::max<std::int64_t>(1, settings_.integer("time.steps") - first_step_);
    fraction = static_cast<double>(clock.step - first_step_) / static_cast<double>(whole);
  }
  if (settings_.has("time.end") && settings_.number("time.end") > 0.0) {
    fraction = std::max(fraction, clock.time / settings_.number("time.end"));
  }
  return fraction;
}

template <int D>
void MainLoop<D>::make_step() {
  const double begin = wall_seconds();
  const double end =
      settings_.has("time.end") ? settings_.number("time.end") : std::numeric_limits<double>::max();
  const solver::StepReport report = integrator_.step(end);
  const double seconds = wall_seconds() - begin;
  placement_.add(report, integrator_.clock().step);
  record_regrid();
  show_progress(seconds);
  if (report.retries > 0) {
    JsonLine fields;
    fields.add("text", fmt::format("the step was retried {} times with half the step: it violated "
                                   "the stability limit",
                                   report.retries));
    publish(telemetry::kind::kWarn, std::move(fields));
  }
}

template <int D>
void MainLoop<D>::show_progress(double seconds) {
  if (!directory_) {
    return;
  }
  ProgressState state;
  const solver::Clock& clock = integrator_.clock();
  state.step = clock.step;
  state.time = clock.time;
  state.dt = clock.dt;
  state.fraction = fraction_done();
  double updates = 0.0;
  for (int level = 0; level <= hierarchy_.finest(); ++level) {
    state.cells.push_back(hierarchy_.cells(level));
    updates += static_cast<double>(hierarchy_.cells(level)) *
               (options_.subcycle ? mesh_.total_ratio(level) : 1);
  }
  state.updates_per_s = seconds > 0.0 ? updates / seconds : 0.0;
  state.imbalance = placement_.imbalance_last();
  state.decision = placement_.reason().substr(0, placement_.reason().find(':'));
  JsonLine fields;
  fields.add("time", clock.time)
      .add("dt", clock.dt)
      .add("cells", state.cells)
      .add("seconds", seconds)
      .add("imbalance", state.imbalance);
  publish(telemetry::kind::kStep, std::move(fields));
  progress_->show(state);
}

template <int D>
void MainLoop<D>::after_step() {
  const std::int64_t step = integrator_.clock().step;
  const auto due = [&](std::string_view key) {
    const std::int64_t interval = settings_.integer(key);
    return interval > 0 && step % interval == 0;
  };
  if (due("output.plot_interval")) {
    write_plot();
  }
  if (due("output.checkpoint_interval")) {
    write_checkpoint();
  }
}

template <int D>
bool MainLoop<D>::obey(const Orders& orders) {
  if (orders.has(Order::kPlot)) {
    write_plot();
  }
  if (orders.has(Order::kResense)) {
    placement_.sense_soon();
  }
  if (orders.has(Order::kRepartition)) {
    placement_.sense_soon();
    integrator_.regrid();
    record_regrid();
  }
  if (orders.has(Order::kCheckpoint) || orders.has(Order::kStop)) {
    write_checkpoint();
  }
  return orders.has(Order::kStop);
}

template <int D>
bool MainLoop<D>::is_short_of_memory() {
  const double budget = settings_.number("memory.budget");
  if (budget <= 0.0) {
    return false;
  }
  const double most = world_->max(resident_bytes());
  if (most <= budget) {
    return false;
  }
  const std::string text = fmt::format(
      "a rank uses {} of memory, more than memory.budget = {}: stopping with a checkpoint",
      human_bytes(most), human_bytes(budget));
  JsonLine fields;
  fields.add("text", text);
  publish(telemetry::kind::kWarn, std::move(fields));
  if (progress_) {
    progress_->say("evenkeel: " + text);
  }
  write_checkpoint();
  return true;
}

template <int D>
RunEnd MainLoop<D>::run() {
  start();
  world_->barrier();
  start_account_ = world_->clock()->account();
  cpu_start_ = process_cpu_seconds();
  loop_start_ = wall_seconds();
  RunEnd end = RunEnd::kDone;
  if (settings_.integer("output.plot_interval") > 0 && !request_.resume) {
    write_plot();
  }
  while (!is_over()) {
    make_step();
    after_step();
    if (obey(control_->take()) || is_short_of_memory()) {
      end = RunEnd::kStopped;
      break;
    }
  }
  finish(end);
  return end;
}

template <int D>
std::map<std::string, double> MainLoop<D>::conserved_sums() {
  std::map<std::string, double> sums;
  const auto components = application_->components();
  for (std::size_t c = 0; c < components.size() && is_closed<D>(options_.boundaries); ++c) {
    if (components[c].conserved) {
      sums[components[c].name] = solver::total(hierarchy_, static_cast<int>(c));
    }
  }
  return sums;
}

template <int D>
Summary MainLoop<D>::summarise() {
  RankTotals mine = rank_totals(*world_->clock(), start_account_, cpu_start_);
  for (int level = 0; level <= hierarchy_.finest(); ++level) {
    for (const storage::Patch<D>& patch : hierarchy_.level(level).patches()) {
      mine.state_bytes +=
          8.0 * hierarchy_.shape().components * static_cast<double>(patch.box.volume());
    }
  }
  mine.storage_peak_bytes = static_cast<double>(hierarchy_.pool().bytes_peak());
  Summary summary;
  summary.kernel = settings_.text("kernel.name");
  summary.steps = integrator_.clock().step - first_step_;
  summary.time = integrator_.clock().time;
  for (int level = 0; level <= hierarchy_.finest(); ++level) {
    summary.cells_final += hierarchy_.cells(level);
  }
  summary.wall_s = world_->max(wall_seconds() - loop_start_);
  summary.regrids = placement_.chances();
  summary.repartitions = placement_.repartitions();
  summary.imbalance_mean = placement_.imbalance_mean();
  summary.imbalance_max = placement_.imbalance_max();
  summary.capacity = placement_.capacity();
  summary.ranks = world_->gather_all(mine);
  for (const auto& [name, sum] : conserved_sums()) {
    const double before = sums_[name];
    summary.conservation[name] = (sum - before) / std::max(std::abs(before), 1e-300);
  }
  const auto errors = solver::error_norms(hierarchy_, *application_, summary.time);
  for (std::size_t c = 0; errors && c < errors->size(); ++c) {
    const std::string& name = application_->components()[c].name;
    summary.error[name + ".l1"] = (*errors)[c].l1;
    summary.error[name + ".l2"] = (*errors)[c].l2;
    summary.error[name + ".linf"] = (*errors)[c].linf;
  }
  return summary;
}

template <int D>
void MainLoop<D>::finish(RunEnd end) {
  const Summary summary = summarise();
  world_->all_or_none([&] {
    if (!directory_) {
      return;
    }
    const std::string json = summary.json().text();
    write_file(path_ / "summary.json", json + "\n");
    publish(telemetry::kind::kFinish, summary.json());
    directory_->log(summary.text());
    progress_.reset();
    std::fputs(request_.json ? (json + "\n").c_str() : summary.text().c_str(), stdout);
    std::fputs(request_.json ? ""
                             : fmt::format("{}: {}\n", end == RunEnd::kDone ? "done" : "stopped",
                                           path_.string())
                                   .c_str(),
               stdout);
  });
}

template class MainLoop<1>;
template class MainLoop<2>;
template class MainLoop<3>;

}  // namespace evenkeel::runtime
