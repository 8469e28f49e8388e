// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Finds the boundary of a fine level and carries averages and fluxes across it.
#include "evenkeel/hierarchy/sync_plan.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/beside.hpp"
#include "evenkeel/geometry/periodic.hpp"
#include "evenkeel/hierarchy/booking.hpp"
#include "evenkeel/hierarchy/coverage.hpp"
#include "evenkeel/hierarchy/tags.hpp"

namespace evenkeel::hierarchy {

/// Lists copies and strips while a plan is made.
template <int D>
struct SyncPlan<D>::Builder {
  struct Listed {
    Copy<D> copy;
    int from;
    int to;
  };

  Builder(const Mesh<D>& mesh, const Level<D>& coarse_level, const Level<D>& fine_level, int me)
      : rank(me),
        ratio(mesh.ratio),
        coarse(coarse_level),
        fine(fine_level),
        coarse_seen(mesh, coarse_level),
        fine_seen(mesh, fine_level),
        coarse_places(local_places(coarse_level.layout().owners, me)),
        fine_places(local_places(fine_level.layout().owners, me)) {}

  /// Fine boxes of this rank and those with a face next to a coarse cell of this rank.
  std::vector<std::int32_t> bordering() const {
    return fine_seen.local_and_reached(
        rank, coarse, [this](const geometry::Box<D>& box) { return box.grow(1).refine(ratio); });
  }

  /// The strips of one fine box, on both sides, and the copies between them.
  void add_faces(std::size_t box) {
    const geometry::Box<D>& fine_box = fine.layout().boxes[box];
    EVENKEEL_EXPECT(fine_box.coarsen(ratio).refine(ratio) == fine_box);
    fine_seen.find(fine_box.grow(ratio), near);
    if (fine_seen.covers(fine_box.grow(1), near)) {
      return;
    }
    for (std::size_t axis = 0; axis < D; ++axis) {
      for (const bool upper : {false, true}) {
        const geometry::Box<D> outside =
            geometry::outer_layer(fine_box.coarsen(ratio), axis, upper);
        fine_seen.uncovered(outside.refine(ratio), near, pieces);
        for (const geometry::Box<D>& piece : pieces) {
          add_piece(box, {static_cast<int>(axis), upper, {}, 1, {}}, piece.coarsen(ratio));
        }
      }
    }
  }

  void add_piece(std::size_t box, FaceStrip<D> strip, const geometry::Box<D>& outside) {
    const auto axis = static_cast<std::size_t>(strip.axis);
    std::int32_t source = -1;
    if (fine_places[box] >= 0) {
      const geometry::Box<D>& fine_box = fine.layout().boxes[box];
      source = static_cast<std::int32_t>(fine_drafts.size());
      strip.coarsening = ratio;
      strip.faces = outside.refine(ratio);
      strip.faces.lo[axis] = strip.upper ? fine_box.hi[axis] : fine_box.lo[axis];
      strip.faces.hi[axis] = strip.faces.lo[axis] + 1;
      fine_drafts.push_back({static_cast<std::size_t>(fine_places[box]), strip, outside});
    }
    // Both ends must list the same coarse boxes in the same order.
    met.clear();
    coarse_seen.for_each(outside, [&](std::int32_t hit, const geometry::Index<D>& shift) {
      met.emplace_back(hit, shift);
    });
    std::ranges::sort(met);
    for (const auto& [hit, shift] : met) {
      const auto coarse_box = static_cast<std::size_t>(hit);
      const geometry::Index<D> back = geometry::opposite<D>(shift);
      const geometry::Box<D> cells =
          outside.shift(back).intersect(coarse.layout().boxes[coarse_box]);
      const std::int32_t target = add_coarse_strip(coarse_box, strip, cells);
      fluxes.push_back({{cells, back, source, target},
                        fine.layout().owners[box],
                        coarse.layout().owners[coarse_box]});
    }
  }

