// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What interpolation and averaging promise, in 1-D, 2-D and 3-D.
#include "evenkeel/solver/prolong.hpp"

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/solver/restrict.hpp"
#include "evenkeel/solver/test_block.hpp"
#include "evenkeel/solver/test_upwind.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using geometry::uniform;

/// Values that are positive, or else the cell makes no sense.
template <int D>
class Positive : public Upwind<D> {
 public:
  Positive() : Upwind<D>({.components = 2}) {}
  bool checks_values() const override { return true; }
  bool is_admissible(std::span<const double> values) const override { return values[1] > 0.2; }
};

template <int D>
class Points : public Upwind<D> {
 public:
  Transfer transfer() const override { return Transfer::kPointValue; }
};

/// Smooth averages that are positive, or else the cell makes no sense.
template <int D>
class Smooth final : public Positive<D> {
 public:
  Transfer transfer() const override { return Transfer::kSmoothAverage; }
};

template <class T>
class Prolong : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(Prolong, Dimensions);

/// Random values on the coarse cells around [0, 6)^D.
template <int D>
TestBlock<D> random_block(int components, std::uint64_t seed) {
  TestBlock<D> coarse(Box<D>{{}, geometry::uniform<D>(6)}.grow(3), components);
  SplitMix64 random(seed);
  coarse.set([&](const Index<D>&, int) { return evenkeel::uniform(random); });
  return coarse;
}

TYPED_TEST(Prolong, KeepsTheMeanAndStaysBetweenNeighbours) {
  constexpr int D = TypeParam::value;
  for (const int ratio : {2, 3, 4}) {
    TestBlock<D> coarse = random_block<D>(2, 17);
    const Box<D> core{{}, uniform<D>(6)};
    TestBlock<D> fine(core.refine(ratio), 2);
    TestBlock<D> mean(core, 2);
    Scratch scratch;

    prolong(Upwind<D>({.components = 2}), coarse.view, fine.view, fine.view.box, ratio, scratch);
    average(fine.view, mean.view, ratio);

    TestBlock<D>::each(core, [&](const Index<D>& cell) {
      EXPECT_NEAR(mean.view(1, cell), coarse.view(1, cell), 1e-14);
    });
    TestBlock<D>::each(fine.view.box, [&](const Index<D>& cell) {
      Index<D> parent;
      for (std::size_t d = 0; d < D; ++d) {
        parent[d] = cell[d] / ratio;
      }
      double low = coarse.view(0, parent);
      double high = low;
      for (std::size_t d = 0; d < D; ++d) {
        for (const std::int32_t by : {-1, 1}) {
          Index<D> near = parent;
          near[d] += by;
          low = std::min(low, coarse.view(0, near));
          high = std::max(high, coarse.view(0, near));
        }
      }
      EXPECT_GE(fine.view(0, cell), low - 1e-15);
      EXPECT_LE(fine.view(0, cell), high + 1e-15);
    });
  }
}

TYPED_TEST(Prolong, ReproducesLinearFunctions) {
  constexpr int D = TypeParam::value;
  TestBlock<D> coarse(Box<D>{{}, uniform<D>(6)}.grow(1), 1);
  const auto linear = [](const Index<D>& cell, double size) {
    double value = 3.0;
    for (std::size_t d = 0; d < D; ++d) {
      value += static_cast<double>(d + 1) * (cell[d] + 0.5) * size;
    }
    return value;
  };
  coarse.set([&](const Index<D>& cell, int) { return linear(cell, 1.0); });
  TestBlock<D> fine(Box<D>{{}, uniform<D>(12)}, 1);
  Scratch scratch;

  prolong(Upwind<D>(), coarse.view, fine.view, fine.view.box, 2, scratch);

  TestBlock<D>::each(fine.view.box, [&](const Index<D>& cell) {
    EXPECT_DOUBLE_EQ(fine.view(0, cell), linear(cell, 0.5));
  });
}

