// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Adds rows of fluxes to the strips they meet.
#include "evenkeel/hierarchy/face_strip.hpp"

#include <algorithm>
#include <numeric>

namespace evenkeel::hierarchy {
namespace {

/// The part of a row of faces that a strip has: [first, last) along axis 0; empty if none.
template <int D>
std::pair<std::int32_t, std::int32_t> overlap(const geometry::Box<D>& faces,
                                              const geometry::Index<D>& first, std::int32_t count) {
  for (std::size_t d = 1; d < D; ++d) {
    if (first[d] < faces.lo[d] || first[d] >= faces.hi[d]) {
      return {0, 0};
    }
  }
  return {std::max(first[0], faces.lo[0]), std::min(first[0] + count, faces.hi[0])};
}

/// The cell in which a strip keeps the sum for \p face.
template <int D>
geometry::Index<D> cell_of(const FaceStrip<D>& strip, geometry::Index<D> face) {
  for (std::size_t d = 0; d < D; ++d) {
    face[d] = geometry::floor_div(face[d], strip.coarsening);
  }
  const auto axis = static_cast<std::size_t>(strip.axis);
  face[axis] = strip.total.box.lo[axis];
  return face;
}

/// Adds the fluxes of faces first, first + 1, ..., last - 1 along axis 0 one after the other, a
/// coarse cell for each \p ratio of them.
void add_row(double* total, const double* flux, std::int32_t first, std::int32_t last, int ratio,
             double weight) {
  if (ratio == 1) {
    for (std::int32_t i = 0; i < last - first; ++i) {
      total[i] += weight * flux[i];
    }
    return;
  }
  std::int32_t end = ratio - (first - ratio * geometry::floor_div(first, ratio));
  for (std::int32_t i = 0; i < last - first; end += ratio) {
    double sum = *total;
    for (const std::int32_t stop = std::min(end, last - first); i < stop; ++i) {
      sum += weight * flux[i];
    }
    *total++ = sum;
  }
}

}  // namespace

template <int D>
FluxRecorder<D>::FluxRecorder(std::span<const FaceStrip<D>> strips) : strips_(strips) {
  for (const FaceStrip<D>& strip : strips) {
    ++start_[static_cast<std::size_t>(strip.axis) + 1];
  }
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
}

template <int D>
std::span<const FaceStrip<D>> FluxRecorder<D>::strips_on(int axis) const {
  const auto d = static_cast<std::size_t>(axis);
  return strips_.subspan(start_[d], start_[d + 1] - start_[d]);
}

template <int D>
bool FluxRecorder<D>::wants(int axis, const geometry::Index<D>& first, std::int32_t count) const {
  return std::ranges::any_of(strips_on(axis), [&](const FaceStrip<D>& strip) {
    const auto [begin, end] = overlap(strip.faces, first, count);
    return begin < end;
  });
}

template <int D>
void FluxRecorder<D>::record(int axis, const geometry::Index<D>& first, std::int32_t count,
                             std::span<const double* const> flux, double weight) const {
  for (const FaceStrip<D>& strip : strips_on(axis)) {
    const auto [begin, end] = overlap(strip.faces, first, count);
    if (begin >= end) {
      continue;
    }
    geometry::Index<D> face = first;
    face[0] = begin;
    double* total = strip.total.row(0, cell_of(strip, face));
    for (int c = 0; c < strip.total.components; ++c) {
      const double* const fluxes = flux[static_cast<std::size_t>(c)] + (begin - first[0]);
      if (end - begin == 1) {  // of a face across axis 0
        *total += weight * *fluxes;
      } else {
        add_row(total, fluxes, begin, end, strip.coarsening, weight);
      }
      total += strip.total.component_stride;
    }
  }
}

template class FluxRecorder<1>;
template class FluxRecorder<2>;
template class FluxRecorder<3>;

}  // namespace evenkeel::hierarchy
