// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Volumes, surfaces and what two regrids share.
#include "evenkeel/workload/grid_state.hpp"

#include <algorithm>

#include "evenkeel/geometry/box_search.hpp"

namespace evenkeel::workload {
namespace {

using geometry::Box;
using geometry::BoxList;

/// Faces of cells around \p box.
template <int D>
double surface(const Box<D>& box) {
  double faces = 0.0;
  for (std::size_t d = 0; d < D; ++d) {
    faces += 2.0 * static_cast<double>(box.volume()) / box.side(d);
  }
  return faces;
}

template <int D>
double cells(const BoxList<D>& boxes) {
  return static_cast<double>(geometry::volume(boxes));
}

template <int D>
double cells_per_face(const std::vector<BoxList<D>>& levels) {
  double volume = 0.0;
  double faces = 0.0;
  for (const BoxList<D>& boxes : levels) {
    volume += cells(boxes);
    for (const Box<D>& box : boxes) {
      faces += surface(box);
    }
  }
  return faces > 0.0 ? volume / faces : 0.0;
}

/// Cells of both lists, each of disjoint boxes. A few boxes are compared sooner than arranged.
template <int D>
std::int64_t common(const BoxList<D>& now, const BoxList<D>& before) {
  constexpr std::size_t kFew = 1 << 16;  // pairs
  std::int64_t volume = 0;
  if (now.size() * before.size() <= kFew) {
    for (const Box<D>& box : now) {
      for (const Box<D>& other : before) {
        volume += box.intersect(other).volume();
      }
    }
    return volume;
  }
  const geometry::BoxSearch<D> search(before);
  for (const Box<D>& box : now) {
    search.for_each(box, [&](std::int32_t hit) {
      volume += box.intersect(before[static_cast<std::size_t>(hit)]).volume();
    });
  }
  return volume;
}

/// Of the refined levels that are there now and before.
template <int D>
double common(const std::vector<BoxList<D>>& now, const std::vector<BoxList<D>>& before) {
  std::int64_t volume = 0;
  for (std::size_t level = 1; level < std::min(now.size(), before.size()); ++level) {
    volume += common(now[level], before[level]);
  }
  return static_cast<double>(volume);
}

template <int D>
double refined_cells(const std::vector<BoxList<D>>& levels) {
  double volume = 0.0;
  for (std::size_t level = 1; level < levels.size(); ++level) {
    volume += cells(levels[level]);
  }
  return volume;
}

template <int D>
double fill_of(const BoxList<D>& boxes) {
  Box<D> hull{};
  for (const Box<D>& box : boxes) {
    hull = hull.hull(box);
  }
  return hull.is_empty() ? 1.0 : cells(boxes) / static_cast<double>(hull.volume());
}

}  // namespace

template <int D>
GridState GridWatch<D>::look(const std::vector<BoxList<D>>& levels) {
  GridState state{.cc = cells_per_face(levels)};
  double refined = 0.0;
  double base_cells = 1.0;  // of a cell of the level
  for (std::size_t level = 1; level < levels.size(); ++level) {
    for (int d = 0; d < D; ++d) {
      base_cells /= ratio_;
    }
    refined += cells(levels[level]) * base_cells;
    state.patches += static_cast<double>(levels[level].size());
  }
  state.adapt = refined / cells(levels.front()) * state.patches;
  state.fill = levels.size() > 1 ? fill_of(levels[1]) : 1.0;
  state.dynamics = common(levels, before_);
  const double there = refined_cells(before_);
  state.activity = there > 0.0 ? 1.0 - state.dynamics / there : 0.0;
  before_ = levels;
  return state;
}

template class GridWatch<1>;
template class GridWatch<2>;
template class GridWatch<3>;

}  // namespace evenkeel::workload
