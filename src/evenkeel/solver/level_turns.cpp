// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// In which order a stage advances its patches, and when it tells other ranks what they wait for.
#include <algorithm>
#include <optional>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::solver {
namespace {

using hierarchy::Booking;
using telemetry::Phase;

constexpr std::int64_t kProgressNanoseconds = 500'000;  ///< of computing between two looks at MPI
/// Parting the patches that wait from the others costs some percent of a stage. So much of it is
/// waited for messages, which hardly keeps anybody up: large ones come in a millisecond or two,
/// once both ends look at them, and who waits longer is early and would wait at the end.
constexpr double kPatience = 0.02;

}  // namespace

template <int D>
void LevelStepper<D>::send_early(int level, double time) {
  if (hierarchy_->communicator().size() > 1 && !splits_ && !follows_) {
    send(level, {time, 1.0}, false);
  }
}

/// Sends what other ranks want for the stage whose ghosts are filled at \p next.
template <int D>
void LevelStepper<D>::send(int level, const Moment& next, bool finer_changes) {
  const Booking booking(hierarchy_->communicator(), Phase::kGhost);
  const Filled filled = for_stages(level);
  filled.plan->send(*filled.level, coarse_values(filled, next), filled.components, finer_changes);
}

/// When the ghosts of a stage are filled.
template <int D>
Moment LevelStepper<D>::moment(const LevelInterval& interval, int number) const {
  return {interval.start.time + application_->stage_time(number) * interval.dt,
          interval.start.theta, interval.share, number};
}

/// When ghosts of the level are filled next, where nothing changes its values before.
template <int D>
std::optional<Moment> LevelStepper<D>::next_fill(const Stage& stage) const {
  if (stage.number + 1 < application_->stages()) {
    return moment(stage.interval, stage.number + 1);
  }
  std::optional<Moment> next = stage.interval.next;
  if (next) {
    next->share = stage.interval.share;
  }
  return next;
}

/// Whether what comes next is that the coarser level takes averages and fluxes.
template <int D>
bool LevelStepper<D>::ends_before_averages(const Stage& stage) const {
  return stage.number + 1 == application_->stages() && stage.interval.meets &&
         stage.level == hierarchy_->finest() && application_->transfer() != Transfer::kPointValue;
}

/// Whether a finer level is yet to change values that a stage leaves.
template <int D>
bool LevelStepper<D>::finer_changes(const Stage& stage) const {
  return stage.number + 1 == application_->stages() && stage.level < hierarchy_->finest();
}

/// Patches of which other ranks want values once the stage is done; null where nobody waits.
template <int D>
const std::vector<bool>* LevelStepper<D>::wanted(const Stage& stage) const {
  if (hierarchy_->communicator().size() == 1 || follows_ || finer_changes(stage)) {
    return nullptr;
  }
  if (next_fill(stage)) {
    return &hierarchy_->ghosts(stage.level).wanted();
  }
  return ends_before_averages(stage) ? &hierarchy_->sync(stage.level - 1).wanted() : nullptr;
}

/// Sends other ranks what they want of a stage, for which wanted() patches have made it, or all.
template <int D>
void LevelStepper<D>::send_wanted(const Stage& stage) {
  if (hierarchy_->communicator().size() == 1 || follows_) {
    return;
  }
  if (const std::optional<Moment> next = next_fill(stage)) {
    send(stage.level, *next, finer_changes(stage));
  } else if (ends_before_averages(stage)) {
    hierarchy_->sync(stage.level - 1).send(hierarchy_->level(stage.level), &average<D>);
  }
}

/// Whether all ghosts have come by now, or come soon: then patches that wait are not advanced
/// apart, and fewer rows around groups are computed twice.
template <int D>
bool LevelStepper<D>::has_all(const Filled& filled) {
  const Booking booking(hierarchy_->communicator(), Phase::kGhost);
  const double took = stage_seconds_[static_cast<std::size_t>(filled.level->number())];
  return filled.plan->take_arrived(*filled.level, kPatience * took);
}

template <int D>
void LevelStepper<D>::advance_stage(const Stage& stage, const Moment& now, bool fills,
                                    LevelResult<D>& result) {
  Filled filled = for_stages(stage.level);
  const double part = application_->stage_time(stage.number);
  const GhostTime ghosts{now.time,
                         splits_ && stage.number > 0 ? (part - 0.5) * stage.interval.dt : 0.0};
  const bool leaves = follows_ && stage.level < hierarchy_->finest();
  if (leaves) {
    begin_leaving(stage);
  }
  if (fills) {
    filled.weights = weights_of(now);
    begin_fill(filled, now);
    fill_edges(filled, false, ghosts);
  }
  const bool parts = filled.plan->joined().size() < filled.plan->groups().size();
  is_whole_ = application_->joins_patches() && (!fills || (parts && has_all(filled)));
  groups_ = is_whole_ ? &filled.plan->joined() : &filled.plan->groups();
  wanted_ = wanted(stage);
  done_.assign(groups_->size(), false);
  begun_.assign(groups_->size(), {});
  kept_.clear();
  if (!is_whole_) {
    advance_ready(stage, filled, result);
    if (fills) {
      advance_inner(stage, filled, result);
    }
  }
  if (fills) {
    finish_fill(filled);
  }
  if (leaves) {
    finish_leaving(stage);
  }
  if (fills) {
    fill_edges(filled, true, ghosts);
  }
  advance_rest(stage, result);
}

