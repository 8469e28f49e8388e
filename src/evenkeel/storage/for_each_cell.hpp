// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Loops over the cells of a box.
#pragma once

#include "evenkeel/storage/view.hpp"

namespace evenkeel::storage {

/// Calls fn(cell) for every cell of \p box, axis 0 fastest.
template <int D, class Fn>
void for_each_cell(const geometry::Box<D>& box, const Fn& fn) {
  for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      fn(cell);
    }
  });
}

}  // namespace evenkeel::storage
