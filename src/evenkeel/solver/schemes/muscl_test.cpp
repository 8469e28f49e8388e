// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the row loops promise: cells do not know where their patch ends, and nothing is lost.
#include "evenkeel/solver/schemes/muscl.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/solver/schemes/test_rough_gas.hpp"

namespace evenkeel::solver {
namespace {

template <int D>
TestBlock<D> block(const geometry::Box<D>& box,
                   const std::function<Primitive<D>(const geometry::Index<D>&)>& at) {
  return gas_block<D>(box, kMusclGhosts, at);
}

template <int D>
std::vector<double> advance_group(const std::vector<StageStep<D>>& steps) {
  using Sweep = Muscl<D, Euler<D>>;
  std::vector<double> scratch(Sweep::scratch_doubles(group_box<D>(steps)));
  std::vector<double> rates(steps.size());
  Sweep({}, steps, rates, {}, scratch.data()).run();
  return rates;
}

template <int D>
double advance(const storage::View<D>& state, const geometry::Box<D>& box) {
  return advance_group<D>({step_of(state, box)}).front();
}

TEST(RowPitch, HoldsTheRowAndSpreadsRowsOverTheSetsOfACache) {
  constexpr std::int64_t kSets = 64;  // lines that a way of the first cache has
  for (std::int64_t doubles = 1; doubles < 600; ++doubles) {
    const std::int64_t pitch = row_pitch(doubles);
    EXPECT_LE(doubles, pitch);
    EXPECT_EQ(pitch % kRowPadding, 0);
    EXPECT_LE(std::gcd(pitch / kRowPadding, kSets), 4) << doubles;
  }
}

TEST(Muscl, GroupIsItsPatches) {
  expect_groups_are_their_patches(kMusclGhosts,
                                  [](const auto& steps) { return advance_group(steps); });
}

TEST(Muscl, CellsDoNotKnowWhereTheirPatchEnds) {
  expect_cuts_are_invisible(kMusclGhosts,
                            [](const auto& state, const auto& box) { return advance(state, box); });
}

/// Wide enough for several slabs; its halves for others.
constexpr geometry::Box<3> kWide{{0, 0, 0}, {80, 120, 4}};

TEST(Muscl, SlabsAreInvisible) {
  const auto advanced = [](const auto& state, const auto& box) { return advance(state, box); };
  expect_cut_is_invisible<3>(kMusclGhosts, advanced, kWide, 0, 40);
  expect_cut_is_invisible<3>(kMusclGhosts, advanced, kWide, 1, 47);
  expect_group_is_its_patches<3>(
      kMusclGhosts, [](const auto& steps) { return advance_group(steps); },
      {{{0, 40, 80}, {0, 31, 120}, {0, 3}}}, {{{30, 35, 1}, {50, 64, 9}}});
}

/// A block advanced with all that is asked for on the way: old values, averages of the new ones,
/// and fluxes through faces along axis 1 where slabs meet.
struct Watched {
  explicit Watched(const geometry::Box<3>& box)
      : values(block<3>(box, rough<3>)), saved(box, 6), under(box.coarsen(2), 6) {
    std::vector<hierarchy::FaceStrip<3>> strips;
    for (const std::int32_t face : {40, 60}) {
      geometry::Box<3> faces = box;
      faces.lo[1] = face;
      faces.hi[1] = face + 1;
      through.emplace_back(faces, 6);
      through.back().set([](const geometry::Index<3>&, int) { return 0.0; });
      strips.push_back({1, true, faces, 1, through.back().view});
    }
    const hierarchy::FluxRecorder<3> recorder(strips);
    StageStep<3> step = step_of(values.view, box);
    step.saved = saved.view;
    step.under = {&under.view, 1};
    step.recorders[0] = &recorder;
    advance_group<3>({step});
  }

