// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Half sweeps one row behind the other.
#include "evenkeel/elliptic/deep_smoother.hpp"

#include <algorithm>

#include "evenkeel/elliptic/coarse_correction.hpp"
#include "evenkeel/elliptic/working.hpp"
#include "evenkeel/hierarchy/coverage.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr int kHalves = 2 * kSweeps;  ///< sweeps, on the way down and on the way up
constexpr int kRestLayers = 1;        ///< of ghosts of the rest
/// Layers on which the first half sweep on the way down is right, so that after the last one a
/// layer more than the rest's is.
constexpr int kFirstLayers = kHalves + kRestLayers;
constexpr double kMostTwice = 0.1;  ///< cells computed twice, of all

constexpr hierarchy::StateShape shape(int ghosts) {
  return {.components = 1, .ghosts = ghosts, .stencil = 1};
}

}  // namespace

template <int D>
int DeepSmoother<D>::depth(const geometry::Box<D>& domain, const hierarchy::LevelLayout<D>& base) {
  constexpr int kDepth = kFirstLayers + 1;
  double cells = 0.0;
  for (const geometry::Box<D>& box : base.boxes) {
    cells += static_cast<double>(box.grow(kFirstLayers / 2).intersect(domain).volume());
  }
  bool is_wide = cells < (1.0 + kMostTwice) * static_cast<double>(domain.volume());
  for (std::size_t d = 0; d < D; ++d) {
    is_wide = is_wide && domain.side(d) >= kDepth;
  }
  return is_wide ? kDepth : 1;
}

template <int D>
DeepSmoother<D>::DeepSmoother(Frame<D>& frame, Grid<D>& base)
    : base_(&base),
      inside_(inside_walls(frame.mesh, base.number())),
      values_(*frame.communicator, frame.pool, frame.mesh, base.values, nullptr, shape(kHalves)),
      rhs_(*frame.communicator, frame.pool, frame.mesh, base.rhs, nullptr, shape(kFirstLayers)),
      faces_(*frame.communicator, D, kFirstTag + base.number()) {
  plan_faces(frame);
}

/// A box has the faces below its cells, and at the end of the domain those above, too.
template <int D>
void DeepSmoother<D>::plan_faces(Frame<D>& frame) {
  const hierarchy::LevelLayout<D>& layout = base_->values.layout();
  geometry::BoxList<D> sources = layout.boxes;
  for (geometry::Box<D>& box : sources) {
    for (std::size_t d = 0; d < D; ++d) {
      box.hi[d] += box.hi[d] == inside_.hi[d] ? 1 : 0;
    }
  }
  const hierarchy::Coverage<D> coverage(frame.mesh, base_->values);
  std::vector<hierarchy::Target<D>> targets;
  for (const std::int32_t i : coverage.local_and_reached(
           frame.communicator->rank(), base_->values,
           [](const geometry::Box<D>& box) { return box.grow(kFirstLayers + 1); })) {
    const auto index = static_cast<std::size_t>(i);
    geometry::Box<D> faces = layout.boxes[index].grow(kFirstLayers);
    faces.hi = faces.grow(1).hi;
    targets.push_back({faces, layout.owners[index], i, i});
  }
  const geometry::BoxSearch<D> search(sources);
  faces_.add_group(
      {sources, layout.owners, &search}, targets,
      geometry::periodic_shifts<D>(frame.mesh.domain(base_->number()), frame.mesh.periodic));
  faces_.seal();
  for (std::size_t p = 0; p < base_->patches(); ++p) {
    face_views_.push_back(base_->stencil(p).faces);
  }
}

template <int D>
void DeepSmoother<D>::take_operator() {
  const std::span<const storage::View<D>> views(face_views_);
  const hierarchy::SourceValues<D> from{views};
  faces_.begin({&from, 1}, {&views, 1});
  faces_.finish({&views, 1});
}

/// A patch and \p layers around it, without what lies beyond walls.
template <int D>
geometry::Box<D> DeepSmoother<D>::reach(std::size_t patch, int layers) const {
  return base_->box(patch).grow(layers).intersect(inside_);
}

/// All half sweeps through one patch, the first one \p layers beyond it, and the rest if \p rest is
/// not null. A row is right for the next half sweep once the row after it has had this one.
template <int D>
void DeepSmoother<D>::sweep(std::size_t patch, int first_colour, int layers,
                            const storage::View<D>* rest) {
  constexpr std::size_t kAxis = D - 1;
  const storage::View<D> values = base_->values.state_views()[patch];
  const storage::View<D> rhs = base_->rhs.state_views()[patch];
  Stencil<D> part = base_->stencil(patch);
  const auto selects = [&](int half, std::int32_t row) {
    part.box = reach(patch, half < kHalves ? layers - half : kRestLayers);
    const bool has = part.box.lo[kAxis] <= row && row < part.box.hi[kAxis];
    part.box.lo[kAxis] = row;
    part.box.hi[kAxis] = row + 1;
    return has;
  };
  const geometry::Box<D> all = reach(patch, layers);
  for (std::int32_t front = all.lo[kAxis]; front < all.hi[kAxis] + kHalves; ++front) {
    for (int half = 0; half < kHalves; ++half) {
      if (selects(half, front - half)) {
        relax<D>(part, values, rhs, first_colour ^ (half & 1));
      }
    }
    if (rest != nullptr && selects(kHalves, front - kHalves)) {
      residual<D>(part, values, rhs, *rest);
    }
  }
}

template <int D>
void DeepSmoother<D>::go_down(const hierarchy::Level<D>& rest, double& seconds) {
  rhs_.begin(base_->rhs, {});
  rhs_.finish(base_->rhs);
  const Working working(seconds);
  base_->clear();
  for (std::size_t p = 0; p < base_->patches(); ++p) {
    sweep(p, 0, kFirstLayers, &rest.state_views()[p]);
  }
}

template <int D>
void DeepSmoother<D>::go_up(double& seconds) {
  values_.begin(base_->values, {});
  values_.finish(base_->values);
  const Working working(seconds);
  for (std::size_t p = 0; p < base_->patches(); ++p) {
    sweep(p, 1, kHalves - 1, nullptr);
  }
}

template class DeepSmoother<1>;
template class DeepSmoother<2>;
template class DeepSmoother<3>;

}  // namespace evenkeel::elliptic