  /// Returns its place among the coarse strips of this rank, -1 for the box of another rank.
  std::int32_t add_coarse_strip(std::size_t box, FaceStrip<D> strip,
                                const geometry::Box<D>& cells) {
    if (coarse_places[box] < 0) {
      return -1;
    }
    const auto axis = static_cast<std::size_t>(strip.axis);
    strip.coarsening = 1;
    strip.faces = cells;
    strip.faces.lo[axis] = strip.upper ? cells.lo[axis] : cells.hi[axis];
    strip.faces.hi[axis] = strip.faces.lo[axis] + 1;
    coarse_drafts.push_back({static_cast<std::size_t>(coarse_places[box]), strip, cells});
    return static_cast<std::int32_t>(coarse_drafts.size()) - 1;
  }

  /// Copies of restricted values to the coarse patches of other ranks under them; those of this
  /// rank are averaged into at once.
  void add_averages(CopyPlan<D>& copies) {
    std::vector<std::int32_t> boxes;
    for (const storage::Patch<D>& patch : fine.patches()) {
      coarse.search().for_each(patch.box.coarsen(ratio), [&](std::int32_t box) {
        if (coarse_places[static_cast<std::size_t>(box)] < 0) {
          boxes.push_back(box);
        }
      });
    }
    include_local(coarse.layout().owners, rank, boxes);
    copies.add_group(coarse.patches().size());
    sends.assign(fine.patches().size(), false);
    std::vector<std::int32_t> above;
    for (const std::int32_t box : boxes) {
      const auto target = static_cast<std::size_t>(box);
      const geometry::Box<D>& region = coarse.layout().boxes[target];
      fine.search().find(region.refine(ratio), above);
      for (const std::int32_t hit : above) {
        const auto source = static_cast<std::size_t>(hit);
        add_average(fine.layout().boxes[source].coarsen(ratio).intersect(region), source, target,
                    copies);
      }
    }
  }

  void add_average(const geometry::Box<D>& cells, std::size_t source, std::size_t target,
                   CopyPlan<D>& copies) {
    const std::int32_t from = fine_places[source];
    const std::int32_t to = coarse_places[target];
    if (from >= 0 && to >= 0) {
      covered.push_back({cells, static_cast<std::size_t>(from), static_cast<std::size_t>(to)});
      return;
    }
    if (from >= 0) {
      sends[static_cast<std::size_t>(from)] = true;
    }
    copies.add({cells, {}, from, to}, fine.layout().owners[source], coarse.layout().owners[target]);
  }

  void add_fluxes(CopyPlan<D>& copies) const {
    copies.add_group(coarse_drafts.size());
    for (const Listed& listed : fluxes) {
      copies.add(listed.copy, listed.from, listed.to);
    }
  }

