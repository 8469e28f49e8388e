// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Lists the ghost cells of a level by where their values come from.
#include "evenkeel/hierarchy/ghost_plan.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/hierarchy/tags.hpp"

namespace evenkeel::hierarchy {
namespace {

/// While only messages to others may still be under way.
template <int D>
constexpr std::int64_t kMostJoined = 4 * PatchGroups<D>::kMostCells;

/// Axes along which \p region lies outside \p box.
template <int D>
int axes_outside(const geometry::Box<D>& box, const geometry::Box<D>& region) {
  int outside = 0;
  for (std::size_t d = 0; d < D; ++d) {
    outside += region.hi[d] <= box.lo[d] || region.lo[d] >= box.hi[d] ? 1 : 0;
  }
  return outside;
}

/// True when another rank has cells of \p region.
template <int D>
bool meets_others(const Coverage<D>& coverage, std::span<const int> owners,
                  const geometry::Box<D>& region, int rank) {
  bool found = false;
  coverage.for_each(region, [&](std::int32_t box, const geometry::Index<D>&) {
    found = found || owners[static_cast<std::size_t>(box)] != rank;
  });
  return found;
}

/// Cuts \p parts along the faces of \p box, so that all cells of a part lie beyond the same ones.
template <int D>
void cut_at_faces(const geometry::Box<D>& box, geometry::BoxList<D>& parts) {
  for (std::size_t d = 0; d < D; ++d) {
    for (const std::int32_t face : {box.lo[d], box.hi[d]}) {
      for (std::size_t i = parts.size(); i-- > 0;) {
        if (parts[i].lo[d] < face && face < parts[i].hi[d]) {
          const auto [below, above] = geometry::split(parts[i], d, face);
          parts[i] = below;
          parts.push_back(above);
        }
      }
    }
  }
}

}  // namespace

template <int D>
GhostPlan<D>::GhostPlan(const comm::Communicator& communicator, storage::Pool& pool,
                        const Mesh<D>& mesh, const Level<D>& level, const Level<D>* coarser,
                        const StateShape& shape)
    : copies_(communicator, shape.components, ghost_tag(level.number())) {
  add_same_level(mesh, level, shape.ghosts, communicator.rank());
  note_waiting(mesh, level, coarser, shape, communicator.rank());
  group(level.patches(), shape.ghosts);
  if (coarser != nullptr) {
    add_coarse(mesh, level, *coarser, shape, communicator.rank());
    allocate_fringe(pool, shape.components, fringe_);
  }
  patch_parts_.resize(level.patches().size());
  if (some_wait_ && shape.followed == 0) {
    part(level.patches(), shape.ghosts, mesh.ratio);
  }
  seal(level.patches(), shape);
  wanted_ = copies_.sent(0, level.patches().size());
  if (coarser != nullptr && shape.followed > 0) {
    follow(pool, shape.followed, level.number());
  }
}

/// Makes room for what stages of the coarser level leave, and the plans that read it.
template <int D>
void GhostPlan<D>::follow(storage::Pool& pool, int components, int level) {
  same_ = copies_.only(0, stage_tag(level));
  coarse_ = copies_.only(1, coarse_tag(level));
  const auto doubles = [components](const FringePiece<D>& piece) {
    return piece.is_spare ? 0 : piece.fine.volume() * components;
  };
  std::int64_t all = 0;
  for (const FringePiece<D>& piece : fringe_.pieces) {
    all += doubles(piece);
  }
  stages_.resize(fringe_.pieces.size());
  stage_memory_ = take_block(pool, all * static_cast<std::int64_t>(Stages{}.size()));
  double* data = stage_memory_.view().data;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    for (storage::View<D>& stage : stages_[i]) {
      stage = packed_view(data, fringe_.pieces[i].fine, components);
      data += doubles(fringe_.pieces[i]);
    }
  }
}

/// The cells of \p region, of ghosts of the patch with the cells \p valid, that a stage reads.
template <int D>
geometry::Box<D> GhostPlan<D>::stage_cells(const geometry::Box<D>& valid, std::size_t patch,
                                           const geometry::Box<D>& region,
                                           const StateShape& shape) const {
  const geometry::Box<D> read = shape.joins ? groups_.without_between(patch, region) : region;
  return axes_outside(valid, read) > shape.stage_axes ? geometry::Box<D>{} : read;
}

