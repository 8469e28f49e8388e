// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coefficients of the faces of one grid, and weights of interpolation.
#include <algorithm>
#include <array>

#include "evenkeel/elliptic/grid.hpp"
#include "evenkeel/elliptic/interpolate.hpp"
#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::elliptic {
namespace {

/// Faces between \p edge and its patch.
template <int D>
geometry::Box<D> faces_of(const Edge<D>& edge) {
  geometry::Box<D> faces = edge.cells;
  faces.lo[edge.axis] = edge.upper ? edge.cells.lo[edge.axis] : edge.cells.hi[edge.axis];
  faces.hi[edge.axis] = faces.lo[edge.axis] + 1;
  return faces;
}

}  // namespace

template <int D>
void Grid<D>::fill_resistance_ghosts(bool halves) {
  if (coarser_ != nullptr) {
    begin_gather();
    const std::span<const storage::View<D>> to(under_views_);
    gather_->finish({&to, 1});
  }
  ghosts_->begin(values, {});
  ghosts_->finish(values);
  for (const Edge<D>& edge : ends_) {
    storage::for_each_cell(edge.cells, [&](const geometry::Index<D>& cell) {
      values.state_views()[edge.patch](0, cell) =
          (halves ? 2.0 : 1.0) *
          under_views_[edge.patch](0, geometry::Box<D>{cell, cell}.coarsen(2).lo);
    });
  }
  for (const auto* edges : {&walls_, &closed_}) {
    for (const Edge<D>& edge : *edges) {
      const storage::View<D> view = values.state_views()[edge.patch];
      const std::int64_t inside = (edge.upper ? -1 : 1) * view.stride[edge.axis];
      storage::for_each_row(edge.cells, [&](const geometry::Index<D>& first, std::int32_t count) {
        double* const ghost = view.row(0, first);
        for (std::int64_t i = 0; i < count; ++i) {
          ghost[i] = halves ? 0.0 : ghost[i + inside];
        }
      });
    }
  }
}

template <int D>
void Grid<D>::start_faces(int axis) {
  const auto d = static_cast<std::size_t>(axis);
  for (std::size_t p = 0; p < patches(); ++p) {
    const storage::View<D> view = values.state_views()[p];
    geometry::Box<D> faces = box(p);
    ++faces.hi[d];
    storage::for_each_row(faces, [&](const geometry::Index<D>& first, std::int32_t count) {
      std::copy_n(view.row(0, first) - view.stride[d], count, faces_[p].view().row(axis, first));
    });
  }
}

template <int D>
void Grid<D>::finish_faces(int axis) {
  const auto d = static_cast<std::size_t>(axis);
  const double scale = 1.0 / (spacing_[d] * spacing_[d]);
  for (std::size_t p = 0; p < patches(); ++p) {
    const storage::View<D> view = values.state_views()[p];
    geometry::Box<D> faces = box(p);
    ++faces.hi[d];
    storage::for_each_row(faces, [&](const geometry::Index<D>& first, std::int32_t count) {
      const double* const above = view.row(0, first);
      double* const c = faces_[p].view().row(axis, first);
      for (std::int32_t i = 0; i < count; ++i) {
        c[i] = scale / (c[i] + above[i]);
      }
    });
  }
  fold_ends(axis);
  fold(closed_, axis, 0.0);
}

template <int D>
void Grid<D>::set_along() {
  begin_gather();
  finish_gather(false);
  for (const Edge<D>& edge : ends_) {
    weigh_along<D>(under_views_[edge.patch], edge.along.view(), edge.axis);
  }
  for (std::size_t p = 0; p < under_beta_.size(); ++p) {
    storage::copy(under_views_[p], under_beta_[p].view(), under_views_[p].box);
  }
}

/// From C to A, and s.
template <int D>
void Grid<D>::fold_ends(int axis) {
  for (const Edge<D>& edge : ends_) {
    if (edge.axis != static_cast<std::size_t>(axis)) {
      continue;
    }
    const storage::View<D> faces = faces_[edge.patch].view();
    const std::int64_t inside = (edge.upper ? -1 : 1) * faces.stride[edge.axis];
    storage::for_each_cell(faces_of(edge), [&](geometry::Index<D> face) {
      double* const c = faces.row(axis, face);
      const double part = 0.2 * likeness(1.5 * *c, c[inside]);
      *c = (1.0 - part) * *c - part * c[inside];
      face[edge.axis] = edge.cells.lo[edge.axis];
      edge.second.view()(0, face) = part * c[inside] / *c;
    });
  }
}