  int rank;
  int ratio;
  const Level<D>& coarse;
  const Level<D>& fine;
  Coverage<D> coarse_seen;
  Coverage<D> fine_seen;
  std::vector<std::int32_t> coarse_places;
  std::vector<std::int32_t> fine_places;
  std::vector<Draft> fine_drafts;
  std::vector<Draft> coarse_drafts;
  std::vector<Listed> fluxes;
  std::vector<Covered> covered;
  std::vector<bool> sends;  ///< [local fine patches] averages to other ranks
  // Of the fine box whose faces are added.
  geometry::BoxList<D> near;
  geometry::BoxList<D> pieces;
  std::vector<std::pair<std::int32_t, geometry::Index<D>>> met;
};

template <int D>
SyncPlan<D>::SyncPlan(const comm::Communicator& communicator, storage::Pool& pool,
                      const Mesh<D>& mesh, const Level<D>& coarse, const Level<D>& fine,
                      int components)
    : communicator_(&communicator),
      copies_(communicator, components, sync_tag(coarse.number()), telemetry::Phase::kRestrict),
      ratio_(mesh.ratio),
      components_(components),
      coarse_recorders_(coarse.patches().size()),
      fine_recorders_(fine.patches().size()) {
  for (std::size_t d = 0; d < D; ++d) {
    faces_per_length_[d] = 1.0 / mesh.spacing(coarse.number())[d];
  }
  Builder builder(mesh, coarse, fine, communicator.rank());
  for (const std::int32_t box : builder.bordering()) {
    builder.add_faces(static_cast<std::size_t>(box));
  }
  builder.add_averages(copies_);
  builder.add_fluxes(copies_);
  copies_.seal();
  wanted_ = builder.sends;
  const std::vector<bool> sent = copies_.sent(1, builder.fine_drafts.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const std::size_t patch = builder.fine_drafts[i].patch;
    wanted_[patch] = wanted_[patch] || sent[i];
  }
  make_strips(pool, builder.fine_drafts, builder.coarse_drafts);
  make_restricted(pool, fine, builder.sends);
  covered_ = std::move(builder.covered);
  std::ranges::stable_sort(covered_, {}, &Covered::fine);
}

/// Views of the cells of all drafts, one after the other from \p data.
template <int D>
std::vector<storage::View<D>> SyncPlan<D>::make_views(double* data,
                                                      std::span<const Draft> drafts) const {
  std::vector<storage::View<D>> views;
  views.reserve(drafts.size());
  for (const Draft& draft : drafts) {
    views.push_back(packed_view(data, draft.cells, components_));
    data += draft.cells.volume() * components_;
  }
  return views;
}

/// The strips of all drafts by patch and axis, with room for their sums, and who records them.
template <int D>
std::vector<FaceStrip<D>> SyncPlan<D>::dealt(std::span<const Draft> drafts,
                                             std::span<const storage::View<D>> totals,
                                             std::span<FluxRecorder<D>> recorders) {
  const auto bin_of = [](const Draft& draft) {
    return draft.patch * D + static_cast<std::size_t>(draft.strip.axis);
  };
  std::vector<std::size_t> start(recorders.size() * D + 1, 0);
  for (const Draft& draft : drafts) {
    ++start[bin_of(draft) + 1];
  }
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<FaceStrip<D>> strips(drafts.size());
  std::vector<std::size_t> next = start;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    FaceStrip<D>& strip = strips[next[bin_of(drafts[i])]++];
    strip = drafts[i].strip;
    strip.total = totals[i];
  }
  for (std::size_t patch = 0; patch < recorders.size(); ++patch) {
    const std::size_t first = start[patch * D];
    recorders[patch] = FluxRecorder<D>(
        std::span<const FaceStrip<D>>(strips).subspan(first, start[(patch + 1) * D] - first));
  }
  return strips;
}

template <int D>
void SyncPlan<D>::make_strips(storage::Pool& pool, const std::vector<Draft>& fine,
                              const std::vector<Draft>& coarse) {
  const auto doubles = [this](const std::vector<Draft>& drafts) {
    std::int64_t sum = 0;
    for (const Draft& draft : drafts) {
      sum += draft.cells.volume() * components_;
    }
    return sum;
  };
  const std::int64_t fine_doubles = doubles(fine);
  const std::int64_t coarse_doubles = doubles(coarse);
  recorded_ = static_cast<std::size_t>(fine_doubles + coarse_doubles);
  strips_ = take_block(pool, fine_doubles + 2 * coarse_doubles);
  double* data = strips_.view().data;
  fine_totals_ = make_views(data, fine);
  const std::vector<storage::View<D>> coarse_totals = make_views(data + fine_doubles, coarse);
  arrived_ = make_views(data + fine_doubles + coarse_doubles, coarse);
  fine_strips_ = dealt(fine, fine_totals_, fine_recorders_);
  coarse_strips_ = dealt(coarse, coarse_totals, coarse_recorders_);
  std::array<std::vector<Correction>, 2 * static_cast<std::size_t>(D)> by_side;
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    FaceStrip<D> strip = coarse[i].strip;
    strip.total = coarse_totals[i];
    by_side[2 * static_cast<std::size_t>(strip.axis) + (strip.upper ? 1 : 0)].push_back(
        {coarse[i].patch, strip, arrived_[i]});
  }
  corrections_.reserve(coarse.size());
  for (const std::vector<Correction>& corrections : by_side) {
    corrections_.insert(corrections_.end(), corrections.begin(), corrections.end());
  }
  clear();
}

