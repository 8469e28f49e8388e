// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches, plans and edges of one grid.
#include "evenkeel/elliptic/grid.hpp"

#include <algorithm>
#include <array>

#include "evenkeel/core/error.hpp"
#include "evenkeel/elliptic/interpolate.hpp"
#include "evenkeel/geometry/beside.hpp"
#include "evenkeel/hierarchy/coverage.hpp"
#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr int gather_tag(int number) {
  return kFirstTag + number;
}

template <int D>
void zero(const storage::View<D>& view) {
  std::fill_n(view.data, view.component_stride * view.components, 0.0);
}

}  // namespace

template <int D>
Grid<D>::Grid(Frame<D>& frame, int number, const hierarchy::LevelLayout<D>& layout, Grid* coarser,
              int depth)
    : values(number, layout, frame.communicator->rank()),
      rhs(number, layout, frame.communicator->rank()),
      rest(number, layout, frame.communicator->rank()),
      frame_(&frame),
      coarser_(coarser),
      spacing_(frame.mesh.spacing(number)) {
  make_values(frame, values, depth);
  make_values(frame, rhs, depth - 1);
  make_values(frame, rest, 0);
  for (std::size_t p = 0; p < patches(); ++p) {
    geometry::Box<D> faces = box(p).grow(depth - 1);
    faces.hi = faces.grow(1).hi;
    faces_.emplace_back(frame.pool, faces, D);
    if (coarser != nullptr) {
      weights_.emplace_back(frame.pool, box(p), D);
    }
  }
  constexpr hierarchy::StateShape kShape{.components = 1, .ghosts = 1, .stencil = 1};
  ghosts_.emplace(*frame.communicator, frame.pool, frame.mesh, values, nullptr, kShape);
  make_edges();
  if (coarser_ != nullptr) {
    sync_.emplace(*frame.communicator, frame.pool, frame.mesh, coarser_->values, values, 1);
    plan_gather();
  }
}

template <int D>
void Grid<D>::make_edges() {
  for (std::size_t p = 0; p < patches(); ++p) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      add_edges(p, axis, false);
      add_edges(p, axis, true);
    }
  }
}

template <int D>
void Grid<D>::add_edges(std::size_t patch, std::size_t axis, bool upper) {
  const geometry::Box<D> outside = geometry::outer_layer(box(patch), axis, upper);
  const Wall wall = frame_->walls.kinds[axis][upper ? 1 : 0];
  if (wall != Wall::kPeriodic && !frame_->mesh.domain(number()).intersects(outside)) {
    if (wall == Wall::kFlux) {
      set_flux(closed_.emplace_back(Edge<D>{patch, axis, upper, outside, {}}));
      return;
    }
    walls_.push_back({patch, axis, upper, outside, {frame_->pool, outside, 1}});
    zero(walls_.back().given.view());
    return;
  }
  const hierarchy::Coverage<D> coverage(frame_->mesh, values);
  geometry::BoxList<D> pieces;
  coverage.uncovered(outside, pieces);
  for (const geometry::Box<D>& piece : pieces) {
    ends_.push_back({patch, axis, upper, piece, {frame_->pool, piece, 1}});
    Edge<D>& end = ends_.back();
    zero(end.given.view());
    end.second = {frame_->pool, piece, 1};
    end.along = {frame_->pool, piece, kAlong<D>};
  }
}

/// What leaves the domain through a wall, if anything.
template <int D>
void Grid<D>::set_flux(Edge<D>& edge) const {
  if (!frame_->walls.flux) {
    return;
  }
  geometry::Index<D> step{};
  step[edge.axis] = edge.upper ? -1 : 1;
  edge.given = {frame_->pool, edge.cells.shift(step), 1};
  const storage::View<D> flux = edge.given.view();
  storage::for_each_cell(flux.box, [&](const geometry::Index<D>& cell) {
    flux(0, cell) = (edge.upper ? 1.0 : -1.0) * mean_flux(number(), cell, edge.axis, edge.upper);
  });
}

/// Walls::flux over the face between the wall and a cell beside it, on one side or the other.
template <int D>
double Grid<D>::mean_flux(int level, geometry::Index<D> cell, std::size_t axis, bool upper) const {
  const hierarchy::Mesh<D>& mesh = frame_->mesh;
  const hierarchy::Point<D> h = mesh.spacing(level);
  hierarchy::Point<D> low = mesh.center(level, cell);
  hierarchy::Point<D> high = low;
  for (std::size_t d = 0; d < D; ++d) {
    low[d] -= 0.5 * h[d];
    high[d] += 0.5 * h[d];
  }
  low[axis] = high[axis] = upper ? mesh.upper[axis] : mesh.lower[axis];
  return frame_->walls.flux(axis, low, high);
}

