// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sweeps through grids below the base.
#include "evenkeel/elliptic/coarse_grid.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "evenkeel/elliptic/full_stencil.hpp"
#include "evenkeel/elliptic/working.hpp"
#include "evenkeel/hierarchy/copy_region.hpp"

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
CoarseGrid<D>::CoarseGrid(Frame<D>& frame, int number, const hierarchy::LevelLayout<D>& layout,
                          int depth)
    : values(frame, number, layout, depth),
      stencil(frame, number, layout, std::max(2, depth - 1), kPoints<D>),
      rhs(frame, number, layout, depth - 1),
      frame_(&frame),
      depth_(depth) {}

template <int D>
hierarchy::LevelLayout<D> CoarseGrid<D>::whole(const Frame<D>& frame, int number) {
  return {{frame.mesh.domain(number)}, {frame.communicator->rank()}};
}

template <int D>
void CoarseGrid<D>::need_ghosts(int layers) {
  if (right_layers_ < layers) {
    values.fill_ghosts();
    right_layers_ = depth_;
  }
}

/// True where no ghost of this rank is a cell.
template <int D>
bool CoarseGrid<D>::is_alone() const {
  const geometry::Box<D> domain = frame_->mesh.domain(values.level.number());
  const bool wraps = std::ranges::count(frame_->mesh.periodic, true) > 0;
  return values.patches() == 1 && values.box(0) == domain && !wraps;
}

/// A patch and \p layers around it, without what lies beyond walls.
template <int D>
geometry::Box<D> CoarseGrid<D>::reach(std::size_t patch, int layers) const {
  return values.box(patch)
      .grow(std::max(0, layers))
      .intersect(inside_walls(frame_->mesh, values.level.number()));
}

/// As many colours together as need no message between them.
template <int D>
void CoarseGrid<D>::smooth(int sweeps, bool forth, double& seconds) {
  constexpr unsigned kColours = 1U << D;
  const bool waits = !is_alone();
  const unsigned at_once =
      waits ? std::min(kColours, std::bit_floor(static_cast<unsigned>(depth_))) : kColours;
  for (unsigned k = 0; k < static_cast<unsigned>(sweeps) * kColours; k += at_once) {
    need_ghosts(waits ? static_cast<int>(at_once) : 1);
    const Working working(seconds);
    for (std::size_t p = 0; p < values.patches(); ++p) {
      std::array<Coloured<D>, kColours> parts;
      for (unsigned n = 0; n < at_once; ++n) {
        const unsigned colour = (k + n) % kColours;
        parts[n] = {reach(p, right_layers_ - 1 - static_cast<int>(n)),
                    forth ? colour : kColours - 1 - colour};
      }
      relax<D>(stencil.view(p), values.view(p), rhs.view(p), {parts.data(), at_once});
    }
    right_layers_ -= static_cast<int>(at_once);
  }
}

template <int D>
void CoarseGrid<D>::find_rest(const hierarchy::Level<D>& rest, double& seconds) {
  const int layers = is_deep() ? 1 : 0;
  need_ghosts(layers + 1);
  const Working working(seconds);
  for (std::size_t p = 0; p < values.patches(); ++p) {
    residual<D>(stencil.view(p), values.view(p), rhs.view(p), rest.state_views()[p],
                reach(p, layers));
  }
}

template <int D>
void CoarseGrid<D>::pass_on(const hierarchy::Level<D>& rest) const {
  for (std::size_t p = 0; p < values.patches(); ++p) {
    hierarchy::copy_region(rhs.view(p), rest.state_views()[p], values.box(p), {}, 1);
  }
}

template <int D>
void CoarseGrid<D>::clear() {
  for (const storage::View<D>& view : values.level.state_views()) {
    std::fill_n(view.data, view.component_stride, 0.0);
  }
  right_layers_ = depth_;
}

template class GhostedLevel<1>;
template class GhostedLevel<2>;
template class GhostedLevel<3>;
template class CoarseGrid<1>;
template class CoarseGrid<2>;
template class CoarseGrid<3>;

}  // namespace evenkeel::elliptic