template <int D>
void SyncPlan<D>::make_restricted(storage::Pool& pool, const Level<D>& fine,
                                  const std::vector<bool>& sends) {
  const auto patches = fine.patches();
  std::int64_t cells = 0;
  for (std::size_t p = 0; p < patches.size(); ++p) {
    cells += sends[p] ? patches[p].box.coarsen(ratio_).volume() : 0;
  }
  restricted_ = take_block(pool, cells * components_);
  restricted_views_.resize(patches.size());
  double* data = restricted_.view().data;
  for (std::size_t p = 0; p < patches.size(); ++p) {
    if (sends[p]) {
      restricted_views_[p] = packed_view(data, patches[p].box.coarsen(ratio_), components_);
      data += restricted_views_[p].box.volume() * components_;
    }
  }
}

template <int D>
storage::View<D> SyncPlan<D>::values_under(const Covered& covered, const Level<D>& coarse) const {
  storage::View<D> cells = coarse.state_views()[covered.coarse];
  cells.data = cells.row(0, covered.cells.lo);
  cells.box = covered.cells;
  cells.components = components_;
  return cells;
}

/// Averages onto coarse cells of this rank.
template <int D>
void SyncPlan<D>::restrict_local(Level<D>& coarse, const Level<D>& fine, Average average) const {
  const Booking booking(*communicator_, telemetry::Phase::kRestrict);
  for (const Covered& covered : covered_) {
    average(fine.state_views()[covered.fine], values_under(covered, coarse), ratio_);
  }
}

template <int D>
void SyncPlan<D>::clear() {
  std::fill_n(strips_.view().data, recorded_, 0.0);
}

template <int D>
void SyncPlan<D>::send(const Level<D>& fine, Average average) {
  const Booking booking(*communicator_, telemetry::Phase::kRestrict);
  for (std::size_t patch = 0; patch < restricted_views_.size(); ++patch) {
    if (!restricted_views_[patch].is_empty()) {
      average(fine.state_views()[patch], restricted_views_[patch], ratio_);
    }
  }
  copies_.send(std::array<SourceValues<D>, 2>{{{restricted_views_}, {fine_totals_}}});
}

template <int D>
void SyncPlan<D>::run(Level<D>& coarse, Level<D>& fine, Average average,
                      std::span<const bool> conserved, bool is_averaged) {
  if (!copies_.is_sent()) {
    send(fine, average);
  }
  const std::array<std::span<const storage::View<D>>, 2> targets{coarse.state_views(), arrived_};
  copies_.begin(std::array<SourceValues<D>, 2>{{{restricted_views_}, {fine_totals_}}}, targets);
  if (!is_averaged) {
    restrict_local(coarse, fine, average);
  }
  copies_.finish(targets);
  reflux(coarse, conserved);
}

template <int D>
void SyncPlan<D>::reflux(Level<D>& coarse, std::span<const bool> conserved) const {
  const Booking booking(*communicator_, telemetry::Phase::kReflux);
  double share = 1.0;  // of a coarse face that a fine one is
  for (int d = 1; d < D; ++d) {
    share /= ratio_;
  }
  for (const Correction& correction : corrections_) {
    const FaceStrip<D>& strip = correction.strip;
    const double per_length = faces_per_length_[static_cast<std::size_t>(strip.axis)];
    const double factor = strip.upper ? per_length : -per_length;
    const storage::View<D> state = coarse.state_views()[correction.patch];
    for (int c = 0; c < components_; ++c) {
      if (!conserved[static_cast<std::size_t>(c)]) {
        continue;
      }
      storage::for_each_row(strip.total.box,
                            [&](const geometry::Index<D>& cell, std::int32_t count) {
                              double* value = state.row(c, cell);
                              const double* fine = correction.arrived.row(c, cell);
                              const double* own = strip.total.row(c, cell);
                              for (std::int32_t i = 0; i < count; ++i) {
                                value[i] += factor * (share * fine[i] - own[i]);
                              }
                            });
    }
  }
}

template class SyncPlan<1>;
template class SyncPlan<2>;
template class SyncPlan<3>;

}  // namespace evenkeel::hierarchy