template <int D>
storage::Array<D> Grid<D>::couplings(std::size_t patch) const {
  const storage::View<D> from = faces_[patch].view();
  storage::Array<D> all(frame_->pool, from.box, D);
  std::copy_n(from.data, from.component_stride * D, all.view().data);
  for (const Edge<D>& edge : ends_) {
    if (edge.patch != patch) {
      continue;
    }
    storage::for_each_cell(faces_of(edge), [&](const geometry::Index<D>& face) {
      geometry::Index<D> cell = face;
      cell[edge.axis] = edge.cells.lo[edge.axis];
      all.view()(static_cast<int>(edge.axis), face) *= 1.0 + edge.second.view()(0, cell);
    });
  }
  return all;
}

template <int D>
void Grid<D>::set_uniform() {
  for (std::size_t d = 0; d < D; ++d) {
    const auto axis = static_cast<int>(d);
    for (std::size_t p = 0; p < patches(); ++p) {
      const storage::View<D> faces = faces_[p].view();
      std::fill_n(faces.data + axis * faces.component_stride, faces.component_stride,
                  1.0 / (spacing_[d] * spacing_[d]));
    }
    fold(ends_, axis, 2.0 / 3.0);
    fold_ends(axis);
    fold(walls_, axis, 2.0);
    fold(closed_, axis, 0.0);
  }
  for (const Edge<D>& edge : ends_) {
    const storage::View<D> under = under_views_[edge.patch];
    std::fill_n(under.data, under.component_stride, 1.0);
    weigh_along<D>(under, edge.along.view(), edge.axis);
  }
  const auto fill = [](const auto& arrays, double value) {
    for (const storage::Array<D>& array : arrays) {
      const storage::View<D> view = array.view();
      std::fill_n(view.data, view.component_stride * view.components, value);
    }
  };
  fill(weights_, 0.25);
  fill(under_beta_, 1.0);
}

/// Multiplies the coefficients of faces at \p edges across \p axis.
template <int D>
void Grid<D>::fold(const std::vector<Edge<D>>& edges, int axis, double factor) {
  for (const Edge<D>& edge : edges) {
    if (edge.axis != static_cast<std::size_t>(axis)) {
      continue;
    }
    storage::for_each_row(faces_of(edge), [&](const geometry::Index<D>& first, std::int32_t count) {
      double* const c = faces_[edge.patch].view().row(axis, first);
      std::for_each_n(c, count, [factor](double& one) { one *= factor; });
    });
  }
}

template <int D>
void Grid<D>::set_weights(int axis, const std::function<storage::View<D>(std::size_t)>& halves) {
  const auto d = static_cast<std::size_t>(axis);
  for (std::size_t p = 0; p < weights_.size(); ++p) {
    const storage::View<D> view = values.state_views()[p];
    storage::for_each_row(box(p), [&](geometry::Index<D> cell, std::int32_t count) {
      const double* const whole = view.row(0, cell);
      const std::array<const double*, 2> half{halves(p).row(0, cell), halves(p).row(1, cell)};
      double* const w = weights_[p].view().row(axis, cell);
      for (std::int64_t i = 0; i < count; ++i, ++cell[0]) {
        const bool is_upper = (cell[d] & 1) != 0;
        const double next = whole[i + (is_upper ? view.stride[d] : -view.stride[d])];
        w[i] = half[is_upper ? 0 : 1][i] / (whole[i] + next);
      }
    });
  }
}

#define EVENKEEL_INSTANTIATE(D)                                     \
  template void Grid<D>::fill_resistance_ghosts(bool);              \
  template void Grid<D>::start_faces(int);                          \
  template void Grid<D>::finish_faces(int);                         \
  template void Grid<D>::set_along();                               \
  template void Grid<D>::set_uniform();                             \
  template storage::Array<D> Grid<D>::couplings(std::size_t) const; \
  template void Grid<D>::set_weights(int, const std::function<storage::View<D>(std::size_t)>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