/// Advances what is still to come, with all ghosts there, and sends what others want of it.
template <int D>
void LevelStepper<D>::advance_rest(const Stage& stage, LevelResult<D>& result) {
  if (wanted_ != nullptr) {
    advance_patches(stage, Turn::kWanted, result);
    send_wanted(stage);
    advance_patches(stage, Turn::kAll, result);
  } else {
    advance_patches(stage, Turn::kAll, result);
    send_wanted(stage);
  }
}

/// Advances patches that wait for no other rank while messages travel: all of them, or until what
/// patches wait for has come that another rank waits for.
template <int D>
void LevelStepper<D>::advance_ready(const Stage& stage, const Filled& filled,
                                    LevelResult<D>& result) {
  if (wanted_ == nullptr) {
    advance_patches(stage, Turn::kReady, result);
    return;
  }
  advance_patches(stage, Turn::kReadyWanted, result);
  const auto arrived = [&] {
    const Booking booking(hierarchy_->communicator(), Phase::kGhost);
    return filled.plan->take_arrived(*filled.level);
  };
  while (!arrived() &&
         !advance_until(stage, Turn::kReady, wall_nanoseconds() + kProgressNanoseconds, result)) {
  }
}

/// Goes on with what large patches have that wait, until what they wait for has come.
template <int D>
void LevelStepper<D>::advance_inner(const Stage& stage, const Filled& filled,
                                    LevelResult<D>& result) {
  if (splits_ || !filled.plan->has_patch_parts()) {
    return;
  }
  while (!has_all(filled) &&
         !advance_until(stage, Turn::kInner, wall_nanoseconds() + kProgressNanoseconds, result)) {
  }
}

/// Whether a group that is still to come advances in \p turn.
template <int D>
bool LevelStepper<D>::takes(const Stage& stage, Turn turn, std::size_t group) const {
  if (done_[group]) {
    return false;
  }
  const std::span<const std::size_t> patches = (*groups_)[group];
  const bool is_ready = is_whole_ || !hierarchy_->ghosts(stage.level).some_wait(patches);
  const auto is_wanted = [this](std::size_t patch) { return (*wanted_)[patch]; };
  switch (turn) {
    case Turn::kReadyWanted:
      return is_ready && std::ranges::any_of(patches, is_wanted);
    case Turn::kReady:
      return is_ready;
    case Turn::kInner:
      return patches.size() == 1 && !begun_[group].is_begun &&
             !hierarchy_->ghosts(stage.level).patch_parts(patches.front()).is_empty();
    case Turn::kWanted:
      return std::ranges::any_of(patches, is_wanted);
    case Turn::kAll:
      return true;
  }
  return false;
}

/// Advances a group, or the first part of its patch.
template <int D>
void LevelStepper<D>::take_turn(const Stage& stage, Turn turn, std::size_t group,
                                LevelResult<D>& result) {
  const std::span<const std::size_t> patches = (*groups_)[group];
  done_[group] = turn != Turn::kInner;
  if (!done_[group]) {
    begin_parts(stage, patches.front(), begun_[group]);
  } else if (begun_[group].is_begun) {
    finish_parts(stage, patches.front(), begun_[group]);
  } else {
    advance_group(stage, patches, result);
  }
}

/// Advances the groups of a turn, but begins none after \p end [ns]. \returns whether all are done
template <int D>
bool LevelStepper<D>::advance_until(const Stage& stage, Turn turn, std::int64_t end,
                                    LevelResult<D>& result) {
  if (std::ranges::find(done_, false) == done_.end()) {
    return true;  // without a look at the clocks
  }
  std::optional<telemetry::PhaseScope> booking;
  if (telemetry::PhaseClock* clock = hierarchy_->communicator().clock(); clock != nullptr) {
    booking.emplace(*clock, Phase::kCompute, telemetry::Meter::kWallAndCpu);
  }
  std::int64_t mark = wall_nanoseconds();
  bool is_done = true;
  for (std::size_t g = 0; g < groups_->size() && is_done; ++g) {
    if (!takes(stage, turn, g)) {
      continue;
    }
    if (mark > end) {
      is_done = false;
      continue;
    }
    take_turn(stage, turn, g, result);
    brake_.stretch(1e-9 * static_cast<double>(wall_nanoseconds() - mark));
    const std::int64_t now = wall_nanoseconds();
    begun_[g].seconds += 1e-9 * static_cast<double>(now - mark);
    mark = now;
    if (done_[g]) {
      account(stage, (*groups_)[g], begun_[g].seconds, result);
    }
    if (look_) {
      look_();
    }
  }
  booking.reset();
  result.seconds += 1e-9 * static_cast<double>(wall_nanoseconds() - mark);  // \see PhaseClock
  return is_done;
}

/// Has MPI go on with messages under way, if it has not been asked for a while.
template <int D>
void LevelStepper<D>::look_at_messages() {
  const std::int64_t now = wall_nanoseconds();
  if (now - looked_ > kProgressNanoseconds) {
    hierarchy_->communicator().progress();
    looked_ = now;
  }
}

#define EVENKEEL_INSTANTIATE(D)                                                   \
  template void LevelStepper<D>::send_early(int, double);                         \
  template Moment LevelStepper<D>::moment(const LevelInterval&, int) const;       \
  template void LevelStepper<D>::advance_stage(const Stage&, const Moment&, bool, \
                                               LevelResult<D>&);                  \
  template void LevelStepper<D>::look_at_messages();
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::solver
