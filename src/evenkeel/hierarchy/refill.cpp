// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plans and runs the filling of a new level.
#include "evenkeel/hierarchy/refill.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/hierarchy/tags.hpp"

namespace evenkeel::hierarchy {
namespace {

/// The box of \p old equal to box \p index of \p level and of the same owner; -1 if there is none.
template <int D>
std::int32_t same_box(const Level<D>& old, const Level<D>& level, std::size_t index) {
  const geometry::Box<D>& box = level.layout().boxes[index];
  const auto corner = geometry::Box<D>::of_cell(box.lo);
  std::int32_t found = -1;
  old.search().for_each(corner, [&](std::int32_t hit) {
    const auto candidate = static_cast<std::size_t>(hit);
    if (old.layout().boxes[candidate] == box &&
        old.layout().owners[candidate] == level.layout().owners[index]) {
      found = hit;
    }
  });
  return found;
}

/// Positions of those of \p all, ascending by \p box_of, whose boxes are in \p part.
template <class All, class BoxOf = std::identity>
std::pair<std::size_t, std::size_t> places_in(const All& all, const BoxRange& part,
                                              const BoxOf& box_of = {}) {
  const auto place = [&](std::int32_t box) {
    return static_cast<std::size_t>(std::ranges::lower_bound(all, box, {}, box_of) - all.begin());
  };
  return {place(part.first), place(part.last)};
}

/// Views of the local patches of a part.
template <int D>
std::span<const storage::View<D>> local_part(const Level<D>& level, const BoxRange& part) {
  const auto [first, last] = places_in(level.patches(), part, &storage::Patch<D>::index);
  return level.state_views().subspan(first, last - first);
}

template <int D>
void add_old_values(CopyPlan<D>& plan, const RefillFrom<D>& from, const Level<D>& level,
                    const BoxRange& part) {
  if (from.old == nullptr) {
    plan.add_group(local_part(level, part).size());
    return;
  }
  const LevelLayout<D>& old = from.old->layout();
  const geometry::Index<D> nowhere{};
  const std::vector<Target<D>>& targets = from.heritage->targets;
  const auto [first, last] = places_in(targets, part, &Target<D>::id);
  plan.add_group({old.boxes, old.owners, &from.old->search()},
                 std::span(targets).subspan(first, last - first), {&nowhere, 1});
}

/// Gives the cells of a new box that no old box holds.
template <int D>
auto missing_cells(const RefillFrom<D>& from, const Level<D>& level) {
  std::optional<Coverage<D>> old;
  if (from.old != nullptr) {
    old.emplace(*from.mesh, *from.old);
  }
  return [&from, &level, old](std::int32_t box, geometry::BoxList<D>& out) {
    const auto index = static_cast<std::size_t>(box);
    if (!old) {
      out = {level.layout().boxes[index]};
    } else if (!from.heritage->kept[index]) {
      old->uncovered(level.layout().boxes[index], out);
    }
  };
}

}  // namespace

template <int D>
Heritage<D> inherit(Level<D>& old, Level<D>& level, int rank) {
  Heritage<D> found;
  found.kept.assign(level.layout().boxes.size(), false);
  for (storage::Patch<D>& patch : level.patches()) {
    const auto index = static_cast<std::size_t>(patch.index);
    if (const std::int32_t same = same_box(old, level, index); same >= 0) {
      patch =
          std::move(*std::ranges::lower_bound(old.patches(), same, {}, &storage::Patch<D>::index));
      patch.index = static_cast<std::int32_t>(index);
      found.kept[index] = true;
    }
  }
  std::vector<std::int32_t> boxes;
  found.last_read.reserve(old.patches().size());
  for (const storage::Patch<D>& patch : old.patches()) {
    std::int32_t last = -1;
    if (!patch.state.is_empty()) {  // else it was kept, and no other box meets it
      level.search().for_each(patch.box, [&](std::int32_t box) {
        boxes.push_back(box);
        last = std::max(last, box);
      });
    }
    found.last_read.push_back(last);
  }
  include_local(level.layout().owners, rank, boxes);
  found.targets.reserve(boxes.size());
  for (const std::int32_t box : boxes) {
    const auto index = static_cast<std::size_t>(box);
    found.targets.push_back({found.kept[index] ? geometry::Box<D>{} : level.layout().boxes[index],
                             level.layout().owners[index], box});
  }
  return found;
}

template <int D>
std::int64_t refill(const comm::Communicator& communicator, storage::Pool& pool, Level<D>& level,
                    const RefillFrom<D>& from, const BoxRange& part, const Prolong<D>& prolong) {
  CopyPlan<D> plan(communicator, from.components, kFillTag, telemetry::Phase::kMigrate);
  add_old_values(plan, from, level, part);
  Fringe<D> fringe;
  if (from.coarser != nullptr) {
    const auto [first, last] = places_in(from.readers, part);
    const FringeRule<D> rule{.reach = {.width = 0, .stencil = from.stencil},
                             .boxes = from.readers.subspan(first, last - first),
                             .wanted = missing_cells(from, level)};
    fringe = add_fringe(plan, *from.mesh, level, *from.coarser, rule, communicator.rank());
  } else {
    plan.add_group(0);
  }
  allocate_fringe(pool, from.components, fringe);
  plan.seal();
  std::array<SourceValues<D>, 2> values;
  values[0].now = from.old != nullptr ? from.old->state_views() : values[0].now;
  values[1].now = from.coarser != nullptr ? from.coarser->state_views() : values[1].now;
  const std::array<std::span<const storage::View<D>>, 2> targets{local_part(level, part),
                                                                 fringe.values};
  plan.begin(values, targets);
  plan.finish(targets);
  if (communicator.clock() != nullptr) {
    telemetry::Counters& counters = communicator.clock()->counters();
    counters.bytes_migrated += plan.sent_bytes();
    counters.bytes_taken_in += plan.received_bytes();
  }
  if (!fringe.pieces.empty()) {
    prolong(level, fringe);
  }
  return plan.received_bytes();
}

#define EVENKEEL_INSTANTIATE(D)                                                      \
  template Heritage<D> inherit(Level<D>&, Level<D>&, int);                           \
  template std::int64_t refill(const comm::Communicator&, storage::Pool&, Level<D>&, \
                               const RefillFrom<D>&, const BoxRange&, const Prolong<D>&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::hierarchy
