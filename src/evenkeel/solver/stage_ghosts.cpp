// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Ghosts of point values: interpolated in space once for each stage of the coarser level, and in
/// time, from what that gave, for each stage of the finer one.
#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/solver/combine.hpp"
#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/solver/time_interpolation.hpp"

namespace evenkeel::solver {
namespace {

using hierarchy::Booking;
using telemetry::Phase;

/// The values of an array, which has no gaps between rows, as one row for each component.
template <int D>
storage::View<1> row_of(const storage::View<D>& values) {
  const auto cells = static_cast<std::int32_t>(values.box.volume());
  return {values.data, {{0}, {cells}}, {1}, values.component_stride, values.components};
}

/// The first axis along which \p region lies outside \p box.
template <int D>
std::size_t axis_outside(const geometry::Box<D>& box, const geometry::Box<D>& region) {
  std::size_t axis = 0;
  while (axis + 1 < D && region.hi[axis] > box.lo[axis] && region.lo[axis] < box.hi[axis]) {
    ++axis;
  }
  return axis;
}

}  // namespace

template <int D>
auto LevelStepper<D>::finer(const Stage& stage) const -> Filled {
  return {&hierarchy_->level(stage.level + 1), &hierarchy_->ghosts(stage.level + 1),
          stage_components_};
}

/// Gathers what the ghosts of the finer level will be made of, before a stage changes the values.
template <int D>
void LevelStepper<D>::begin_leaving(const Stage& stage) {
  const Booking booking(hierarchy_->communicator(), Phase::kGhost);
  finer(stage).plan->begin_gather(hierarchy_->level(stage.level), stage_components_);
}

/// Interpolates it, once what comes from other ranks has had time to come: first along the axis
/// that stages read each ghost along, so that it does not depend on where patches end.
template <int D>
void LevelStepper<D>::finish_leaving(const Stage& stage) {
  const Filled finer = this->finer(stage);
  {
    const Booking booking(hierarchy_->communicator(), Phase::kGhost);
    finer.plan->finish_gather();
  }
  const Booking booking(hierarchy_->communicator(), Phase::kProlong);
  const hierarchy::Fringe<D>& fringe = finer.plan->fringe();
  for (std::size_t i = 0; i < fringe.pieces.size(); ++i) {
    const hierarchy::FringePiece<D>& piece = fringe.pieces[i];
    if (!piece.is_spare) {
      const auto& stages = finer.plan->stages_of(i);
      const storage::View<D>& left = stages[static_cast<std::size_t>(stage.number)];
      const geometry::Box<D>& patch = finer.level->patches()[piece.patch].box;
      const Refined<D> all{left, piece.fine, axis_outside(patch, piece.fine)};
      refine_piece(stage.level + 1, finer.some(fringe.values[i]), {&all, 1}, stage.time);
      if (stage.number > 1) {
        subtract(row_of(left), row_of(stages[0]), row_of(left));
      }
    }
  }
}

/// Of a stage of a step of the finer level, where ghosts follow.
template <int D>
hierarchy::TimeWeights LevelStepper<D>::weights_of(const Moment& now) const {
  if (!follows_) {
    return {};
  }
  return follow_weights({application_->stage_expansion(1), application_->stage_expansion(2),
                         application_->stage_expansion(3)},
                        now, application_->stage_expansion(now.stage));
}

/// In one row first, since rows of ghosts are short.
template <int D>
void LevelStepper<D>::follow_piece(const Filled& filled, std::size_t piece) {
  const auto& [left, second, third, fourth] = filled.plan->stages_of(piece);
  storage::View<D> sum = left;
  sum.data = scratch_.take(static_cast<std::size_t>(left.component_stride * left.components));
  hierarchy::copy_region<1>(
      {row_of(second), row_of(left), filled.weights, {row_of(third), row_of(fourth)}}, row_of(sum),
      row_of(sum).box, {});
  const std::size_t patch = filled.plan->fringe().pieces[piece].patch;
  hierarchy::copy_region(sum, filled.level->patches()[patch].state.view(), left.box, {},
                         left.components);
}

#define EVENKEEL_INSTANTIATE(D)                                                         \
  template typename LevelStepper<D>::Filled LevelStepper<D>::finer(const Stage&) const; \
  template void LevelStepper<D>::begin_leaving(const Stage&);                           \
  template void LevelStepper<D>::finish_leaving(const Stage&);                          \
  template hierarchy::TimeWeights LevelStepper<D>::weights_of(const Moment&) const;     \
  template void LevelStepper<D>::follow_piece(const Filled&, std::size_t);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::solver
