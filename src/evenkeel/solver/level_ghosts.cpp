// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The ghosts of a level: copied, interpolated from the coarser one, and beyond walls.
#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/solver/prolong.hpp"
#include "evenkeel/solver/solids.hpp"
#include "evenkeel/solver/source_terms.hpp"
#include "evenkeel/solver/time_interpolation.hpp"

namespace evenkeel::solver {
namespace {

using hierarchy::Booking;
using telemetry::Phase;

}  // namespace

template <int D>
void LevelStepper<D>::begin_fill(const Filled& filled, const Moment& now) {
  const Booking booking(hierarchy_->communicator(), Phase::kGhost);
  if (filled.follows) {
    filled.plan->begin_same(*filled.level, filled.components);
    return;
  }
  filled.plan->begin(*filled.level, coarse_values(filled, now), filled.which, filled.components,
                     filled.spare);
}

/// What interpolated ghosts are made of.
template <int D>
hierarchy::SourceValues<D> LevelStepper<D>::coarse_values(const Filled& filled,
                                                          const Moment& now) const {
  hierarchy::SourceValues<D> coarse{};
  if (filled.level->number() > 0) {
    const hierarchy::Level<D>& coarser = hierarchy_->level(filled.level->number() - 1);
    coarse.now = coarser.state_views();
    coarse.weights = time_weights(follows_ ? 2 : application_->time_order(), now,
                                  application_->stage_expansion(now.stage));
    if (!coarse.weights.is_now()) {
      coarse.before = coarser.old_views();
      coarse.rates[0] = coarser.rate_views();
    }
  }
  return coarse;
}

template <int D>
void LevelStepper<D>::finish_fill(const Filled& filled) {
  const Booking booking(hierarchy_->communicator(), Phase::kGhost);
  filled.follows ? filled.plan->finish_same(*filled.level) : filled.plan->finish(*filled.level);
}

/// Interpolates \p coarse, the values of a piece of the ghosts of \p level, in space.
template <int D>
void LevelStepper<D>::refine_piece(int level, const storage::View<D>& coarse,
                                   std::span<const Refined<D>> parts, double time) {
  const int ratio = hierarchy_->mesh().ratio;
  fill_boundary(coarse, surroundings(level - 1), time);
  prolong<D>(*application_, coarse, parts, ratio, scratch_);
  for (const Refined<D>& part : parts) {
    inject_beside_masked<D>(coarse, part.fine, {part.region, ratio},
                            {masked(level - 1), interpolation_stencil(application_->transfer())});
  }
}

/// Fills the ghosts of all patches that share the piece at position \p piece.
template <int D>
void LevelStepper<D>::fill_piece(const Filled& filled, std::size_t piece, const GhostTime& ghosts) {
  refined_.clear();
  for (const hierarchy::FringePart<D>& part : filled.plan->parts_of(piece)) {
    const storage::Patch<D>& patch = filled.level->patches()[part.patch];
    geometry::Box<D> cells = filled.which == hierarchy::Copies::kAll ? part.fine : part.stage;
    if (filled.reach > 0) {
      cells = cells.intersect(patch.box.grow(filled.reach));
    }
    if (!cells.is_empty()) {
      refined_.push_back({filled.some(patch.state.view()), cells});
    }
  }
  const int level = filled.level->number();
  refine_piece(level, filled.some(filled.plan->fringe().values[piece]), refined_, ghosts.time);
  if (ghosts.ahead != 0.0) {
    const Place<D>& place = surroundings(level).place;
    for (const Refined<D>& part : refined_) {
      react_by<D>(*application_, {part.fine, part.region, place, ghosts.time, -ghosts.ahead},
                  scratch_);
    }
  }
}

template <int D>
void LevelStepper<D>::fill_edges(const Filled& filled, bool waiting, const GhostTime& ghosts) {
  hierarchy::GhostPlan<D>& plan = *filled.plan;
  if (waiting && !plan.some_wait()) {
    return;
  }
  const Booking booking(hierarchy_->communicator(), Phase::kProlong);
  const auto patches = filled.level->patches();
  for (std::size_t i = 0; i < plan.fringe().pieces.size(); ++i) {
    const hierarchy::FringePiece<D>& piece = plan.fringe().pieces[i];
    if (plan.piece_waits(i) == waiting &&
        (filled.which == hierarchy::Copies::kAll || !piece.is_spare)) {
      filled.follows ? follow_piece(filled, i) : fill_piece(filled, i, ghosts);
    }
  }
  for (std::size_t p = 0; p < patches.size(); ++p) {
    const bool waits = plan.waits(p);
    if (waits == waiting || (waits && !plan.patch_parts(p).is_empty())) {
      fill_boundary(filled.some(patches[p].state.view()), surroundings(filled.level->number()),
                    ghosts.time);
    }
  }
}

template <int D>
void LevelStepper<D>::fill(const Filled& copy, const Moment& now) {
  begin_fill(copy, now);
  fill_edges(copy, false, {now.time});
  finish_fill(copy);
  fill_edges(copy, true, {now.time});
}

template <int D>
void LevelStepper<D>::prolong_pieces(hierarchy::Level<D>& level, const hierarchy::Fringe<D>& fringe,
                                     double time) {
  const Booking booking(hierarchy_->communicator(), Phase::kProlong);
  for (std::size_t i = 0; i < fringe.pieces.size(); ++i) {
    const hierarchy::FringePiece<D>& piece = fringe.pieces[i];
    const storage::View<D> state = level.patches()[piece.patch].state.view();
    const Refined<D> wanted{state.first(fringe.values[i].components), piece.fine};
    refine_piece(level.number(), fringe.values[i], {&wanted, 1}, time);
  }
}

#define EVENKEEL_INSTANTIATE(D)                                                                    \
  template void LevelStepper<D>::begin_fill(const Filled&, const Moment&);                         \
  template hierarchy::SourceValues<D> LevelStepper<D>::coarse_values(const Filled&, const Moment&) \
      const;                                                                                       \
  template void LevelStepper<D>::finish_fill(const Filled&);                                       \
  template void LevelStepper<D>::fill_edges(const Filled&, bool, const GhostTime&);                \
  template void LevelStepper<D>::fill(const Filled&, const Moment&);                               \
  template void LevelStepper<D>::prolong_pieces(hierarchy::Level<D>&, const hierarchy::Fringe<D>&, \
                                                double);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::solver