TYPED_TEST(Prolong, ACellDoesNotDependOnTheRegionAroundIt) {
  constexpr int D = TypeParam::value;
  const Points<D> point_values;
  const Positive<D> averages;
  const Smooth<D> smooth_averages;
  for (const Application<D>* each : {static_cast<const Application<D>*>(&point_values),
                                     static_cast<const Application<D>*>(&averages),
                                     static_cast<const Application<D>*>(&smooth_averages)}) {
    const Application<D>& application = *each;
    for (const int ratio : {2, 3}) {
      const TestBlock<D> coarse = random_block<D>(2, 5);
      const Box<D> all{uniform<D>(0), uniform<D>(6 * ratio)};
      TestBlock<D> whole(all, 2);
      TestBlock<D> parts(all, 2);
      Scratch scratch;

      prolong(application, coarse.view, whole.view, all, ratio, scratch);
      SplitMix64 random(99);
      for (int n = 0; n < 60; ++n) {
        Box<D> part;
        for (std::size_t d = 0; d < D; ++d) {
          const auto side = static_cast<std::uint64_t>(all.hi[d]);
          part.lo[d] = static_cast<std::int32_t>(uniform_below(random, side));
          part.hi[d] = part.lo[d] + 1 + static_cast<std::int32_t>(uniform_below(random, side));
        }
        part = part.intersect(all);
        prolong(application, coarse.view, parts.view, part, ratio, scratch);
        TestBlock<D>::each(part, [&](const Index<D>& cell) {
          ASSERT_EQ(parts.view(0, cell), whole.view(0, cell));
          ASSERT_EQ(parts.view(1, cell), whole.view(1, cell));
        });
      }
      TestBlock<D>::each(all, [&](const Index<D>& cell) {  // nothing outside of a part is touched
        const double value = parts.view(0, cell);
        ASSERT_TRUE(value == whole.view(0, cell) || value == TestBlock<D>::kUnset);
      });
    }
  }
}

TYPED_TEST(Prolong, CellsWithAnInadmissibleChildBecomeFlat) {
  constexpr int D = TypeParam::value;
  TestBlock<D> coarse(Box<D>{{}, uniform<D>(4)}.grow(1), 2);
  coarse.set([](const Index<D>& cell, int c) { return c == 0 ? cell[0] : 0.3 + 0.4 * cell[0]; });
  TestBlock<D> fine(Box<D>{{}, uniform<D>(8)}, 2);
  Scratch scratch;

  prolong(Positive<D>(), coarse.view, fine.view, fine.view.box, 2, scratch);

  TestBlock<D>::each(fine.view.box, [&](const Index<D>& cell) {
    const std::int32_t parent = cell[0] / 2;
    const double xi = cell[0] % 2 == 0 ? -0.25 : 0.25;
    // component 1 of cell 0 would fall to 0.3 - 0.1: both components of the cell lose their slope
    EXPECT_DOUBLE_EQ(fine.view(0, cell), parent == 0 ? 0.0 : parent + xi);
    EXPECT_DOUBLE_EQ(fine.view(1, cell), 0.3 + 0.4 * (parent == 0 ? 0.0 : parent + xi));
  });
}

/// Averages over cells of width \p size of a product of quartics.
template <int D>
double quartic_average(const Index<D>& cell, double size) {
  double value = 1.0;
  for (std::size_t d = 0; d < D; ++d) {
    const auto integral = [d](double x) {
      const double bend = 0.001 * static_cast<double>(d + 1);
      return x + 0.02 * x * x - 0.003 * x * x * x + bend * x * x * x * x - bend * std::pow(x, 5);
    };
    const double lower = 0.1 * (cell[d] * size - 2.0);
    const double upper = lower + 0.1 * size;
    value *= (integral(upper) - integral(lower)) / (upper - lower);
  }
  return value;
}

TYPED_TEST(Prolong, SmoothAveragesAreNearlyExactForQuartics) {
  constexpr int D = TypeParam::value;
  for (const int ratio : {2, 3, 4}) {
    TestBlock<D> coarse(Box<D>{{}, uniform<D>(4)}.grow(2), 2);
    coarse.set([](const Index<D>& cell, int) { return quartic_average<D>(cell, 1.0); });
    TestBlock<D> fine(Box<D>{{}, uniform<D>(4 * ratio)}, 2);
    Scratch scratch;

    prolong(Smooth<D>(), coarse.view, fine.view, fine.view.box, ratio, scratch);

    TestBlock<D>::each(fine.view.box, [&](const Index<D>& cell) {
      EXPECT_NEAR(fine.view(0, cell), quartic_average<D>(cell, 1.0 / ratio), 2e-9);
    });
  }
}