template <int D>
void GhostPlan<D>::seal(std::span<const storage::Patch<D>> patches, const StateShape& shape) {
  copies_.seal([&](const Copy<D>& copy, std::size_t group) {
    const auto target = static_cast<std::size_t>(copy.target);
    return group == 1 ? fringe_.pieces[target].is_spare
                      : stage_cells(patches[target].box, target, copy.region, shape).is_empty();
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
  const auto patches = level.patches();
  const std::vector<Patches> sharing = sharers(shape.joins);
  const auto lacks = [&](std::size_t patch) {
    return lacks_ghosts(coverage, patches[patch].box, patch, shape.ghosts);
  };
  const auto wanted = [&](std::int32_t box, geometry::BoxList<D>& out) {
    geometry::Box<D> inside = level.layout().boxes[static_cast<std::size_t>(box)];
    if (const std::int32_t place = places[static_cast<std::size_t>(box)]; place >= 0) {
      const Patches together = sharing[static_cast<std::size_t>(place)];
      if (together.front() != static_cast<std::size_t>(place) ||
          std::ranges::none_of(together, lacks)) {
        return;
      }
      inside.hi = patches[together.back()].box.hi;
    }
    coverage.uncovered(inside.grow(shape.ghosts), out);
    if (shape.stage_axes == 1) {
      cut_at_faces(inside, out);
    }
  };
  const FringeReach reach{.width = shape.ghosts, .stencil = shape.stencil};
  const std::vector<std::int32_t> boxes = readers(mesh, level, coarser, reach, rank);
  fringe_ = add_fringe(copies_, mesh, level, coarser, {reach, boxes, wanted}, rank);
  note_parts(patches, sharing, shape);
}

/// True when the level itself does not have all ghosts of the patch with the cells \p valid.
template <int D>
bool GhostPlan<D>::lacks_ghosts(const Coverage<D>& coverage, const geometry::Box<D>& valid,
                                std::size_t patch, int ghosts) const {
  return copies_.filled_cells(0, patch) + valid.volume() <
         coverage.reachable(valid.grow(ghosts)).volume();
}

/// Notes which patches wait for other ranks, of the coarser level by what may be read of it.
template <int D>
void GhostPlan<D>::note_waiting(const Mesh<D>& mesh, const Level<D>& level, const Level<D>* coarser,
                                const StateShape& shape, int rank) {
  const Coverage<D> coverage(mesh, level);
  std::optional<Coverage<D>> below;  // where other ranks have some of the coarser level
  if (coarser != nullptr && coarser->patches().size() < coarser->layout().boxes.size()) {
    below.emplace(mesh, *coarser);
  }
  for (std::size_t patch = 0; patch < level.patches().size(); ++patch) {
    const geometry::Box<D>& valid = level.patches()[patch].box;
    const auto read = valid.grow(shape.ghosts).coarsen(mesh.ratio).grow(shape.stencil);
    waits_.push_back(copies_.waits(0, patch) ||
                     (below && lacks_ghosts(coverage, valid, patch, shape.ghosts) &&
                      meets_others<D>(*below, coarser->layout().owners, read, rank)));
  }
  some_wait_ = std::ranges::count(waits_, true) > 0;
}

/// Groups within those of joined_, so that these need no ghosts that the others do not.
template <int D>
void GhostPlan<D>::group(std::span<const storage::Patch<D>> patches, int ghosts) {
  std::vector<std::size_t> kinds(patches.size(), 0);
  joined_ = PatchGroups<D>(patches, kinds, ghosts,
                           some_wait_ ? kMostJoined<D> : PatchGroups<D>::kAnyCells);
  if (!some_wait_) {
    groups_ = joined_;
    return;
  }
  for (std::size_t g = 0; g < joined_.size(); ++g) {
    for (const std::size_t patch : joined_[g]) {
      kinds[patch] = 2 * g + (waits_[patch] ? 1 : 0);
    }
  }
  groups_ = PatchGroups<D>(patches, kinds, ghosts, PatchGroups<D>::kMostCells);
}

/// Parts patches that are so large that nothing goes on with them for long.
template <int D>
void GhostPlan<D>::part(std::span<const storage::Patch<D>> patches, int ghosts, int ratio) {
  std::vector<geometry::BoxList<D>> waiting(patches.size());
  piece_waits_.assign(fringe_.pieces.size(), false);
  copies_.for_each_received([&](const Copy<D>& copy, std::size_t group) {
    const auto target = static_cast<std::size_t>(copy.target);
    if (group == 0) {
      waiting[target].push_back(copy.region);
    } else if (!piece_waits_[target]) {
      piece_waits_[target] = true;
      waiting[fringe_.pieces[target].patch].push_back(fringe_.pieces[target].fine);
    }
  });
  for (std::size_t p = 0; p < patches.size(); ++p) {
    if (patches[p].box.volume() > PatchGroups<D>::kMostCells) {
      patch_parts_[p] = parts_beside<D>(patches[p].box, waiting[p], ghosts, ratio);
    }
  }
}

/// With which patches each one shares fringe pieces, itself included, axis 0 fastest.
template <int D>
auto GhostPlan<D>::sharers(bool joins) const -> std::vector<Patches> {
  std::vector<Patches> sharing(waits_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Patches group = groups_[g];
    for (std::size_t i = 0; i < group.size(); ++i) {
      sharing[group[i]] = joins && !waits_[group[i]] ? group : group.subspan(i, 1);
    }
  }
  return sharing;
}

/// Deals the pieces out to the patches that share them.
template <int D>
void GhostPlan<D>::note_parts(std::span<const storage::Patch<D>> patches,
                              const std::vector<Patches>& sharing, const StateShape& shape) {
  parts_.reserve(fringe_.pieces.size());
  part_start_.reserve(fringe_.pieces.size() + 1);
  for (FringePiece<D>& piece : fringe_.pieces) {
    piece.is_spare = true;
    for (const std::size_t patch : sharing[piece.patch]) {
      const geometry::Box<D>& valid = patches[patch].box;
      const geometry::Box<D> fine = piece.fine.intersect(valid.grow(shape.ghosts));
      if (!fine.is_empty()) {
        parts_.push_back({patch, fine, stage_cells(valid, patch, fine, shape)});
        piece.is_spare = piece.is_spare && parts_.back().stage.is_empty();
      }
    }
    part_start_.push_back(parts_.size());
  }
}

template <int D>
void GhostPlan<D>::settle(const Mesh<D>& mesh, const Level<D>& level, const Level<D>* finer) {
  if (same_) {
    return;  // stages are followed: nothing is sent before it is wanted
  }
  drop_sent();
  if (settled_) {
    copies_.join(std::move(*settled_));
    settled_.reset();
  }
  std::optional<Coverage<D>> above;
  if (finer != nullptr) {
    above.emplace(mesh, *finer);
  }
  // Averages change what is under a finer patch, corrections of fluxes the cells beside it.
  const auto is_settled = [&](const Copy<D>& copy, std::size_t group) {
    bool changes = false;
    if (above && group == 0) {
      geometry::Box<D> source = copy.region.grow(1);
      for (std::size_t d = 0; d < D; ++d) {
        source.lo[d] -= copy.shift[d];
        source.hi[d] -= copy.shift[d];
      }
      above->for_each(source.refine(mesh.ratio),
                      [&](std::int32_t, const geometry::Index<D>&) { changes = true; });
    }
    return !changes;
  };
  settled_ = copies_.part(is_settled, settled_tag(level.number()));
}

template <int D>
void GhostPlan<D>::send(const Level<D>& level, const SourceValues<D>& coarse, int components,
                        bool finer_changes) {
  const std::array<SourceValues<D>, 2> from{{{level.state_views()}, coarse}};
  settled_components_ = components;
  settled_->send(from, components);
  if (!finer_changes) {
    copies_.send(from, components);
  }
}

template <int D>
void GhostPlan<D>::begin(Level<D>& level, const SourceValues<D>& coarse, Copies which,
                         int components, int spare) {
  const std::array<SourceValues<D>, 2> from{{{level.state_views()}, coarse}};
  has_settled_ = false;
  if (settled_) {
    if (settled_components_ != components) {
      drop_sent();
    }
    const bool was_sent = settled_->is_sent();
    settled_->begin(from, targets(level), which, components);
    has_settled_ = was_sent && settled_->take_arrived(targets(level));
  }
  copies_.begin(from, targets(level), which, components, spare);
}

template <int D>
void GhostPlan<D>::finish(Level<D>& level) {
  if (settled_) {
    settled_->finish(targets(level));
  }
  copies_.finish(targets(level));
}

template <int D>
void GhostPlan<D>::begin_same(Level<D>& level, int components) {
  same_->begin(std::array<SourceValues<D>, 1>{{{level.state_views()}}}, targets(level),
               Copies::kAll, components);
}

template <int D>
void GhostPlan<D>::finish_same(Level<D>& level) {
  same_->finish(targets(level));
}

template <int D>
void GhostPlan<D>::begin_gather(const Level<D>& coarser, int components) {
  coarse_->begin(std::array<SourceValues<D>, 2>{{{}, {coarser.state_views()}}},
                 std::array<std::span<const storage::View<D>>, 2>{{{}, fringe_.values}},
                 Copies::kAll, components);
}

template <int D>
void GhostPlan<D>::finish_gather() {
  coarse_->finish(std::array<std::span<const storage::View<D>>, 2>{{{}, fringe_.values}});
}

template class GhostPlan<1>;
template class GhostPlan<2>;
template class GhostPlan<3>;

}  // namespace evenkeel::hierarchy
