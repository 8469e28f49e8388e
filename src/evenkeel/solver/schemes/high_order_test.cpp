// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the row loops of high order promise: cells do not know where their patch ends, and nothing
/// is lost.
#include "evenkeel/solver/schemes/high_order.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/solver/schemes/test_rough_gas.hpp"

namespace evenkeel::solver {
namespace {

template <int D>
TestBlock<D> block(const geometry::Box<D>& box,
                   const std::function<Primitive<D>(const geometry::Index<D>&)>& at) {
  return gas_block<D>(box, kHighOrderGhosts, at);
}

template <int D>
std::vector<double> advance_group(const std::vector<StageStep<D>>& steps, const HighOrderStage& how,
                                  const Euler<D>& gas = {}) {
  using Sweep = HighOrder<D, Euler<D>>;
  std::vector<double> scratch(Sweep::scratch_doubles(group_box<D>(steps)), 1e300);
  std::vector<double> rates(steps.size());
  Sweep(gas, steps, rates, how, scratch.data()).run();
  return rates;
}

template <int D>
double advance(const StageStep<D>& step, const HighOrderStage& how, const Euler<D>& gas = {}) {
  return advance_group<D>({step}, how, gas).front();
}

template <int D>
double advance(const storage::View<D>& state, const geometry::Box<D>& box, bool eno = false) {
  return advance<D>(step_of(state, box), {.eno = eno});
}

TEST(HighOrder, GroupIsItsPatches) {
  expect_groups_are_their_patches(kHighOrderGhosts,
                                  [](const auto& steps) { return advance_group(steps, {}); });
}

TEST(HighOrder, CellsDoNotKnowWhereTheirPatchEnds) {
  expect_cuts_are_invisible(kHighOrderGhosts,
                            [](const auto& state, const auto& box) { return advance(state, box); });
}

TEST(HighOrder, UniformGasStaysToTheLastBit) {
  const geometry::Box<3> box{{0, 0, 0}, {9, 5, 4}};
  const auto uniform = [](const geometry::Index<3>&) {
    return Primitive<3>{1.3, 0.7, -0.4, 0.2, 0.9, 0.3};
  };
  for (const bool eno : {false, true}) {
    auto values = block<3>(box, uniform);
    const auto before = block<3>(box, uniform);

    advance(values.view, box, eno);

    EXPECT_EQ(values.memory, before.memory);
  }
}

TEST(HighOrder, TouchesNothingBesideItsBox) {
  const geometry::Box<2> box{{0, 0}, {10, 5}};
  auto values = block<2>(box, rough<2>);
  const auto before = block<2>(box, rough<2>);

  advance(values.view, box);

  TestBlock<2>::each(box.grow(kHighOrderGhosts), [&](const geometry::Index<2>& cell) {
    EXPECT_EQ(values.view(0, cell) == before.view(0, cell), !box.contains(cell));
  });
}

TEST(HighOrder, FlatDirectionsChangeNothing) {
  const geometry::Box<1> line{{0}, {19}};
  const geometry::Box<3> slab{{0, 0, 0}, {19, 3, 2}};
  auto thin = block<1>(line, rough<1>);
  auto thick = block<3>(slab, [](const geometry::Index<3>& cell) {
    const Primitive<1> w = rough<1>({cell[0]});
    return Primitive<3>{w[0], w[1], 0.0, 0.0, w[2], w[3]};
  });

  // A step so short that no flux needs guarding: what it may take depends on all directions.
  StageStep<1> thin_step = step_of(thin.view, line);
  StageStep<3> thick_step = step_of(thick.view, slab);
  thin_step.dt = thick_step.dt = 0.05 * kStep;
  advance<1>(thin_step, {});
  advance<3>(thick_step, {});

  for (std::int32_t i = 0; i < 19; ++i) {
    EXPECT_NEAR(thin.view(0, {i}), thick.view(0, {i, 1, 1}), 1e-13);
    EXPECT_NEAR(thin.view(2, {i}), thick.view(4, {i, 1, 1}), 1e-13);
    EXPECT_EQ(thick.view(2, {i, 1, 1}), 0.0);
  }
}

TEST(HighOrder, TurnedProblemHasTurnedSolution) {
  const geometry::Box<3> box{{0, 0, 0}, {9, 9, 9}};
  const auto turned = [](const geometry::Index<3>& cell) {
    Primitive<3> w = rough<3>({cell[1], cell[2], cell[0]});
    return Primitive<3>{w[0], w[3], w[1], w[2], w[4], w[5]};
  };
  auto straight = block<3>(box, rough<3>);
  auto other = block<3>(box, turned);

  advance(straight.view, box);
  advance(other.view, box);

  TestBlock<3>::each(box, [&](const geometry::Index<3>& cell) {
    const geometry::Index<3> at{cell[1], cell[2], cell[0]};
    EXPECT_NEAR(straight.view(0, at), other.view(0, cell), 1e-12);
    EXPECT_NEAR(straight.view(3, at), other.view(1, cell), 1e-12);
    EXPECT_NEAR(straight.view(4, at), other.view(4, cell), 1e-12);
  });
}

TEST(HighOrder, RecordedFluxesAccountForTheChange) {
  expect_fluxes_account_for_the_change(
      kHighOrderGhosts, 0.5, [](const StageStep<2>& step) { advance<2>(step, {.record = 0.5}); });
}

TEST(HighOrder, BlendsWithTheStartOfTheStepAndSavesIt) {
  const geometry::Box<2> box{{0, 0}, {11, 6}};
  auto plain = block<2>(box, rough<2>);
  auto blended = block<2>(box, rough<2>);
  const auto before = block<2>(box, rough<2>);
  auto old = block<2>(box, [](const auto&) { return Primitive<2>{2.0, 0.1, 0.2, 3.0, 0.4}; });
  auto saved = block<2>(box, [](const auto&) { return Primitive<2>{9.0, 0.0, 0.0, 9.0, 0.0}; });
  StageStep<2> step = step_of(blended.view, box);
  step.old = old.view;
  step.saved = saved.view;

  advance(plain.view, box);
  advance<2>(step, {.keep = 0.75});

  TestBlock<2>::each(box, [&](const geometry::Index<2>& cell) {
    for (int c = 0; c < 5; ++c) {
      EXPECT_EQ(blended.view(c, cell), 0.75 * old.view(c, cell) + 0.25 * plain.view(c, cell));
      EXPECT_EQ(saved.view(c, cell), before.view(c, cell));
    }
  });
}

TEST(HighOrder, FallsBackWhereAReconstructionIsNoGas) {
  // A pressure of 1e-6 beside 1000: parabolas through that undershoot.
  const geometry::Box<1> box{{0}, {40}};
  const auto blast = [](const geometry::Index<1>& cell) {
    return Primitive<1>{1.0, 0.0, cell[0] < 17 || cell[0] > 19 ? 1e-6 : 1000.0, 0.0};
  };
  for (const bool eno : {false, true}) {
    auto values = block<1>(box, blast);
    StageStep<1> step = step_of(values.view, box);
    step.dt = 2e-4;

    advance<1>(step, {.eno = eno});

    TestBlock<1>::each(box, [&](const geometry::Index<1>& cell) {
      const auto w = Euler<1>{}.primitives<double>(
          {values.view(0, cell), values.view(1, cell), values.view(2, cell), values.view(3, cell)});
      EXPECT_GT(w[0], 0.0) << cell[0];
      EXPECT_GT(w[2], 0.0) << cell[0];
    });
  }
}

TEST(HighOrder, LaxFriedrichsFluxesSmearMoreThanHllc) {
  const geometry::Box<1> box{{0}, {20}};
  const auto contact = [](const geometry::Index<1>& cell) {
    return Primitive<1>{cell[0] < 10 ? 1.0 : 3.0, 0.0, 1.0, 0.0};
  };
  auto sharp = block<1>(box, contact);
  auto smeared = block<1>(box, contact);

  advance<1>(step_of(sharp.view, box), {});
  advance<1>(step_of(smeared.view, box), {}, {.lax_friedrichs = true});

  EXPECT_NEAR(sharp.view(0, {10}), 3.0, 1e-9);
  EXPECT_LT(smeared.view(0, {10}), 2.9);
}

}  // namespace
}  // namespace evenkeel::solver
