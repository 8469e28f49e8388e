// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rough but admissible gases on blocks, for the tests of row loops.
#pragma once

#include <cmath>
#include <functional>

#include "evenkeel/solver/schemes/euler.hpp"
#include "evenkeel/solver/test_block.hpp"

namespace evenkeel::solver {

template <int D>
using Primitive = typename Euler<D>::template Values<double>;

/// Rough but admissible values, strong pressure jumps included.
template <int D>
Primitive<D> rough(const geometry::Index<D>& cell) {
  double phase = 0.7;
  for (std::size_t d = 0; d < D; ++d) {
    phase += static_cast<double>(cell[d]) * (0.9 + 0.37 * static_cast<double>(d));
  }
  Primitive<D> w{};
  w[0] = 1.5 + std::sin(phase);
  for (std::size_t d = 0; d < D; ++d) {
    w[1 + d] = 0.3 * std::cos(phase * (1.3 + static_cast<double>(d)));
  }
  w[D + 1] = 2.0 + 1.8 * std::sin(2.3 * phase);
  w[D + 2] = 0.5 + 0.4 * std::cos(3.1 * phase);
  return w;
}

/// Conserved values of the primitive ones that \p at gives, on \p box and \p ghosts around it.
template <int D>
TestBlock<D> gas_block(const geometry::Box<D>& box, int ghosts,
                       const std::function<Primitive<D>(const geometry::Index<D>&)>& at) {
  TestBlock<D> values(box.grow(ghosts), D + 3);
  values.set([&](const geometry::Index<D>& cell, int c) {
    return Euler<D>{}.conserved(at(cell))[static_cast<std::size_t>(c)];
  });
  return values;
}

}  // namespace evenkeel::solver
