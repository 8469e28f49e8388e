// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plot files, checkpoints, and the way back from one.
#include <fmt/format.h>

#include "evenkeel/io/checkpoint.hpp"
#include "evenkeel/io/plotfile.hpp"
#include "evenkeel/io/verify.hpp"
#include "evenkeel/runtime/history_json.hpp"
#include "evenkeel/runtime/main_loop.hpp"

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;
using telemetry::PhaseScope;

std::vector<std::string> names_of(std::span<const solver::Component> components) {
  std::vector<std::string> names;
  for (const solver::Component& component : components) {
    names.push_back(component.name);
  }
  return names;
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
  state.identity = settings_.written({"kernel", "domain"});
  return state;
}

template <int D>
void MainLoop<D>::write_plot() {
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  io::PlotInfo info;
  info.time = integrator_.clock().time;
  info.step = integrator_.clock().step;
  info.level_steps = integrator_.level_steps();
  info.components = names_of(application_->components());
  const auto rank = static_cast<std::size_t>(world_->rank());
  info.capacity_share = placement_.capacity().at(rank);
  io::write_plotfile(path_ / fmt::format("plt{:05}", info.step), hierarchy_, info);
}

template <int D>
void MainLoop<D>::write_checkpoint() {
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  io::RunState state = run_state();
  state.capacities = placement_.capacity();
  state.granularity = placement_.owners().granularity();
  state.unit_owners = placement_.owners().owners();
  state.history = to_json(placement_.manager().history());
  const std::filesystem::path written = io::write_checkpoint(
      path_, hierarchy_, state, {}, static_cast<int>(settings_.integer("output.keep")));
  JsonLine fields;
  fields.add("path", written.filename().string());
  publish(telemetry::kind::kCheckpoint, std::move(fields));
}

/// The checkpoint asked for, or the newest whole one; faults of newer ones are told.
template <int D>
std::filesystem::path MainLoop<D>::choose_checkpoint() {
  std::string chosen;
  world_->all_or_none([&] {
    if (!directory_) {
      return;
    }
    if (!request_.checkpoint.empty()) {
      chosen = request_.checkpoint.string();
      return;
    }
    const io::Usable usable = io::find_usable(path_);
    for (const std::string& problem : usable.problems) {
      progress_->say("evenkeel: damaged checkpoint: " + problem);
      JsonLine fields;
      fields.add("text", problem);
      publish(telemetry::kind::kWarn, std::move(fields));
    }
    if (!usable.checkpoint) {
      throw InputError(fmt::format("{} holds no whole checkpoint to resume from", path_.string()));
    }
    chosen = usable.checkpoint->string();
  });
  std::vector<char> bytes(chosen.begin(), chosen.end());
  world_->broadcast(bytes, 0);
  return std::string(bytes.begin(), bytes.end());
}

template <int D>
void MainLoop<D>::resume() {
  const PhaseScope scope(*world_->clock(), Phase::kIo);
  const io::Checkpoint<D> checkpoint = io::read_checkpoint<D>(*world_, choose_checkpoint());
  io::expect_same_case(checkpoint, run_state(), mesh_);
  const io::RunState& state = checkpoint.state();
  integrator_.restore({state.step, state.time, state.dt}, state.level_steps, state.next_dt);
  std::vector<geometry::BoxList<D>> boxes;
  for (const hierarchy::LevelLayout<D>& level : checkpoint.levels) {
    boxes.push_back(level.boxes);
    geometry::coalesce(boxes.back());
  }
  if (static_cast<int>(state.capacities.size()) == world_->size()) {
    placement_.restore({mesh_.domain(0), state.granularity, state.unit_owners}, boxes,
                       state.capacities, history_from_json(state.history));
    hierarchy_.install(0, checkpoint.levels, {});
  } else {
    hierarchy_.install(0, placement_.place(0, boxes), {});
  }
  io::load_values(checkpoint, hierarchy_);
}

#define EVENKEEL_INSTANTIATE(D)                                    \
  template io::RunState MainLoop<D>::run_state() const;            \
  template void MainLoop<D>::write_plot();                         \
  template void MainLoop<D>::write_checkpoint();                   \
  template std::filesystem::path MainLoop<D>::choose_checkpoint(); \
  template void MainLoop<D>::resume()
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::runtime
