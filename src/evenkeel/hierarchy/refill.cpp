// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plans and runs the filling of a new level.
#include "evenkeel/hierarchy/refill.hpp"

#include <algorithm>
#include <array>

#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/hierarchy/tags.hpp"

namespace evenkeel::hierarchy {
namespace {

/// The box of \p old equal to box \p index of \p level and of the same owner; -1 if there is none.
template <int D>
std::int32_t same_box(const Level<D>& old, const Level<D>& level, std::size_t index) {
  const geometry::Box<D>& box = level.layout().boxes[index];
  std::int32_t found = -1;
  old.search().for_each(box, [&](std::int32_t hit) {
    const auto candidate = static_cast<std::size_t>(hit);
    if (old.layout().boxes[candidate] == box &&
        old.layout().owners[candidate] == level.layout().owners[index]) {
      found = hit;
    }
  });
  return found;
}

/// New boxes of a part that take values from old ones, where this rank has either.
template <int D>
std::vector<Target<D>> moving_targets(const Level<D>& old, const Level<D>& level,
                                      const BoxRange& part, int rank) {
  std::vector<std::int32_t> boxes;
  for (const storage::Patch<D>& patch : old.patches()) {
    level.search().for_each(patch.box, [&](std::int32_t box) { boxes.push_back(box); });
  }
  include_local(level.layout().owners, rank, boxes);
  std::erase_if(boxes, [&](std::int32_t box) { return !part.holds(box); });
  std::vector<Target<D>> targets;
  for (const std::int32_t box : boxes) {
    const auto index = static_cast<std::size_t>(box);
    // A kept patch is a target of no cells, so that slots stay positions of patches.
    const bool kept = same_box(old, level, index) >= 0;
    targets.push_back({kept ? geometry::Box<D>{} : level.layout().boxes[index],
                       level.layout().owners[index], box});
  }
  return targets;
}

/// Views of the local patches of a part.
template <int D>
std::span<const storage::View<D>> local_part(const Level<D>& level, const BoxRange& part) {
  const auto patches = level.patches();
  const auto place = [&](std::int32_t box) {
    return std::ranges::lower_bound(patches, box, {}, &storage::Patch<D>::index) - patches.begin();
  };
  const auto first = static_cast<std::size_t>(place(part.first));
  return level.state_views().subspan(first, static_cast<std::size_t>(place(part.last)) - first);
}

template <int D>
void add_old_values(CopyPlan<D>& plan, const Level<D>* old, const Level<D>& level,
                    const BoxRange& part, int rank) {
  if (old == nullptr) {
    plan.add_group(local_part(level, part).size());
    return;
  }
  const Sources<D> sources{old->layout().boxes, old->layout().owners, &old->search()};
  const geometry::Index<D> nowhere{};
  plan.add_group(sources, moving_targets(*old, level, part, rank), {&nowhere, 1});
}

/// Gives the cells of every new box of a part that no old box holds.
template <int D>
auto missing_cells(const RefillFrom<D>& from, const Level<D>& level, const BoxRange& part) {
  return [&from, &level, part](std::int32_t box, geometry::BoxList<D>& out) {
    out.clear();
    if (!part.holds(box)) {
      return;
    }
    const auto index = static_cast<std::size_t>(box);
    out = {level.layout().boxes[index]};
    if (from.old != nullptr) {
      Coverage<D>(*from.mesh, *from.old).uncovered(level.layout().boxes[index], out);
    }
  };
}

}  // namespace

template <int D>
std::vector<bool> keep_patches(Level<D>& old, Level<D>& level) {
  std::vector<bool> kept;
  for (storage::Patch<D>& patch : level.patches()) {
    const std::int32_t same = same_box(old, level, static_cast<std::size_t>(patch.index));
    kept.push_back(same >= 0);
    if (same >= 0) {
      const std::int32_t index = patch.index;
      patch =
          std::move(*std::ranges::lower_bound(old.patches(), same, {}, &storage::Patch<D>::index));
      patch.index = index;
    }
  }
  return kept;
}

template <int D>
std::int64_t refill(const comm::Communicator& communicator, storage::Pool& pool, Level<D>& level,
                    const RefillFrom<D>& from, const BoxRange& part, const Prolong<D>& prolong) {
  const int rank = communicator.rank();
  CopyPlan<D> plan(communicator, from.components, kFillTag, telemetry::Phase::kMigrate);
  add_old_values(plan, from.old, level, part, rank);
  std::vector<FringePiece<D>> pieces;
  if (from.coarser != nullptr) {
    const FringeRule<D> rule{0, from.stencil, missing_cells(from, level, part)};
    pieces = add_fringe(plan, *from.mesh, level, *from.coarser, rule, rank);
  } else {
    plan.add_group(0);
  }
  const std::vector<storage::View<D>> coarse = allocate_fringe(pool, from.components, pieces);
  plan.seal();
  std::array<SourceValues<D>, 2> values;
  values[0].now = from.old != nullptr ? from.old->state_views() : values[0].now;
  values[1].now = from.coarser != nullptr ? from.coarser->state_views() : values[1].now;
  const std::array<std::span<const storage::View<D>>, 2> targets{local_part(level, part), coarse};
  plan.begin(values, targets);
  plan.finish(targets);
  if (communicator.clock() != nullptr) {
    communicator.clock()->counters().bytes_migrated += plan.sent_bytes();
  }
  if (!pieces.empty()) {
    prolong(level, pieces);
  }
  return plan.received_bytes();
}

#define EVENKEEL_INSTANTIATE(D)                                                      \
  template std::vector<bool> keep_patches(Level<D>&, Level<D>&);                     \
  template std::int64_t refill(const comm::Communicator&, storage::Pool&, Level<D>&, \
                               const RefillFrom<D>&, const BoxRange&, const Prolong<D>&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::hierarchy
