// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Source terms split off a step.
#include "evenkeel/solver/source_terms.hpp"

#include <numeric>

#include "evenkeel/solver/temporary.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::solver {
namespace {

/// Calls fn(number, tile) for the tiles of \p box, axis 0 fastest.
template <int D, class Fn>
void for_each_tile(const geometry::Box<D>& box, const Fn& fn) {
  std::size_t number = 0;
  storage::for_each_row(box.coarsen(kCostTile), [&](geometry::Index<D> tile, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++tile[0]) {
      const auto whole = geometry::Box<D>::of_cell(tile);
      fn(number++, whole.refine(kCostTile).intersect(box));
    }
  });
}

}  // namespace

template <int D>
void react_before(const Application<D>& application, const storage::Patch<D>& patch,
                  const Place<D>& place, const SourceInterval& step) {
  const storage::View<D> state = patch.state.view();
  application.react({state, state.box, place, step.time, 0.5 * step.dt});
}

template <int D>
double react_after(const Application<D>& application, storage::Patch<D>& patch,
                   const Place<D>& place, const SourceInterval& step) {
  if (patch.costs.empty()) {
    patch.costs.assign(static_cast<std::size_t>(patch.box.coarsen(kCostTile).volume()), 0.0);
  }
  const storage::View<D> costs =
      temporary_view(patch.costs.data(), patch.box.coarsen(kCostTile), 1);
  const double before = std::reduce(patch.costs.begin(), patch.costs.end(), 0.0);
  const double half = 0.5 * step.dt;
  application.react({patch.state.view(), patch.box, place, step.time + half, half, costs});
  return 2.0 * (std::reduce(patch.costs.begin(), patch.costs.end(), 0.0) - before);
}

template <int D>
void react_by(const Application<D>& application, const SourceStep<D>& step, Scratch& scratch) {
  if (step.dt >= 0.0) {
    application.react(step);
    return;
  }
  const int components = step.state.components;
  const storage::View<D> now =
      temporary_view(scratch.take(temporary_size(step.box, components)), step.box, components);
  storage::copy(step.state, now, step.box);
  application.react({step.state, step.box, step.place, step.time + step.dt, -step.dt});
  for (int c = 0; c < components; ++c) {
    storage::for_each_row(step.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
      double* const to = step.state.row(c, cell);
      const double* const from = now.row(c, cell);
      for (std::int32_t i = 0; i < count; ++i) {
        to[i] = 2.0 * from[i] - to[i];
      }
    });
  }
}

template <int D>
std::vector<TileCost<D>> take_costs(hierarchy::Hierarchy<D>& hierarchy) {
  std::vector<TileCost<D>> all;
  for (int level = 0; level <= hierarchy.finest(); ++level) {
    for (storage::Patch<D>& patch : hierarchy.level(level).patches()) {
      const double steps = patch.updates / static_cast<double>(patch.box.volume());
      for_each_tile(patch.box, [&](std::size_t number, const geometry::Box<D>& tile) {
        if (number < patch.costs.size()) {  // of the second halves: twice that in all
          all.push_back(
              {level, tile, steps * static_cast<double>(tile.volume()), 2.0 * patch.costs[number]});
          patch.costs[number] = 0.0;
        }
      });
      patch.updates = 0.0;
      patch.seconds = 0.0;
    }
  }
  return all;
}

#define EVENKEEL_INSTANTIATE(D)                                                                \
  template void react_before(const Application<D>&, const storage::Patch<D>&, const Place<D>&, \
                             const SourceInterval&);                                           \
  template double react_after(const Application<D>&, storage::Patch<D>&, const Place<D>&,      \
                              const SourceInterval&);                                          \
  template void react_by(const Application<D>&, const SourceStep<D>&, Scratch&);               \
  template std::vector<TileCost<D>> take_costs(hierarchy::Hierarchy<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::solver
