// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Values of one box with their memory, for tests.
#pragma once

#include <vector>

#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {

/// Values on a box, all kUnset at first.
template <int D>
struct TestBlock {
  static constexpr double kUnset = -777.0;

  TestBlock(const geometry::Box<D>& box, int components)
      : memory(temporary_size(box, components), kUnset),
        view(temporary_view(memory.data(), box, components)) {}

  /// Calls fn(cell) for every cell of \p box.
  template <class Fn>
  static void each(const geometry::Box<D>& box, const Fn& fn) {
    storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        fn(cell);
      }
    });
  }

  /// Sets every value to fn(cell, component).
  template <class Fn>
  void set(const Fn& fn) {
    each(view.box, [&](const geometry::Index<D>& cell) {
      for (int c = 0; c < view.components; ++c) {
        view(c, cell) = fn(cell, c);
      }
    });
  }

  std::vector<double> memory;
  storage::View<D> view;
};

}  // namespace evenkeel::solver
