// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One step of one level: ghosts filled before every stage, then its patches advanced.
#include "evenkeel/solver/level_step.hpp"

#include <algorithm>

#include "evenkeel/solver/solids.hpp"
#include "evenkeel/solver/source_terms.hpp"

namespace evenkeel::solver {

template <int D>
LevelStepper<D>::LevelStepper(hierarchy::Hierarchy<D>& hierarchy, const Application<D>& application,
                              const Boundaries<D>& boundaries, double speed)
    : hierarchy_(&hierarchy), application_(&application), brake_(speed) {
  EVENKEEL_EXPECT(application.components().size() <= kMaxComponents);
  EVENKEEL_EXPECT(2 <= application.time_order() && application.time_order() <= 4);
  splits_ = application.has_source();
  keeps_start_ = splits_ && application.keeps_old();
  EVENKEEL_EXPECT(!keeps_start_ || application.registers() > 0);
  follows_ = application.time_order() == 4;
  EVENKEEL_EXPECT(!follows_ || (application.stages() == 4 && application.keeps_old() && !splits_ &&
                                !application.joins_patches()));
  constexpr std::size_t kMostPatches = hierarchy::PatchGroups<D>::kMostPatches;
  refined_.reserve(kMostPatches);
  steps_.reserve(kMostPatches);
  rates_.reserve(kMostPatches);
  registers_.resize(kMostPatches * static_cast<std::size_t>(application.registers()));
  const hierarchy::Mesh<D>& mesh = hierarchy.mesh();
  // What leaves through a side is made of all components.
  const auto leaves = [](const std::array<BoundaryKind, 2>& sides) {
    return std::ranges::count(sides, BoundaryKind::kOutgoing) > 0;
  };
  if (std::ranges::none_of(boundaries, leaves)) {
    stage_components_ = application.stage_components();
  }
  if (hierarchy.communicator().size() > 1) {
    look_ = [this] { look_at_messages(); };
  }
  stage_seconds_.assign(static_cast<std::size_t>(mesh.max_levels), 0.0);
  for (int level = 0; level < mesh.max_levels; ++level) {
    surroundings_.push_back({&application, boundaries, mesh.domain(level),
                             Place<D>{level, mesh.lower, mesh.spacing(level)}});
    masked_.push_back(masked_boxes<D>(application.solids(), mesh, level));
  }
}

template <int D>
void LevelStepper<D>::clear_masked(int level) {
  for (const storage::Patch<D>& patch : hierarchy_->level(level).patches()) {
    solver::clear_masked<D>(patch.state.view(), masked(level));
  }
}

template <int D>
double LevelStepper<D>::rate(const storage::Patch<D>& patch) const {
  double most = 0.0;
  for (const geometry::Box<D>& part : geometry::difference<D>({patch.box}, masked(patch.level))) {
    most = std::max(most,
                    application_->rate(patch.state.view(), part, surroundings(patch.level).place));
  }
  return most;
}

/// Notes where the values at the start of the step will be found.
template <int D>
void LevelStepper<D>::begin_step(int level, bool saves) {
  hierarchy::Level<D>& stepped = hierarchy_->level(level);
  bool changes = false;
  for (storage::Patch<D>& patch : stepped.patches()) {
    const bool began_saved = saves && !patch.saved.is_empty();
    changes = changes || patch.began_saved != began_saved;
    patch.began_saved = began_saved;
  }
  if (changes) {
    stepped.refresh_views();
  }
}

/// Notes what the last stage is to average on: of the finest level alone, since others are not done
/// before finer ones are.
template <int D>
void LevelStepper<D>::find_under(int level, const LevelInterval& interval) {
  under_.clear();
  under_level_ = -1;
  if (!interval.meets || level < hierarchy_->finest() || !application_->averages() || splits_ ||
      !masked(level).empty()) {
    return;
  }
  under_level_ = level;
  const hierarchy::Level<D>& coarser = hierarchy_->level(level - 1);
  const hierarchy::SyncPlan<D>& sync = hierarchy_->sync(level - 1);
  under_start_.assign(1, 0);
  for (const auto& covered : sync.covered()) {
    under_start_.resize(covered.fine + 1, under_.size());
    under_.push_back(sync.values_under(covered, coarser));
  }
  under_start_.resize(hierarchy_->level(level).patches().size() + 1, under_.size());
}

template <int D>
void LevelStepper<D>::note_filled(int level, const Moment& now) {
  // Values of bodies are made up for flags, and cleared.
  filled_level_ = masked(level).empty() ? level : -1;
  filled_at_ = now;
}

template <int D>
auto LevelStepper<D>::for_stages(int level) const -> Filled {
  return {&hierarchy_->level(level), &hierarchy_->ghosts(level), stage_components_,
          hierarchy::Copies::kWithoutSpare, follows_ && level > 0};
}

template <int D>
LevelResult<D> LevelStepper<D>::advance(int level, const LevelInterval& interval) {
  LevelResult<D> result;
  begin_step(level, interval.saves);
  find_under(level, interval);
  const bool is_filled = filled_level_ == level && filled_at_.time == interval.start.time &&
                         filled_at_.theta == interval.start.theta && !for_stages(level).follows;
  forget_filled();
  for (int number = 0; number < application_->stages(); ++number) {
    const Moment now = moment(interval, number);
    advance_stage({level, number, interval, now.time}, now, number > 0 || !is_filled, result);
  }
  stage_seconds_[static_cast<std::size_t>(level)] = result.seconds / application_->stages();
  return result;
}

/// Books what a group has taken to its patches, and judges them.
template <int D>
void LevelStepper<D>::account(const Stage& stage, std::span<const std::size_t> group,
                              double seconds, LevelResult<D>& result) {
  const auto patches = hierarchy_->level(stage.level).patches();
  const bool ends = stage.number + 1 == application_->stages();
  result.seconds += seconds;
  std::int64_t cells = 0;
  for (const StageStep<D>& step : steps_) {
    cells += step.box.volume();
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    storage::Patch<D>& patch = patches[group[i]];
    const auto share = static_cast<double>(patch.box.volume()) / static_cast<double>(cells);
    judge(stage, patch, stage.number == 0 ? rates_[i] : 0.0, result);
    patch.seconds += share * seconds;
    patch.updates += ends ? static_cast<double>(patch.box.volume()) : 0.0;
  }
  result.updates += ends ? cells : 0;
}

template <int D>
void LevelStepper<D>::advance_group(const Stage& stage, std::span<const std::size_t> group,
                                    LevelResult<D>& result) {
  const auto patches = hierarchy_->level(stage.level).patches();
  const Place<D>& place = surroundings(stage.level).place;
  const bool ends = stage.number + 1 == application_->stages();
  steps_.clear();
  rates_.assign(group.size(), 0.0);
  for (std::size_t i = 0; i < group.size(); ++i) {
    steps_.push_back(stage_step(stage, group[i], i));
    if (splits_ && stage.number == 0) {
      react_first(stage, patches[group[i]]);
    }
  }
  is_finite_ = application_->advance_group(steps_, rates_, scratch_) && !splits_;
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (splits_ && ends) {
      result.source_work += react_after(*application_, patches[group[i]], place,
                                        {stage.interval.start.time, stage.interval.dt});
    }
    if (!steps_[i].solids.empty()) {
      solver::clear_masked<D>(steps_[i].state, masked(stage.level));
    }
  }
}

