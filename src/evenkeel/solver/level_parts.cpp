// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Advances a patch in parts, as if all at once.
#include <algorithm>
#include <utility>

#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/solver/solids.hpp"

namespace evenkeel::solver {
namespace {

/// Calls visit(value, kept) for all values of \p boxes, with the doubles from \p kept on.
template <int D, class Visit>
void for_each_value(const storage::View<D>& state, const geometry::BoxList<D>& boxes, double* kept,
                    const Visit& visit) {
  for (const geometry::Box<D>& box : boxes) {
    for (int c = 0; c < state.components; ++c) {
      storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
        double* const row = state.row(c, first);
        for (std::int32_t i = 0; i < count; ++i) {
          visit(row[i], *kept++);
        }
      });
    }
  }
}

/// Whether the coarse cells beside a strip of a finer level are of \p box: a face between two parts
/// is recorded once.
template <int D>
bool lies_beside(const hierarchy::FaceStrip<D>& strip, const geometry::Box<D>& box) {
  const auto axis = static_cast<std::size_t>(strip.axis);
  const std::int32_t cell = strip.faces.lo[axis] - (strip.upper ? 0 : 1);
  return box.lo[axis] <= cell && cell < box.hi[axis];
}

constexpr auto kSwap = [](double& value, double& kept) { std::swap(value, kept); };

}  // namespace

/// The step of a part of a patch, which averages and records what is over and beside that part.
template <int D>
StageStep<D> LevelStepper<D>::part_step(const Stage& stage, std::size_t position,
                                        const geometry::Box<D>& box, bool is_begun) {
  StageStep<D> step = stage_step(stage, position, 0, is_begun);
  step.box = box;
  under_part_.clear();
  for (const storage::View<D>& under : step.under) {
    if (const auto cells = under.box.intersect(box.coarsen(step.ratio)); !cells.is_empty()) {
      under_part_.push_back(under.part(cells));
    }
  }
  step.under = under_part_;
  if (step.recorders[1] != nullptr) {
    strips_.clear();
    std::ranges::copy_if(step.recorders[1]->strips(), std::back_inserter(strips_),
                         [&box](const auto& strip) { return lies_beside(strip, box); });
    recorder_ = hierarchy::FluxRecorder<D>(strips_);
    step.recorders[1] = &recorder_;
  }
  return step;
}

/// Advances a part. Where later ones read it, the patch has its values of before afterwards, and
/// kept_ the new ones.
template <int D>
void LevelStepper<D>::advance_part(const Stage& stage, std::size_t position, std::size_t part,
                                   Begun& begun) {
  const hierarchy::PatchParts<D>& parts = hierarchy_->ghosts(stage.level).patch_parts(position);
  steps_.assign(1, part_step(stage, position, parts.boxes[part], begun.is_begun));
  rates_.assign(1, 0.0);
  begun.is_begun = true;
  const storage::View<D>& state = steps_.front().state;
  const std::size_t start = kept_.size();
  const auto values = geometry::volume(parts.edges[part]) * state.components;
  kept_.resize(start + static_cast<std::size_t>(values));
  for_each_value(state, parts.edges[part], kept_.data() + start,
                 [](double& value, double& kept) { kept = value; });
  begun.is_finite = application_->advance_group(steps_, rates_, scratch_) && begun.is_finite;
  begun.rate = std::max(begun.rate, rates_.front());
  for_each_value(state, parts.edges[part], kept_.data() + start, kSwap);
}

/// Advances the part of the patch at \p position that waits for nothing.
template <int D>
void LevelStepper<D>::begin_parts(const Stage& stage, std::size_t position, Begun& begun) {
  begun.kept = kept_.size();
  advance_part(stage, position, 0, begun);
}

/// Advances the other parts, and puts the new values where the old ones were still read.
template <int D>
void LevelStepper<D>::finish_parts(const Stage& stage, std::size_t position, Begun& begun) {
  const hierarchy::PatchParts<D>& parts = hierarchy_->ghosts(stage.level).patch_parts(position);
  const storage::Patch<D>& patch = hierarchy_->level(stage.level).patches()[position];
  const storage::View<D> state = patch.state.view();
  std::size_t kept = kept_.size();
  for (std::size_t part = 1; part < parts.boxes.size(); ++part) {
    advance_part(stage, position, part, begun);
  }
  for_each_value(state, parts.edges[0], kept_.data() + begun.kept, kSwap);
  for (std::size_t part = 1; part < parts.boxes.size(); ++part) {
    for_each_value(state, parts.edges[part], kept_.data() + kept, kSwap);
    kept += static_cast<std::size_t>(geometry::volume(parts.edges[part]) * state.components);
  }
  if (!steps_.front().solids.empty()) {
    solver::clear_masked<D>(state, masked(stage.level));
  }
  steps_.front().box = patch.box;
  rates_.front() = begun.rate;
  is_finite_ = begun.is_finite;
}

#define EVENKEEL_INSTANTIATE(D)                                                  \
  template void LevelStepper<D>::begin_parts(const Stage&, std::size_t, Begun&); \
  template void LevelStepper<D>::finish_parts(const Stage&, std::size_t, Begun&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::solver
