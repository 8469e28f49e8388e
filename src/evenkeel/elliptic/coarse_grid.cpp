// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sweeps through grids below the base.
#include "evenkeel/elliptic/coarse_grid.hpp"

#include <algorithm>

#include "evenkeel/elliptic/full_stencil.hpp"
#include "evenkeel/elliptic/working.hpp"

namespace evenkeel::elliptic {
namespace {

template <int D>
const hierarchy::Level<D>& filled(Frame<D>& frame, hierarchy::Level<D>& level, int ghosts,
                                  int components) {
  make_values(frame, level, ghosts, components);
  return level;
}

}  // namespace

template <int D>
GhostedLevel<D>::GhostedLevel(Frame<D>& frame, int number, const hierarchy::LevelLayout<D>& layout,
                              int ghosts, int components)
    : level(number, layout, frame.communicator->rank()),
      ghosts_(*frame.communicator, frame.pool, frame.mesh, filled(frame, level, ghosts, components),
              nullptr, {.components = components, .ghosts = ghosts, .stencil = 1}) {}

template <int D>
void GhostedLevel<D>::fill_ghosts() {
  ghosts_.begin(level, {});
  ghosts_.finish(level);
}

template <int D>
CoarseGrid<D>::CoarseGrid(Frame<D>& frame, int number, const hierarchy::LevelLayout<D>& layout)
    : values(frame, number, layout, 1),
      stencil(frame, number, layout, 2, kPoints<D>),
      rhs(number, layout, frame.communicator->rank()) {
  make_values(frame, rhs, 0);
}

template <int D>
hierarchy::LevelLayout<D> CoarseGrid<D>::whole(const Frame<D>& frame, int number) {
  return {{frame.mesh.domain(number)}, {frame.communicator->rank()}};
}

template <int D>
void CoarseGrid<D>::smooth(int sweeps, bool forth, bool is_zero, double& seconds) {
  constexpr unsigned kColours = 1U << D;
  for (unsigned k = 0; k < static_cast<unsigned>(sweeps) * kColours; ++k) {
    if (k > 0 || !is_zero) {
      values.fill_ghosts();
    }
    const Working working(seconds);
    const unsigned colour = k % kColours;
    for (std::size_t p = 0; p < values.patches(); ++p) {
      relax<D>(stencil.view(p), values.view(p), rhs.state_views()[p], values.box(p),
               forth ? colour : kColours - 1 - colour);
    }
  }
}

template <int D>
void CoarseGrid<D>::find_rest(const hierarchy::Level<D>& rest, double& seconds) {
  values.fill_ghosts();
  const Working working(seconds);
  for (std::size_t p = 0; p < values.patches(); ++p) {
    residual<D>(stencil.view(p), values.view(p), rhs.state_views()[p], rest.state_views()[p],
                values.box(p));
  }
}

template <int D>
void CoarseGrid<D>::clear() {
  for (const storage::View<D>& view : values.level.state_views()) {
    std::fill_n(view.data, view.component_stride, 0.0);
  }
}

template class GhostedLevel<1>;
template class GhostedLevel<2>;
template class GhostedLevel<3>;
template class CoarseGrid<1>;
template class CoarseGrid<2>;
template class CoarseGrid<3>;

}  // namespace evenkeel::elliptic
