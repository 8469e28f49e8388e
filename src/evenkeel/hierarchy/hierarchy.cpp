// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Installs new levels and remakes what depends on them.
#include "evenkeel/hierarchy/hierarchy.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/hierarchy/booking.hpp"

namespace evenkeel::hierarchy {
namespace {

/// A level is refilled in parts of at least so much on each rank, and at most so many.
constexpr std::int64_t kWorthParting = 131072;  ///< [byte]
constexpr std::int64_t kMostParts = 8;

/// inherit(), and no more of \p old than the state is left.
template <int D>
Heritage<D> take_over(Level<D>& old, Level<D>& level, int rank,
                      const typename Hierarchy<D>::Leave& leave) {
  Heritage<D> heritage = inherit(old, level, rank);
  if (leave) {
    leave(old);
  }
  for (storage::Patch<D>& patch : old.patches()) {
    patch.old = {};
    patch.saved = {};
    patch.rate = {};
    patch.stages.clear();
  }
  return heritage;
}

/// Frees values of \p old that no box from number \p next on reads.
template <int D>
void drop_read(Level<D>& old, const Heritage<D>& heritage, std::int32_t next) {
  for (std::size_t p = 0; p < old.patches().size(); ++p) {
    if (heritage.last_read[p] < next) {
      old.patches()[p].state = {};
    }
  }
}

}  // namespace

template <int D>
Hierarchy<D>::Hierarchy(const comm::Communicator& communicator, const Mesh<D>& mesh,
                        const StateShape& shape)
    : communicator_(&communicator), mesh_(mesh), shape_(shape) {}

template <int D>
std::int64_t Hierarchy<D>::install(int from, std::vector<LevelLayout<D>> layouts,
                                   const Prolong& prolong, int components, const Leave& leave) {
  return make_levels(from, std::move(layouts), finest() >= 0 ? &prolong : nullptr, components,
                     leave);
}

template <int D>
void Hierarchy<D>::install_unset(int from, std::vector<LevelLayout<D>> layouts) {
  make_levels(from, std::move(layouts), nullptr, 0, nullptr);
}

template <int D>
std::int64_t Hierarchy<D>::make_levels(int from, std::vector<LevelLayout<D>> layouts,
                                       const Prolong* prolong, int components, const Leave& leave) {
  const Booking booking(*communicator_, telemetry::Phase::kRegrid);
  EVENKEEL_EXPECT(0 <= from && from <= finest() + 1);
  const auto end = std::ranges::find_if(layouts, [](const auto& l) { return l.boxes.empty(); });
  layouts.erase(end, layouts.end());
  drop_plans(from, layouts);
  std::int64_t received = 0;
  int number = from;
  for (LevelLayout<D>& layout : layouts) {
    if (number > finest()) {
      levels_.emplace_back();
    }
    const Level<D>* present = levels_[static_cast<std::size_t>(number)].get();
    if (present == nullptr || present->layout() != layout) {
      received += replace(number, std::move(layout), prolong,
                          components > 0 ? components : shape_.components, leave);
    }
    ++number;
  }
  for (auto gone = static_cast<std::size_t>(number); leave && gone < levels_.size(); ++gone) {
    leave(*levels_[gone]);
  }
  levels_.resize(static_cast<std::size_t>(number));
  size_registers();
  make_plans();
  return received;
}

/// Forgets the plans that the new layouts outdate, before memory is taken for new patches.
template <int D>
void Hierarchy<D>::drop_plans(int from, const std::vector<LevelLayout<D>>& layouts) {
  const auto first = static_cast<std::size_t>(from);
  const std::size_t levels = first + layouts.size();
  ghosts_.resize(levels);
  syncs_.resize(levels > 0 ? levels - 1 : 0);
  bool coarser_changes = false;
  for (std::size_t l = first; l < levels; ++l) {
    const bool changes = l >= levels_.size() || levels_[l]->layout() != layouts[l - first];
    if (changes || coarser_changes) {
      ghosts_[l].reset();
      if (l > 0) {
        syncs_[l - 1].reset();
      }
    }
    coarser_changes = changes;
  }
}

template <int D>
void Hierarchy<D>::make_states(Level<D>& level, const BoxRange& part) {
  for (storage::Patch<D>& patch : level.patches()) {
    if (part.holds(patch.index) && patch.state.is_empty()) {
      patch.state = storage::Array<D>(pool_, patch.box.grow(shape_.ghosts), shape_.components);
    }
  }
  level.refresh_views();
}

template <int D>
std::int64_t Hierarchy<D>::replace(int number, LevelLayout<D> layout, const Prolong* prolong,
                                   int components, const Leave& leave) {
  std::unique_ptr<Level<D>>& slot = levels_[static_cast<std::size_t>(number)];
  std::unique_ptr<Level<D>> old = std::exchange(slot, nullptr);
  slot = std::make_unique<Level<D>>(number, std::move(layout), communicator_->rank());
  const Heritage<D> heritage =
      old != nullptr ? take_over(*old, *slot, communicator_->rank(), leave) : Heritage<D>();
  if (prolong == nullptr) {
    old.reset();
    make_states(*slot, {0, static_cast<std::int32_t>(slot->layout().boxes.size())});
    return 0;
  }
  const Level<D>* coarser = number > 0 ? &level(number - 1) : nullptr;
  std::vector<std::int32_t> reading;
  if (coarser != nullptr) {
    const FringeReach reach{.width = 0, .stencil = shape_.stencil};
    reading = readers(mesh_, *slot, *coarser, reach, communicator_->rank());
  }
  return refill_in_parts(*slot, old.get(),
                         {.mesh = &mesh_,
                          .old = old.get(),
                          .coarser = coarser,
                          .components = components,
                          .stencil = shape_.stencil,
                          .heritage = &heritage,
                          .readers = reading},
                         *prolong);
}

/// Part by part along the curve, so that old and new values never stand side by side whole.
template <int D>
std::int64_t Hierarchy<D>::refill_in_parts(Level<D>& level, Level<D>* old,
                                           const RefillFrom<D>& from, const Prolong& prolong) {
  const auto boxes = static_cast<std::int32_t>(level.layout().boxes.size());
  const std::int64_t bytes = level.cells() * shape_.components * std::int64_t{sizeof(double)};
  const auto parts = static_cast<std::int32_t>(
      std::clamp(bytes / communicator_->size() / kWorthParting, std::int64_t{1},
                 std::min<std::int64_t>(kMostParts, boxes)));
  std::int64_t received = 0;
  for (std::int32_t k = 0; k < parts; ++k) {
    const BoxRange part{boxes * k / parts, boxes * (k + 1) / parts};
    make_states(level, part);
    received += refill(*communicator_, pool_, level, from, part, prolong);
    if (old != nullptr && k + 1 < parts) {
      drop_read(*old, *from.heritage, part.last);
    }
  }
  return received;
}

/// Takes memory for \p array, or gives it back, where that is to change.
template <int D>
void Hierarchy<D>::size(storage::Array<D>& array, bool is_wanted, const geometry::Box<D>& box) {
  if (array.is_empty() == is_wanted) {
    array = is_wanted ? storage::Array<D>(pool_, box, shape_.components) : storage::Array<D>();
  }
}

/// Gives every patch the arrays beside state that its level needs now.
template <int D>
void Hierarchy<D>::size_registers() {
  for (const std::unique_ptr<Level<D>>& level : levels_) {
    const bool is_read_from = level->number() < finest();
    // A step of the base level is a coarse step: its old values are the saved ones.
    const bool keeps_old = level->number() > 0 && (shape_.keeps_old || is_read_from);
    const bool keeps_rate = shape_.keeps_rate && is_read_from;
    for (storage::Patch<D>& patch : level->patches()) {
      size(patch.old, keeps_old, patch.box);
      size(patch.rate, keeps_rate, patch.box);
      while (patch.stages.size() < static_cast<std::size_t>(shape_.stages)) {
        patch.stages.emplace_back(pool_, patch.box, shape_.components);
      }
    }
    level->refresh_views();
  }
}

template <int D>
void Hierarchy<D>::make_plans() {
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const Level<D>* coarser = l > 0 ? levels_[l - 1].get() : nullptr;
    const Level<D>* finer = l + 1 < levels_.size() ? levels_[l + 1].get() : nullptr;
    const bool settles = ghosts_[l] == nullptr || (finer != nullptr && syncs_[l] == nullptr);
    if (ghosts_[l] == nullptr) {
      ghosts_[l] = std::make_unique<GhostPlan<D>>(*communicator_, pool_, mesh_, *levels_[l],
                                                  coarser, shape_);
    }
    if (settles) {
      ghosts_[l]->settle(mesh_, *levels_[l], finer);
    }
    if (l > 0 && syncs_[l - 1] == nullptr) {
      syncs_[l - 1] = std::make_unique<SyncPlan<D>>(*communicator_, pool_, mesh_, *coarser,
                                                    *levels_[l], shape_.moved());
    }
  }
}

template <int D>
storage::Hdda<D> Hierarchy<D>::directory() const {
  storage::Hdda<D> directory(mesh_.cells, mesh_.ratio, mesh_.max_levels);
  for (const std::unique_ptr<Level<D>>& level : levels_) {
    std::int32_t slot = 0;
    for (const storage::Patch<D>& patch : level->patches()) {
      directory.insert({patch.level, patch.box, slot++});
    }
  }
  return directory;
}

template class Hierarchy<1>;
template class Hierarchy<2>;
template class Hierarchy<3>;

}  // namespace evenkeel::hierarchy