/// The first half step of source terms, and where the rest of the step starts.
template <int D>
void LevelStepper<D>::react_first(const Stage& stage, storage::Patch<D>& patch) const {
  react_before(*application_, patch, surroundings(stage.level).place,
               {stage.interval.start.time, stage.interval.dt});
  if (keeps_start_) {
    storage::copy(patch.state.view(), patch.stages.back().view(), patch.box);
  }
}

template <int D>
StageStep<D> LevelStepper<D>::stage_step(const Stage& stage, std::size_t position, std::size_t slot,
                                         bool is_begun) {
  const storage::Patch<D>& patch = hierarchy_->level(stage.level).patches()[position];
  const std::span<storage::View<D>> registers =
      std::span(registers_).subspan(slot * patch.stages.size(), patch.stages.size());
  std::ranges::transform(patch.stages, registers.begin(),
                         [](const storage::Array<D>& array) { return array.view(); });
  StageStep<D> step;
  step.state = patch.state.view();
  if (application_->keeps_old()) {
    step.old = keeps_start_ ? patch.stages.back().view() : patch.before().view();
  }
  if (stage.number == 0) {
    keep_start(stage, patch, is_begun, step);
  }
  step.registers = registers;
  step.rate = patch.rate.view();
  if (meets_any<D>(step.state.box, masked(stage.level))) {
    step.solids = masked(stage.level);
  }
  step.box = patch.box;
  step.place = surroundings(stage.level).place;
  step.time = stage.interval.start.time;
  step.dt = stage.interval.dt;
  step.stage = stage.number;
  step.pause = look_ ? &look_ : nullptr;
  if (under_level_ == stage.level && stage.number + 1 == application_->stages()) {
    const std::size_t first = under_start_[position];
    step.under = std::span(under_).subspan(first, under_start_[position + 1] - first);
    step.ratio = hierarchy_->mesh().ratio;
  }
  if (stage.level > 0) {
    const auto& recorder = hierarchy_->sync(stage.level - 1).fine_recorder(position);
    step.recorders[0] = recorder.is_empty() ? nullptr : &recorder;
  }
  if (stage.level < hierarchy_->finest()) {
    const auto& recorder = hierarchy_->sync(stage.level).coarse_recorder(position);
    step.recorders[1] = recorder.is_empty() ? nullptr : &recorder;
  }
  return step;
}

/// Has the values at the start of the step kept where a retry or a finer level may want them: while
/// they are read anyway, if the scheme can.
template <int D>
void LevelStepper<D>::keep_start(const Stage& stage, const storage::Patch<D>& patch, bool is_begun,
                                 StageStep<D>& step) const {
  const storage::Array<D>& start = patch.began_saved ? patch.saved : patch.old;
  if (start.is_empty()) {
    return;
  }
  const bool rereads = application_->keeps_old() || stage.level < hierarchy_->finest();
  if (application_->saves() && !splits_) {
    step.saved = start.view();
    step.rereads_saved = rereads;
  } else if (is_begun) {
    return;  // they were kept before its first part changed
  } else if (rereads) {
    storage::copy(patch.state.view(), start.view(), patch.box);
  } else {
    storage::copy_aside(patch.state.view(), start.view(), patch.box);
  }
}

template class LevelStepper<1>;
template class LevelStepper<2>;
template class LevelStepper<3>;

}  // namespace evenkeel::solver
