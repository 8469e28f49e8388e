// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Views on temporary memory.
#pragma once

#include "evenkeel/storage/view.hpp"

namespace evenkeel::solver {

/// Doubles that a gapless view of \p box needs.
template <int D>
std::size_t temporary_size(const geometry::Box<D>& box, int components) {
  return static_cast<std::size_t>(box.volume() * components);
}

/// A gapless view of \p box on \p data, which has temporary_size() doubles.
template <int D>
storage::View<D> temporary_view(double* data, const geometry::Box<D>& box, int components) {
  storage::View<D> view;
  view.data = data;
  view.box = box;
  view.components = components;
  view.stride[0] = 1;
  for (std::size_t d = 1; d < D; ++d) {
    view.stride[d] = view.stride[d - 1] * box.side(d - 1);
  }
  view.component_stride = box.volume();
  return view;
}

}  // namespace evenkeel::solver
