// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Lists the ghost cells of a level by where their values come from.
#include "evenkeel/hierarchy/ghost_plan.hpp"

#include <algorithm>

#include "evenkeel/hierarchy/coverage.hpp"
#include "evenkeel/hierarchy/tags.hpp"

namespace evenkeel::hierarchy {
namespace {

/// True when \p region lies outside \p box along three axes.
template <int D>
bool is_corner(const geometry::Box<D>& box, const geometry::Box<D>& region) {
  int outside = 0;
  for (std::size_t d = 0; d < D; ++d) {
    outside += region.hi[d] <= box.lo[d] || region.lo[d] >= box.hi[d] ? 1 : 0;
  }
  return outside == 3;
}

}  // namespace

template <int D>
GhostPlan<D>::GhostPlan(const comm::Communicator& communicator, storage::Pool& pool,
                        const Mesh<D>& mesh, const Level<D>& level, const Level<D>* coarser,
                        const StateShape& shape)
    : copies_(communicator, shape.components, ghost_tag(level.number())) {
  add_same_level(mesh, level, shape.ghosts, communicator.rank());
  if (coarser != nullptr) {
    add_coarse(mesh, level, *coarser, shape, communicator.rank());
    fringe_views_ = allocate_fringe(pool, shape.components, fringe_);
  }
  note_patches(level.patches(), shape.ghosts);
  copies_.seal([&](const Copy<D>& copy, std::size_t group) {
    const auto target = static_cast<std::size_t>(copy.target);
    return group == 0 && (groups_.is_between(target, copy.region) ||
                          is_corner(level.patches()[target].box, copy.region));
  });
}

template <int D>
void GhostPlan<D>::add_same_level(const Mesh<D>& mesh, const Level<D>& level, int width, int rank) {
  const LevelLayout<D>& layout = level.layout();
  const Coverage<D> coverage(mesh, level);
  const std::vector<std::int32_t> boxes = coverage.local_and_reached(
      rank, level, [width](const geometry::Box<D>& box) { return box.grow(width); });
  std::vector<Target<D>> targets;
  targets.reserve(boxes.size());
  for (const std::int32_t box : boxes) {
    const auto index = static_cast<std::size_t>(box);
    targets.push_back({layout.boxes[index].grow(width), layout.owners[index], box, box});
  }
  copies_.add_group({layout.boxes, layout.owners, &level.search()}, targets, coverage.shifts());
}

template <int D>
void GhostPlan<D>::add_coarse(const Mesh<D>& mesh, const Level<D>& level, const Level<D>& coarser,
                              const StateShape& shape, int rank) {
  const Coverage<D> coverage(mesh, level);
  const std::vector<std::int32_t> places = local_places(level.layout().owners, rank);
  const auto wanted = [&](std::int32_t box, geometry::BoxList<D>& out) {
    const auto index = static_cast<std::size_t>(box);
    const geometry::Box<D>& valid = level.layout().boxes[index];
    const geometry::Box<D> all = valid.grow(shape.ghosts);
    // Of local boxes it is known how many ghosts the level itself fills: mostly all.
    if (places[index] < 0 ||
        copies_.filled_cells(0, static_cast<std::size_t>(places[index])) + valid.volume() <
            coverage.reachable(all).volume()) {
      coverage.uncovered(all, out);
    }
  };
  const FringeRule<D> rule{shape.ghosts, shape.stencil, wanted};
  fringe_ = add_fringe(copies_, mesh, level, coarser, rule, rank);
}

template <int D>
void GhostPlan<D>::note_patches(std::span<const storage::Patch<D>> patches, int ghosts) {
  waits_.assign(patches.size(), false);
  fringe_start_.assign(patches.size() + 1, fringe_.size());
  for (std::size_t patch = 0; patch < patches.size(); ++patch) {
    waits_[patch] = copies_.waits(0, patch);
  }
  for (std::size_t piece = fringe_.size(); piece-- > 0;) {
    const std::size_t patch = fringe_[piece].patch;
    fringe_start_[patch] = piece;
    waits_[patch] = waits_[patch] || copies_.waits(1, piece);
  }
  for (std::size_t patch = patches.size(); patch-- > 0;) {
    fringe_start_[patch] = std::min(fringe_start_[patch], fringe_start_[patch + 1]);
  }
  some_wait_ = std::ranges::count(waits_, true) > 0;
  groups_ = PatchGroups<D>(patches, waits_, ghosts);
}

template <int D>
void GhostPlan<D>::begin(Level<D>& level, const SourceValues<D>& coarse, Copies which,
                         int components) {
  copies_.begin(std::array<SourceValues<D>, 2>{{{level.state_views()}, coarse}}, targets(level),
                which, components);
}

template <int D>
void GhostPlan<D>::finish(Level<D>& level) {
  copies_.finish(targets(level));
}

template class GhostPlan<1>;
template class GhostPlan<2>;
template class GhostPlan<3>;

}  // namespace evenkeel::hierarchy