TYPED_TEST(Prolong, SmoothAveragesKeepTheMeanAndConstants) {
  constexpr int D = TypeParam::value;
  const Box<D> core{{}, uniform<D>(6)};
  for (const int ratio : {2, 3, 4}) {
    TestBlock<D> coarse = random_block<D>(2, 17);
    TestBlock<D>::each(coarse.view.box, [&](const Index<D>& cell) { coarse.view(1, cell) = 0.7; });
    TestBlock<D> fine(core.refine(ratio), 2);
    TestBlock<D> mean(core, 2);
    Scratch scratch;

    prolong(Smooth<D>(), coarse.view, fine.view, fine.view.box, ratio, scratch);
    average(fine.view, mean.view, ratio);

    TestBlock<D>::each(core, [&](const Index<D>& cell) {
      EXPECT_NEAR(mean.view(0, cell), coarse.view(0, cell), 1e-14);
    });
    TestBlock<D>::each(fine.view.box,
                       [&](const Index<D>& cell) { EXPECT_EQ(fine.view(1, cell), 0.7); });
  }
}

TYPED_TEST(Prolong, SmoothAveragesHardlyOvershootAJump) {
  constexpr int D = TypeParam::value;
  TestBlock<D> coarse(Box<D>{{}, uniform<D>(6)}.grow(2), 2);
  coarse.set([](const Index<D>& cell, int) { return cell[0] < 3 ? 1.0 : 9.0; });
  TestBlock<D> fine(Box<D>{{}, uniform<D>(12)}, 2);
  Scratch scratch;

  prolong(Smooth<D>(), coarse.view, fine.view, fine.view.box, 2, scratch);

  TestBlock<D>::each(fine.view.box, [&](const Index<D>& cell) {
    EXPECT_NEAR(fine.view(0, cell), cell[0] < 6 ? 1.0 : 9.0, 0.01);
  });
}

TYPED_TEST(Prolong, SmoothCellsWithAnInadmissibleChildBecomeFlat) {
  constexpr int D = TypeParam::value;
  TestBlock<D> coarse(Box<D>{{}, uniform<D>(4)}.grow(2), 2);
  coarse.set([](const Index<D>& cell, int c) { return c == 0 ? cell[0] : 0.3 + 0.6 * cell[0]; });
  TestBlock<D> fine(Box<D>{{}, uniform<D>(8)}, 2);
  Scratch scratch;

  prolong(Smooth<D>(), coarse.view, fine.view, fine.view.box, 2, scratch);

  TestBlock<D>::each(fine.view.box, [&](const Index<D>& cell) {
    const std::int32_t parent = cell[0] / 2;
    const double xi = cell[0] % 2 == 0 ? -0.25 : 0.25;
    EXPECT_NEAR(fine.view(0, cell), parent == 0 ? 0.0 : parent + xi, 1e-12);
    EXPECT_NEAR(fine.view(1, cell), 0.3 + 0.6 * (parent == 0 ? 0.0 : parent + xi), 1e-12);
  });
}

TYPED_TEST(Prolong, QuinticsAreExactForQuintics) {
  constexpr int D = TypeParam::value;
  const auto quintic = [](const Index<D>& cell, double size) {
    double value = 1.0;
    for (std::size_t d = 0; d < D; ++d) {
      const double x = (cell[d] + 0.5) * size - 2.0 + 0.3 * static_cast<double>(d);
      value *= x * x * x * (0.1 * x * x - 1.0) - x + 0.5;
    }
    return value;
  };
  for (const int ratio : {2, 3}) {
    TestBlock<D> coarse(Box<D>{{}, uniform<D>(4)}.grow(3), 1);
    coarse.set([&](const Index<D>& cell, int) { return quintic(cell, 1.0); });
    Scratch scratch;
    for (std::size_t first = 0; first < D; ++first) {
      TestBlock<D> fine(Box<D>{{}, uniform<D>(4 * ratio)}, 1);
      const Refined<D> all{fine.view, fine.view.box, first};

      prolong<D>(Points<D>(), coarse.view, {&all, 1}, ratio, scratch);

      TestBlock<D>::each(fine.view.box, [&](const Index<D>& cell) {
        const double exact = quintic(cell, 1.0 / ratio);
        EXPECT_NEAR(fine.view(0, cell), exact, 1e-12 * (1.0 + std::abs(exact)));
      });
    }
  }
}

TEST(Restrict, IsTheMeanOfTheChildren) {
  TestBlock<2> fine(Box<2>{{-4, -2}, {4, 2}}, 1);
  fine.set([](const Index<2>& cell, int) { return 10.0 * cell[1] + cell[0]; });
  TestBlock<2> coarse(Box<2>{{-2, -1}, {2, 1}}, 1);

  average(fine.view, coarse.view, 2);

  EXPECT_EQ(coarse.view(0, {-2, -1}), -18.5);  // of -24, -23, -14, -13
  EXPECT_EQ(coarse.view(0, {1, 0}), 7.5);      // of 2, 3, 12, 13
}

}  // namespace
}  // namespace evenkeel::solver
