// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Start, steps and end of a run.
#include "evenkeel/runtime/main_loop.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/heap.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/own_run.hpp"
#include "evenkeel/runtime/placement_options.hpp"

namespace evenkeel::runtime {
namespace {

constexpr double kControlApart = 0.05;  ///< [s] between looks for orders

template <int D>
const solver::Application<D>& application_of(const kernels::ApplicationPlugin& kernel) {
  return *std::get<std::unique_ptr<solver::Application<D>>>(kernel.application);
}

manager::Manager manager_of(CheckedCase& checked) {
  manager::Manager manager(std::move(checked.methods), std::move(checked.policy));
  if (checked.octants) {
    manager.follow(*std::move(checked.octants));
  }
  return manager;
}

PlacementOptions completed(PlacementOptions options,
                           std::shared_ptr<const partition::PatchPartitioner> method,
                           bool subcycle) {
  options.patches = std::move(method);
  options.subcycle = subcycle;
  return options;
}

}  // namespace

template <int D>
MainLoop<D>::MainLoop(const RunRequest& request, CheckedCase checked,
                      std::span<const ParamSpec> specs, const comm::Communicator& world,
                      const std::filesystem::path& directory)
    : request_(request),
      settings_(std::move(checked.settings)),
      kernel_(std::move(checked.kernel)),
      specs_(specs),
      world_(&world),
      path_(directory),
      application_(&application_of<D>(*kernel_)),
      options_(make_options(settings_, *application_, world.rank())),
      mesh_(make_mesh<D>(settings_, options_.boundaries)),
      hierarchy_(world, mesh_, solver::state_shape(*application_)),
      costs_(hierarchy_, *application_, settings_),
      placement_(mesh_, world, manager_of(checked),
                 completed(placement_options(settings_, hierarchy_.shape(), world.rank()),
                           checked.patches, options_.subcycle),
                 [this](std::string_view kind, JsonLine fields, std::optional<std::int64_t> step) {
                   publish(kind, std::move(fields), step);
                 }),
      integrator_(hierarchy_, *application_, options_,
                  [this](int from, const std::vector<geometry::BoxList<D>>& boxes) {
                    costs_.collect();
                    if (from == 0) {
                      weigh_blocks();
                    }
                    auto layouts = placement_.place(from, boxes);
                    if (from == 0 && is_started_ && placement_.refusal().empty()) {
                      record_regrid();
                    }
                    return layouts;
                  }),
      invariants_(hierarchy_, integrator_, *application_, options_.boundaries) {
  if (!placement_.has_memory_limit()) {
    keep_heap();
  }
}

template <int D>
MainLoop<D>::~MainLoop() = default;

template <int D>
void MainLoop<D>::open_files() {
  on_root(*world_, [&] {
    directory_ =
        std::make_unique<RunDirectory>(*lock_, settings_.resolved(), is_resumed_,
                                       [this](const std::string& text) { progress_->warn(text); });
    open_trace();
  });
}

template <int D>
void MainLoop<D>::publish_start() {
  JsonLine fields;
  fields.add("kernel", settings_.text("kernel.name")).add("ranks", world_->size());
  if (is_resumed_ && world_->rank() == 0) {
    fields.add("resumed_from", std::filesystem::proximate(last_checkpoint_, path_).string());
  }
  publish(telemetry::kind::kStart, std::move(fields));
}

template <int D>
bool MainLoop<D>::set_up() {
  const bool is_whole = integrator_.initialise([this](int level) {
    show_phase(fmt::format("setting up level {}", level));
    return !control_->is_asked_to_stop();
  });
  if (is_whole) {
    memory_.sums = invariants_.sums();
  }
  return is_whole;
}

template <int D>
bool MainLoop<D>::start() {
  start_wall_ = wall_seconds();
  if (world_->rank() == 0) {
    progress_ = std::make_unique<Progress>(request_.quiet);
  }
  control_.emplace(path_ / "control", *world_, kControlApart);
  on_root(*world_, [&] {
    lock_.emplace(path_);
    expect_no_run_since(*lock_, request_.resume);
  });
  std::optional<io::Checkpoint<D>> checkpoint;
  if (request_.resume) {
    checkpoint = open_checkpoint();
  }
  is_resumed_ = checkpoint.has_value();
  open_files();
  publish_start();
  if (request_.resume) {
    warn_of_resuming();
  }
  warn_of_settings();
  if (checkpoint) {
    go_on_from(*checkpoint);
  } else if (!set_up()) {
    return false;
  }
  first_step_ = integrator_.clock().step;
  first_time_ = integrator_.clock().time;
  if (placement_.chances() > 0) {
    record_regrid();
  }
  is_started_ = true;
  return !control_->is_asked_to_stop();
}

template <int D>
bool MainLoop<D>::is_over() const {
  return is_at_end(settings_, integrator_.clock().step, integrator_.clock().time);
}

template <int D>
double MainLoop<D>::fraction_done(std::int64_t from_step, double from_time) const {
  const solver::Clock& clock = integrator_.clock();
  double fraction = 0.0;
  if (settings_.has("time.steps")) {
    const auto whole = std::max<std::int64_t>(1, settings_.integer("time.steps") - from_step);
    fraction = static_cast<double>(clock.step - from_step) / static_cast<double>(whole);
  }
  if (settings_.has("time.end") && settings_.number("time.end") > from_time) {
    const double whole = settings_.number("time.end") - from_time;
    fraction = std::max(fraction, (clock.time - from_time) / whole);
  }
  return fraction;
}

template <int D>
void MainLoop<D>::make_step() {
  const double begin = wall_seconds();
  const double end = settings_.has("time.end") ? settings_.number("time.end")
                                               : std::numeric_limits<double>::infinity();
  solver::StepReport report = integrator_.step(end, [this] { control_->begin(); });
  const double seconds = wall_seconds() - begin;
  costs_.add(report);
  placement_.add(report, integrator_.clock().step);
  if (auto layouts = placement_.place_early(); !layouts.empty()) {
    install(std::move(layouts));
  }
  show_progress(seconds);
  warn_of_shares();
  if (report.retries > 0) {
    warn(
        fmt::format("step {} was retried {} times with half the step: it violated the stability "
                    "limit",
                    integrator_.clock().step, report.retries));
  }
}

/// The present boxes on new owners.
template <int D>
void MainLoop<D>::install(std::vector<hierarchy::LevelLayout<D>> layouts) {
  const double start = wall_seconds();
  costs_.collect();
  hierarchy_.install(0, std::move(layouts), {});
  integrator_.make_room();
  placement_.add_install(wall_seconds() - start);
}

template <int D>
void MainLoop<D>::after_step() {
  const std::int64_t step = integrator_.clock().step;
  const auto due = [&](std::string_view key) {
    const std::int64_t interval = settings_.integer(key);
    return interval > 0 && step % interval == 0;
  };
  if (due("output.plot_interval") && !is_over()) {
    write_plot();
  }
  if (due("output.checkpoint_interval")) {
    try_checkpoint();
  }
}

template <int D>
bool MainLoop<D>::obey(const Orders& orders) {
  warn_of_unknown_orders();
  if (orders.has(Order::kPlot)) {
    write_plot();
  }
  if (orders.has(Order::kResense)) {
    placement_.sense_soon();
  }
  if (orders.has(Order::kRepartition)) {
    // The grids stay: when an order comes must not show in the solution.
    install(placement_.deal_anew());
  }
  if (orders.has(Order::kStop)) {
    write_checkpoint();
  } else if (orders.has(Order::kCheckpoint)) {
    try_checkpoint();
  }
  return orders.has(Order::kStop);
}

template <int D>
void MainLoop<D>::weigh_blocks() {
  if (!costs_.weigh_blocks() || !costs_.has_counted()) {
    return;
  }
  if (!settings_.flag("manage.deterministic")) {
    JsonLine found;
    publish(telemetry::kind::kWeigh, std::move(found.add("source_price", costs_.measure_price())));
  }
  placement_.weigh_blocks(costs_.of_blocks(placement_.granularity()));
}

/// What is idle goes back to the system before it could make memory look short.
template <int D>
void MainLoop<D>::give_back_idle() {
  constexpr double kRoomy = 0.8;  // of the budget
  const double budget = memory_budget(settings_, world_->rank());
  if (budget > 0.0 && resident_bytes() > kRoomy * budget) {
    hierarchy_.pool().return_idle();
  }
}

template <int D>
bool MainLoop<D>::is_short_of_memory() {
  if (!placement_.has_memory_limit()) {
    return false;
  }
  give_back_idle();
  struct Use {
    double bytes;
    double budget;

    double part() const { return budget > 0.0 ? bytes / budget : 0.0; }
  };
  const std::vector<Use> all =
      world_->gather_all(Use{resident_bytes(), memory_budget(settings_, world_->rank())});
  const Use fullest = *std::ranges::max_element(all, {}, &Use::part);
  if (fullest.part() > 1.0) {
    warn(
        fmt::format("a rank uses {} of memory, more than memory.budget = {}: stopping with a "
                    "checkpoint",
                    human_bytes(fullest.bytes), human_bytes(fullest.budget)));
    write_checkpoint();
  }
  return fullest.part() > 1.0;
}

/// Whether new grids are too large. The step that they were for is not made: a run with more memory
/// goes on from the checkpoint with them.
template <int D>
bool MainLoop<D>::lacks_room_for_grids() {
  integrator_.prepare();
  const std::string refusal = placement_.refusal();
  if (!refusal.empty()) {
    warn(refusal + ": stopping with a checkpoint");
    write_checkpoint();
  }
  return !refusal.empty();
}

template <int D>
RunEnd MainLoop<D>::make_steps() {
  while (!is_over()) {
    if (lacks_room_for_grids()) {
      return RunEnd::kShortOfMemory;
    }
    make_step();
    after_step();
    if (obey(control_->take())) {
      return RunEnd::kStopped;
    }
    if (is_short_of_memory()) {
      return RunEnd::kShortOfMemory;
    }
  }
  return RunEnd::kDone;
}

template <int D>
RunEnd MainLoop<D>::run() {
  try {
    return run_through();
  } catch (const InstabilityError& error) {
    throw InstabilityError(fmt::format("{}; {}", error.what(),
                                       last_checkpoint_.empty()
                                           ? "there is no checkpoint (output.checkpoint_interval)"
                                           : "the last good checkpoint is " + last_checkpoint_));
  }
}

template <int D>
RunEnd MainLoop<D>::run_through() {
  if (!start()) {
    warn(fmt::format("stopped before the first step: {}",
                     last_checkpoint_.empty() ? "there is no checkpoint, --resume starts anew"
                                              : "the last checkpoint is " + last_checkpoint_));
    return RunEnd::kStopped;
  }
  control_->promise_checkpoint();
  if (is_resumed_ && is_over() && !needs_summary()) {
    return RunEnd::kDone;
  }
  on_root(*world_, [&] { std::filesystem::remove(path_ / "summary.json"); });  // of a part before
  if (settings_.integer("output.plot_interval") > 0 && !is_resumed_) {
    write_plot();
  }
  world_->barrier();
  start_account_ = world_->clock()->account();
  cpu_start_ = process_cpu_seconds();
  sensor_start_ = placement_.sensor_seconds();
  loop_start_ = wall_seconds();
  const RunEnd end = make_steps();
  control_->promise_end();
  placement_.conclude();
  close_trace();
  show_phase("summing up");
  const Summary summary = summarise();
  std::string fault;
  if (settings_.integer("output.plot_interval") > 0 && is_over()) {
    fault = write_plot();  // like the first one outside of what is timed
  }
  finish(end, summary, fault);
  return end;
}

template class MainLoop<1>;
template class MainLoop<2>;
template class MainLoop<3>;

}  // namespace evenkeel::runtime
