// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rough but admissible gases on blocks, for the tests of row loops.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/geometry/box_list.hpp"
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

/// Records the fluxes through the sides of a block: what changes inside has gone through them.
///
/// \param part     of the fluxes that is recorded
/// \param advance  advance(step)
template <class Advance>
void expect_fluxes_account_for_the_change(int ghosts, double part, const Advance& advance) {
  const geometry::Box<2> box{{0, 0}, {10, 6}};
  auto values = gas_block<2>(box, ghosts, rough<2>);
  const auto before = gas_block<2>(box, ghosts, rough<2>);
  std::vector<hierarchy::FaceStrip<2>> strips;
  std::vector<TestBlock<2>> totals;
  for (int axis = 0; axis < 2; ++axis) {
    for (const bool upper : {false, true}) {
      const auto d = static_cast<std::size_t>(axis);
      geometry::Box<2> faces = box;
      faces.lo[d] = upper ? box.hi[d] : box.lo[d];
      faces.hi[d] = faces.lo[d] + 1;
      // Kept on the cells beyond: at the lower end those one below the faces.
      const geometry::Box<2> cells =
          faces.shift(upper ? geometry::Index<2>{}
                            : geometry::Index<2>{axis == 0 ? -1 : 0, axis == 1 ? -1 : 0});
      totals.emplace_back(cells, 5);
      totals.back().set([](const geometry::Index<2>&, int) { return 0.0; });
      strips.push_back({axis, upper, faces, 1, totals.back().view});
    }
  }
  const hierarchy::FluxRecorder<2> recorder(strips);
  StageStep<2> step = step_of(values.view, box);
  step.recorders[0] = &recorder;
  advance(step);

  for (int c = 0; c < 5; ++c) {
    double change = 0.0;
    TestBlock<2>::each(box, [&](const geometry::Index<2>& cell) {
      change += (values.view(c, cell) - before.view(c, cell)) * kSpacing;
    });
    double through = 0.0;
    for (std::size_t side = 0; side < 4; ++side) {
      TestBlock<2>::each(totals[side].view.box, [&](const geometry::Index<2>& cell) {
        through += (side % 2 == 0 ? 1.0 : -1.0) * totals[side].view(c, cell);
      });
    }
    EXPECT_NEAR(part * change, through, 1e-14);
  }
}

/// The boxes that \p cuts make: along axis d at cuts[d], the outermost included; axis 0 fastest.
template <int D>
std::vector<geometry::Box<D>> cut_boxes(const std::array<std::vector<std::int32_t>, D>& cuts) {
  std::vector<geometry::Box<D>> boxes(1);
  for (std::size_t d = 0; d < D; ++d) {
    std::vector<geometry::Box<D>> cut;
    for (std::size_t i = 0; i + 1 < cuts[d].size(); ++i) {
      for (geometry::Box<D> box : boxes) {
        box.lo[d] = cuts[d][i];
        box.hi[d] = cuts[d][i + 1];
        cut.push_back(box);
      }
    }
    boxes = cut;
  }
  return boxes;
}

/// Advances the patches of a cut box, each alone and all as a group without ghosts between them.
/// Cells of bodies hold nothing and are not compared.
///
/// \param advance  advance(steps) advances patches that make up a box and returns their rates
template <int D, class Advance>
void expect_group_is_its_patches(int ghosts, const Advance& advance,
                                 const std::array<std::vector<std::int32_t>, D>& cuts,
                                 const geometry::BoxList<D>& solids = {}) {
  const auto is_masked = [&](const geometry::Index<D>& cell) {
    return std::ranges::any_of(solids, [&](const auto& body) { return body.contains(cell); });
  };
  const std::vector<geometry::Box<D>> boxes = cut_boxes<D>(cuts);
  const geometry::Box<D> whole{boxes.front().lo, boxes.back().hi};
  std::vector<TestBlock<D>> alone;
  std::vector<TestBlock<D>> joined;
  std::vector<StageStep<D>> steps;
  std::vector<double> rates;
  for (const geometry::Box<D>& box : boxes) {
    for (std::vector<TestBlock<D>>* blocks : {&alone, &joined}) {
      blocks->push_back(gas_block<D>(box, ghosts, rough<D>));
      const storage::View<D> view = blocks->back().view;
      blocks->back().set([&](const geometry::Index<D>& cell, int c) {
        const bool is_between = blocks == &joined && whole.contains(cell) && !box.contains(cell);
        return is_between ? std::nan("") : is_masked(cell) ? 0.0 : view(c, cell);
      });
      steps.push_back(step_of<D>(view, box));
      steps.back().solids = solids;
    }
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    rates.push_back(advance(std::vector{steps[i]}).front());
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
  }

  EXPECT_EQ(advance(steps), rates);

  for (std::size_t i = 0; i < steps.size(); ++i) {
    TestBlock<D>::each(steps[i].box, [&](const geometry::Index<D>& cell) {
      for (int c = 0; c < D + 3 && !is_masked(cell); ++c) {
        EXPECT_EQ(joined[i].view(c, cell), alone[i].view(c, cell));
      }
    });
  }
}

/// Groups along each axis, of even and of uneven patches, without and with a body.
template <class Advance>
void expect_groups_are_their_patches(int ghosts, const Advance& advance) {
  expect_group_is_its_patches<1>(ghosts, advance, {{{3, 11, 14, 40}}});
  expect_group_is_its_patches<2>(ghosts, advance, {{{0, 16, 32, 48}, {-4, 5}}});
  expect_group_is_its_patches<2>(ghosts, advance, {{{-5, -2, 9, 30}, {0, 4, 5, 11}}});
  expect_group_is_its_patches<3>(ghosts, advance, {{{0, 8, 20}, {0, 3, 6}, {-2, 0, 5}}});
  expect_group_is_its_patches<3>(ghosts, advance, {{{0, 8}, {0, 6}, {0, 2, 3}}});
  expect_group_is_its_patches<2>(ghosts, advance, {{{0, 8, 16, 24}, {0, 8, 16}}},
                                 {{{11, 5}, {30, 12}}});
}

}  // namespace evenkeel::solver