  TestBlock<3> values;
  TestBlock<3> saved;
  TestBlock<3> under;
  std::vector<TestBlock<3>> through;
};

void expect_same(const TestBlock<3>& part, const TestBlock<3>& whole) {
  TestBlock<3>::each(part.view.box, [&](const geometry::Index<3>& cell) {
    for (int c = 0; c < part.view.components; ++c) {
      ASSERT_EQ(part.view(c, cell), whole.view(c, cell))
          << c << " of " << cell[0] << ' ' << cell[1];
    }
  });
}

TEST(Muscl, SlabsHandOutWhatIsAskedForOnce) {
  const Watched whole(kWide);
  const TestBlock<3> before = block<3>(kWide, rough<3>);
  expect_same(whole.saved, before);

  geometry::Box<3> half = kWide;
  half.hi[0] = 40;
  const Watched part(half);

  expect_same(part.under, whole.under);
  for (std::size_t n : {0, 1}) {
    expect_same(part.through[n], whole.through[n]);
    EXPECT_NE(part.through[n].view(0, part.through[n].view.box.lo), 0.0);
  }
}

TEST(Muscl, UniformGasStaysToTheLastBit) {
  const geometry::Box<3> box{{0, 0, 0}, {9, 5, 4}};
  const auto uniform = [](const geometry::Index<3>&) {
    return Primitive<3>{1.3, 0.7, -0.4, 0.2, 0.9, 0.3};
  };
  auto values = block<3>(box, uniform);
  const auto before = block<3>(box, uniform);

  advance(values.view, box);

  EXPECT_EQ(values.memory, before.memory);
}

TEST(Muscl, FlatDirectionsChangeNothing) {
  const geometry::Box<1> line{{0}, {19}};
  const geometry::Box<3> slab{{0, 0, 0}, {19, 3, 2}};
  auto thin = block<1>(line, rough<1>);
  auto thick = block<3>(slab, [](const geometry::Index<3>& cell) {
    const Primitive<1> w = rough<1>({cell[0]});
    return Primitive<3>{w[0], w[1], 0.0, 0.0, w[2], w[3]};
  });

  advance(thin.view, line);
  advance(thick.view, slab);

  for (std::int32_t i = 0; i < 19; ++i) {
    EXPECT_NEAR(thin.view(0, {i}), thick.view(0, {i, 1, 1}), 1e-14);
    EXPECT_NEAR(thin.view(2, {i}), thick.view(4, {i, 1, 1}), 1e-14);
    EXPECT_EQ(thick.view(2, {i, 1, 1}), 0.0);
  }
}

TEST(Muscl, TurnedProblemHasTurnedSolution) {
  const geometry::Box<2> box{{0, 0}, {12, 12}};
  const auto turned = [](const geometry::Index<2>& cell) {
    Primitive<2> w = rough<2>({cell[1], cell[0]});
    std::swap(w[1], w[2]);
    return w;
  };
  auto straight = block<2>(box, rough<2>);
  auto swapped = block<2>(box, turned);

  advance(straight.view, box);
  advance(swapped.view, box);

  TestBlock<2>::each(box, [&](const geometry::Index<2>& cell) {
    const geometry::Index<2> other{cell[1], cell[0]};
    EXPECT_NEAR(straight.view(0, cell), swapped.view(0, other), 1e-13);
    EXPECT_NEAR(straight.view(1, cell), swapped.view(2, other), 1e-13);
    EXPECT_NEAR(straight.view(3, cell), swapped.view(3, other), 1e-13);
  });
}

/// Whether it says that all new values are numbers, once \p component of \p cell is none.
template <int D>
bool vouches(const geometry::Box<D>& box, int component, const geometry::Index<D>& cell,
             double value) {
  using Sweep = Muscl<D, Euler<D>>;
  auto values = block<D>(box, rough<D>);
  if (component >= 0) {
    values.view(component, cell) = value;
  }
  const std::vector<StageStep<D>> steps{step_of(values.view, box)};
  std::vector<double> scratch(Sweep::scratch_doubles(box));
  std::vector<double> rates(1);
  return Sweep({}, steps, rates, {}, scratch.data()).run();
}

template <int D>
void expect_vouches_for_numbers_alone() {
  geometry::Box<D> box{{}, {}};
  box.hi.fill(5);
  box.hi[0] = 13;  // the last register is not full
  geometry::Index<D> last = box.hi;
  std::ranges::for_each(last, [](int& i) { --i; });

  EXPECT_TRUE(vouches<D>(box, -1, {}, 0.0));
  for (int c = 0; c < static_cast<int>(Euler<D>::kValues); ++c) {
    for (const double bad : {std::nan(""), -std::numeric_limits<double>::infinity()}) {
      EXPECT_FALSE(vouches<D>(box, c, box.lo, bad)) << c;
      EXPECT_FALSE(vouches<D>(box, c, last, bad)) << c;
    }
  }
}

TEST(Muscl, VouchesForNumbersAlone) {
  expect_vouches_for_numbers_alone<1>();
  expect_vouches_for_numbers_alone<2>();
  expect_vouches_for_numbers_alone<3>();
}

TEST(Muscl, RecordedFluxesAccountForTheChange) {
  expect_fluxes_account_for_the_change(kMusclGhosts, 1.0,
                                       [](const StageStep<2>& step) { advance_group<2>({step}); });
}

TEST(Muscl, NearVacuumStaysPositive) {
  const geometry::Box<1> box{{0}, {40}};
  auto values = block<1>(box, [](const geometry::Index<1>& cell) {
    return Primitive<1>{1.0, cell[0] < 20 ? -2.0 : 2.0, 0.4, 0.0};
  });

  for (int n = 0; n < 8; ++n) {
    advance(values.view, box);
  }

  TestBlock<1>::each({{4}, {36}}, [&](const geometry::Index<1>& cell) {
    const auto w = Euler<1>{}.primitives<double>(
        {values.view(0, cell), values.view(1, cell), values.view(2, cell), values.view(3, cell)});
    EXPECT_GT(w[0], 0.0);
    EXPECT_GT(w[2], 0.0);
  });
}

}  // namespace
}  // namespace evenkeel::solver
