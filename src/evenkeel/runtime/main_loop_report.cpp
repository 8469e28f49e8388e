// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a run tells: events, progress, summary.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/runtime/main_loop.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/own_run.hpp"
#include "evenkeel/runtime/setting_warnings.hpp"

namespace evenkeel::runtime {

template <int D>
void MainLoop<D>::publish(std::string_view kind, JsonLine fields,
                          std::optional<std::int64_t> step) {
  if (!directory_) {
    return;
  }
  const telemetry::PhaseScope scope(*world_->clock(), telemetry::Phase::kIo);
  directory_->record({wall_seconds() - start_wall_, step.value_or(integrator_.clock().step),
                      std::string(kind), std::move(fields)});
  if (kind == telemetry::kind::kDecide) {
    const std::string line =
        fmt::format("step {}: {}", integrator_.clock().step, placement_.reason());
    directory_->log(line);
    if (request_.explain) {
      progress_->say(line + (placement_.alternatives().empty() ? "" : "\n") +
                     placement_.alternatives());
    }
  }
}

/// In the events, the log and on the terminal.
template <int D>
void MainLoop<D>::warn(const std::string& text) {
  if (!directory_) {
    return;
  }
  JsonLine fields;
  fields.add("text", text);
  publish(telemetry::kind::kWarn, std::move(fields));
  directory_->log("warning: " + text);
  progress_->warn(text);
}

template <int D>
void MainLoop<D>::warn_of_shares() {
  const std::string before = std::exchange(trouble_, placement_.trouble());
  if (!trouble_.empty() && trouble_ != before) {
    warn("shares stay as they are: " + trouble_);
  }
  const std::string octants = std::exchange(octant_trouble_, placement_.octant_trouble());
  if (!octant_trouble_.empty() && octant_trouble_ != octants) {
    warn("octants stay as they are: " + octant_trouble_);
  }
}

/// Of what was left behind by the run before, and whether it is gone on from.
template <int D>
void MainLoop<D>::warn_of_resuming() {
  if (!is_resumed_) {
    warn(fmt::format("{} holds no checkpoint: the run starts from the beginning", path_.string()));
  }
  if (world_->rank() == 0) {
    for (const Order order : control_->drop_earlier()) {
      warn(fmt::format("control/{} was given before, and is not obeyed now", name(order)));
    }
  }
}

/// Of what the case says and may not mean.
template <int D>
void MainLoop<D>::warn_of_settings() {
  if (const std::vector<int>& unnamed = placement_.unnamed_ranks(); !unnamed.empty()) {
    warn(fmt::format("{} does not name the hosts of ranks {}: nothing is known of them from there",
                     settings_.text("machine.file"), fmt::join(unnamed, ", ")));
  }
  for (const std::string& text : setting_warnings(settings_, *kernel_)) {
    warn(text);
  }
}

template <int D>
void MainLoop<D>::warn_of_unknown_orders() {
  for (const std::string& fault : control_->unknown_orders()) {
    warn(fault);
  }
}

template <int D>
void MainLoop<D>::show_phase(const std::string& doing) {
  if (progress_) {
    progress_->show(doing);
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
  state.fraction = fraction_done(0, 0.0);
  state.lately = fraction_done(first_step_, first_time_);
  double updates = 0.0;
  for (int level = 0; level <= hierarchy_.finest(); ++level) {
    state.cells.push_back(hierarchy_.cells(level));
    updates += static_cast<double>(hierarchy_.cells(level)) *
               (options_.subcycle ? mesh_.total_ratio(level) : 1);
  }
  state.updates_per_s = seconds > 0.0 ? updates / seconds : 0.0;
  state.imbalance = placement_.imbalance().last;
  state.decision = placement_.reason().substr(0, placement_.reason().find(':'));
  JsonLine fields;
  fields.add("time", clock.time)
      .add("dt", clock.dt)
      .add("cells", state.cells)
      .add("seconds", seconds)
      .add("imbalance", state.imbalance);
  publish(telemetry::kind::kStep, std::move(fields));
  progress_->show(state, wall_seconds() - loop_start_);
}

template <int D>
RankTotals MainLoop<D>::own_totals() {
  RankTotals mine = rank_totals(*world_->clock(), start_account_, cpu_start_);
  for (int level = 0; level <= hierarchy_.finest(); ++level) {
    for (const storage::Patch<D>& patch : hierarchy_.level(level).patches()) {
      const double cell = 8.0 * hierarchy_.shape().components;
      const geometry::Box<D> with_ghosts = patch.box.grow(hierarchy_.shape().ghosts);
      mine.state_bytes += cell * static_cast<double>(patch.box.volume());
      mine.state_ghost_bytes += cell * static_cast<double>(with_ghosts.volume());
    }
  }
  mine.sensor_s = placement_.sensor_seconds() - sensor_start_;
  mine.has_sensors = placement_.sensor_seconds() > 0.0;
  mine.state_s = placement_.character_seconds();
  mine.storage_peak_bytes = static_cast<double>(hierarchy_.pool().bytes_peak());
  return mine;
}

template <int D>
Summary MainLoop<D>::summarise() {
  const RankTotals mine = own_totals();
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
  summary.imbalance_mean = placement_.imbalance().mean();
  summary.imbalance_max = placement_.imbalance().most;
  summary.capacity = placement_.capacity();
  summary.ranks = world_->gather_all(mine);
  invariants_.add_to(summary, memory_.sums);
  return summary;
}

template <int D>
void MainLoop<D>::finish(RunEnd end, const Summary& summary, const std::string& fault) {
  world_->all_or_none([&] {
    if (!directory_) {
      return;
    }
    const std::string json = summary.json().text();
    publish(telemetry::kind::kFinish, summary.json());
    directory_->log(summary.text());
    progress_.reset();
    std::fputs(request_.json ? (json + "\n").c_str() : summary.text().c_str(), stdout);
    std::fflush(stdout);  // to be seen even if the disk is full
    write_file(path_ / "summary.json", json + "\n");
    const std::string_view how = end == RunEnd::kDone ? "done" : "stopped";
    const bool is_told = !request_.json && fault.empty();
    std::fputs(is_told ? fmt::format("{}: {}\n", how, path_.string()).c_str() : "", stdout);
  });
  if (!fault.empty()) {
    throw SystemError(fault);
  }
}

/// False where a run that is over has said so before: its summary stays.
template <int D>
bool MainLoop<D>::needs_summary() const {
  bool needs = true;
  on_root(*world_, [&] {
    needs = !std::filesystem::exists(path_ / "summary.json");
    if (!needs) {
      tell_done(path_, {integrator_.clock().step, integrator_.clock().time}, request_.json);
    }
  });
  return world_->max(needs && world_->rank() == 0 ? 1.0 : 0.0) > 0.0;
}

#define EVENKEEL_INSTANTIATE(D)                                                                \
  template void MainLoop<D>::publish(std::string_view, JsonLine, std::optional<std::int64_t>); \
  template void MainLoop<D>::warn(const std::string&);                                         \
  template void MainLoop<D>::warn_of_shares();                                                 \
  template void MainLoop<D>::warn_of_resuming();                                               \
  template void MainLoop<D>::warn_of_settings();                                               \
  template void MainLoop<D>::warn_of_unknown_orders();                                         \
  template void MainLoop<D>::show_phase(const std::string&);                                   \
  template void MainLoop<D>::show_progress(double);                                            \
  template Summary MainLoop<D>::summarise();                                                   \
  template bool MainLoop<D>::needs_summary() const;                                            \
  template void MainLoop<D>::finish(RunEnd, const Summary&, const std::string&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::runtime
