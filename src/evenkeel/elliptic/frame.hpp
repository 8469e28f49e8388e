// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all grids of one multigrid share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/elliptic/walls.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::elliptic {

inline constexpr int kFirstTag = 1000;  ///< of the plans of this module

/// What all grids of one multigrid share. Outlives them.
template <int D>
struct Frame {
  const comm::Communicator* communicator = nullptr;
  hierarchy::Mesh<D> mesh;  ///< of the coarsest grid and ratio 2: grid levels count from there
  Walls<D> walls;
  storage::Pool pool;
};

/// Where cells of a level are: inside walls, and anywhere along periodic axes.
template <int D>
geometry::Box<D> inside_walls(const hierarchy::Mesh<D>& mesh, int level) {
  geometry::Box<D> box = mesh.domain(level);
  for (std::size_t d = 0; d < D; ++d) {
    if (mesh.periodic[d]) {
      box.lo[d] = std::numeric_limits<std::int32_t>::min();
      box.hi[d] = std::numeric_limits<std::int32_t>::max();
    }
  }
  return box;
}

/// Gives all patches of \p level values of 0. Not collective.
template <int D>
void make_values(Frame<D>& frame, hierarchy::Level<D>& level, int ghosts, int components = 1) {
  for (storage::Patch<D>& patch : level.patches()) {
    patch.state = storage::Array<D>(frame.pool, patch.box.grow(ghosts), components);
    const storage::View<D> view = patch.state.view();
    std::fill_n(view.data, view.component_stride * view.components, 0.0);
  }
  level.refresh_views();
}

}  // namespace evenkeel::elliptic
