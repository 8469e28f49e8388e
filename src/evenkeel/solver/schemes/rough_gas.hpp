// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rough but admissible gases on blocks, for the tests of row loops.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/euler.hpp"
#include "evenkeel/solver/test_block.hpp"

namespace evenkeel::solver {

inline constexpr double kSpacing = 0.1;
inline constexpr double kStep = 0.02;

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

/// One step of \p box in cells of kSpacing over kStep.
template <int D>
StageStep<D> step_of(const storage::View<D>& state, const geometry::Box<D>& box) {
  StageStep<D> step;
  step.state = state;
  step.box = box;
  step.dt = kStep;
  step.place.spacing.fill(kSpacing);
  return step;
}

/// Advances \p whole once as one box and once as the two parts on either side of a cut.
///
/// \param advance  advance(state, box) advances the box and returns its largest rate
template <int D, class Advance>
void expect_cut_is_invisible(int ghosts, const Advance& advance, const geometry::Box<D>& whole,
                             std::size_t axis, std::int32_t at) {
  auto together = gas_block<D>(whole, ghosts, rough<D>);
  const double rate = advance(together.view, whole);
  auto lower = whole;
  auto upper = whole;
  lower.hi[axis] = upper.lo[axis] = at;
  double greater_rate = 0.0;
  for (const auto& part : {lower, upper}) {
    auto alone = gas_block<D>(part, ghosts, rough<D>);
    greater_rate = std::max(greater_rate, advance(alone.view, part));
    TestBlock<D>::each(part, [&](const geometry::Index<D>& cell) {
      for (int c = 0; c < D + 3; ++c) {
        ASSERT_EQ(alone.view(c, cell), together.view(c, cell)) << c << " of " << cell[0];
      }
    });
  }
  EXPECT_EQ(rate, greater_rate);
}

/// Cuts in every place along rows, and across.
template <class Advance>
void expect_cuts_are_invisible(int ghosts, const Advance& advance) {
  for (std::int32_t at = 1; at < 21; ++at) {
    expect_cut_is_invisible<1>(ghosts, advance, {{0}, {21}}, 0, at);
    expect_cut_is_invisible<2>(ghosts, advance, {{-3, 2}, {18, 9}}, 0, at - 3);
    expect_cut_is_invisible<3>(ghosts, advance, {{0, 0, 0}, {21, 5, 4}}, 0, at);
  }
  expect_cut_is_invisible<2>(ghosts, advance, {{-3, 2}, {18, 9}}, 1, 5);
  expect_cut_is_invisible<3>(ghosts, advance, {{0, 0, 0}, {11, 6, 4}}, 1, 3);
  expect_cut_is_invisible<3>(ghosts, advance, {{0, 0, 0}, {11, 4, 6}}, 2, 1);
}

}  // namespace evenkeel::solver