/// Every patch gets the coarse values under it and one cell around.
template <int D>
void Grid<D>::plan_gather() {
  const int rank = frame_->communicator->rank();
  const hierarchy::LevelLayout<D>& layout = values.layout();
  const auto under = [](const geometry::Box<D>& box) { return box.coarsen(2).grow(1); };
  const hierarchy::Coverage<D> coverage(frame_->mesh, values);
  std::vector<hierarchy::Target<D>> targets;
  for (const std::int32_t box : coverage.local_and_reached(
           rank, coarser_->values,
           [](const geometry::Box<D>& coarse) { return coarse.grow(1).refine(2); })) {
    const auto index = static_cast<std::size_t>(box);
    targets.push_back({under(layout.boxes[index]), layout.owners[index], box, -1});
  }
  const hierarchy::LevelLayout<D>& from = coarser_->values.layout();
  const auto shifts =
      geometry::periodic_shifts<D>(frame_->mesh.domain(coarser_->number()), frame_->mesh.periodic);
  gather_.emplace(*frame_->communicator, 1, gather_tag(number()), telemetry::Phase::kProlong);
  gather_->add_group({from.boxes, from.owners, &coarser_->values.search()}, targets, shifts);
  gather_->seal();
  for (std::size_t p = 0; p < patches(); ++p) {
    under_.emplace_back(frame_->pool, under(box(p)), 1);
    zero(under_.back().view());
    under_views_.push_back(under_.back().view());
    if (frame_->walls.flux) {
      under_beta_.emplace_back(frame_->pool, under(box(p)), 1);
    }
  }
}

template <int D>
void Grid<D>::clear_edges() {
  for (auto* edges : {&ends_, &walls_}) {
    for (const Edge<D>& edge : *edges) {
      zero(edge.given.view());
    }
  }
}

template <int D>
void Grid<D>::set_walls() {
  const hierarchy::Mesh<D>& mesh = frame_->mesh;
  for (const Edge<D>& edge : walls_) {
    const storage::View<D> given = edge.given.view();
    storage::for_each_cell(edge.cells, [&](const geometry::Index<D>& cell) {
      hierarchy::Point<D> x = mesh.center(number(), cell);
      x[edge.axis] = edge.upper ? mesh.upper[edge.axis] : mesh.lower[edge.axis];
      given(0, cell) = frame_->walls.value(x);
    });
  }
}

template <int D>
void Grid<D>::begin_gather() {
  const hierarchy::SourceValues<D> from{coarser_->values.state_views()};
  const std::span<const storage::View<D>> to(under_views_);
  gather_->begin({&from, 1}, {&to, 1});
}

template <int D>
void Grid<D>::finish_gather(bool with_walls) {
  const std::span<const storage::View<D>> to(under_views_);
  gather_->finish({&to, 1});
  for (std::size_t p = 0; p < patches(); ++p) {
    fill_beyond_walls(p, with_walls);
  }
  for (const Edge<D>& edge : ends_) {
    interpolate_along<D>(under_views_[edge.patch], edge.along.view(), edge.given.view(), edge.axis);
  }
}

/// Axis by axis, so that corners are filled too.
template <int D>
void Grid<D>::fill_beyond_walls(std::size_t patch, bool with_walls) const {
  const hierarchy::Mesh<D>& mesh = frame_->mesh;
  const storage::View<D>& coarse = under_views_[patch];
  const int level = coarser_->number();
  const geometry::Box<D> domain = mesh.domain(level);
  for (std::size_t axis = 0; axis < D; ++axis) {
    for (const bool upper : {false, true}) {
      const Wall wall = frame_->walls.kinds[axis][upper ? 1 : 0];
      geometry::Box<D> outside = coarse.box;
      (upper ? outside.lo : outside.hi)[axis] = upper ? domain.hi[axis] : domain.lo[axis];
      if (wall == Wall::kPeriodic || outside.is_empty()) {
        continue;
      }
      const double sign = wall == Wall::kValue ? -1.0 : 1.0;
      storage::for_each_cell(outside, [&](const geometry::Index<D>& cell) {
        geometry::Index<D> inside = cell;
        inside[axis] = upper ? domain.hi[axis] - 1 : domain.lo[axis];
        double value = sign * coarse(0, inside);
        if (with_walls && wall == Wall::kValue) {
          hierarchy::Point<D> x = mesh.center(level, cell);
          x[axis] = upper ? mesh.upper[axis] : mesh.lower[axis];
          value += 2.0 * frame_->walls.value(x);
        } else if (with_walls && frame_->walls.flux) {
          const double rise =
              mean_flux(level, cell, axis, upper) / under_beta_[patch].view()(0, cell);
          value += (upper ? 1.0 : -1.0) * coarser_->spacing()[axis] * rise;
        }
        coarse(0, cell) = value;
      });
    }
  }
}

template <int D>
void Grid<D>::finish_ghosts() {
  ghosts_->finish(values);
  for (const Edge<D>& edge : ends_) {
    const storage::View<D> view = values.state_views()[edge.patch];
    const std::int64_t second = (edge.upper ? -2 : 2) * view.stride[edge.axis];
    storage::for_each_row(edge.cells, [&](const geometry::Index<D>& first, std::int32_t count) {
      double* const ghost = view.row(0, first);
      const double* const coarse = edge.given.view().row(0, first);
      const double* const part = edge.second.view().row(0, first);
      for (std::int64_t i = 0; i < count; ++i) {
        ghost[i] = coarse[i] + part[i] * (coarse[i] - ghost[i + second]);
      }
    });
  }
  for (const Edge<D>& edge : walls_) {
    storage::copy(edge.given.view(), values.state_views()[edge.patch], edge.cells);
  }
}

template <int D>
void Grid<D>::prolong_add() {
  for (std::size_t p = 0; p < patches(); ++p) {
    add_interpolated<D>(under_views_[p], weights_[p].view(), values.state_views()[p], box(p));
  }
}

template <int D>
void Grid<D>::clear() {
  for (const storage::View<D>& view : values.state_views()) {
    zero(view);
  }
}

template class Grid<1>;
template class Grid<2>;
template class Grid<3>;

}  // namespace evenkeel::elliptic
