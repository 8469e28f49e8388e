// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Curve keys: order, continuity and oracles.
#include "evenkeel/geometry/curve.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/curves/curves.hpp"

namespace evenkeel::geometry {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
struct CurveIn : testing::Test {};
using Dimensions = testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                  std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(CurveIn, Dimensions);

/// Blocks in the order of the curve, those outside the lattice left out.
template <int D>
std::vector<Index<D>> walk(const Curve<D>& curve, const Index<D>& blocks) {
  const Box<D> lattice{{}, blocks};
  std::vector<Index<D>> order;
  for (std::uint64_t key = 0; key < curve.places(); ++key) {
    if (const Index<D> block = curve.block(key); lattice.contains(block)) {
      order.push_back(block);
    }
  }
  return order;
}

/// Steps between successive blocks that are not face neighbours.
template <int D>
int jumps(const std::vector<Index<D>>& order) {
  int count = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    int distance = 0;
    for (std::size_t d = 0; d < D; ++d) {
      distance += std::abs(order[i][d] - order[i - 1][d]);
    }
    count += distance == 1 ? 0 : 1;
  }
  return count;
}

template <int D>
Box<D> hull_of(const std::vector<Index<D>>& order, std::size_t first, std::size_t last) {
  Box<D> hull;
  for (std::size_t i = first; i < last; ++i) {
    hull = hull.hull(Box<D>::of_cell(order[i]));
  }
  return hull;
}

// Order of Skilling's transform, from the oracle of algorithms 1.2.2.
TEST(Hilbert, FollowsTheOracleOnFourByFour) {
  EXPECT_THAT(walk(Curve<2>({4, 4}), {4, 4}),
              ElementsAre(Index<2>{0, 0}, Index<2>{1, 0}, Index<2>{1, 1}, Index<2>{0, 1},
                          Index<2>{0, 2}, Index<2>{0, 3}, Index<2>{1, 3}, Index<2>{1, 2},
                          Index<2>{2, 2}, Index<2>{2, 3}, Index<2>{3, 3}, Index<2>{3, 2},
                          Index<2>{3, 1}, Index<2>{2, 1}, Index<2>{2, 0}, Index<2>{3, 0}));
}

TEST(Hilbert, FollowsTheOracleOnTwoCubed) {
  EXPECT_THAT(
      walk(Curve<3>({2, 2, 2}), {2, 2, 2}),
      ElementsAre(Index<3>{0, 0, 0}, Index<3>{0, 0, 1}, Index<3>{0, 1, 1}, Index<3>{0, 1, 0},
                  Index<3>{1, 1, 0}, Index<3>{1, 1, 1}, Index<3>{1, 0, 1}, Index<3>{1, 0, 0}));
}

// Values of hil(place, bits) of the oracle's script.
TEST(Hilbert, FollowsTheOracleInDeeperCubes) {
  EXPECT_EQ(Curve<3>({16, 16, 16}).key({5, 10, 3}), 2004U);
  EXPECT_EQ(Curve<2>({256, 256}).key({77, 200}), 24763U);
  EXPECT_EQ(Curve<3>({128, 128, 128}).key({100, 3, 77}), 1829694U);
}

TYPED_TEST(CurveIn, HilbertStepsToFaceNeighboursOnly) {
  constexpr int kD = TypeParam::value;
  for (const std::int32_t side : {2, 4, 8, 16}) {
    const Index<kD> blocks = uniform<kD>(side);
    EXPECT_EQ(jumps<kD>(walk(Curve<kD>(blocks), blocks)), 0);
  }
}

TYPED_TEST(CurveIn, HilbertStartsAtTheOriginAndEndsAlongTheSlowAxis) {
  constexpr int kD = TypeParam::value;
  for (const std::int32_t side : {2, 4, 8, 16, 32}) {
    const std::vector<Index<kD>> order = walk(Curve<kD>(uniform<kD>(side)), uniform<kD>(side));
    Index<kD> end{};
    end[0] = side - 1;
    EXPECT_EQ(order.front(), Index<kD>{});
    EXPECT_EQ(order.back(), end);
  }
}

TYPED_TEST(CurveIn, DyadicHalvesAreBoxesThatDifferAlongOneAxis) {
  constexpr int kD = TypeParam::value;
  const Index<kD> blocks = uniform<kD>(8);
  const std::vector<Index<kD>> order = walk(Curve<kD>(blocks), blocks);
  for (std::size_t size = order.size(); size > 1; size /= 2) {
    for (std::size_t first = 0; first < order.size(); first += size) {
      const Box<kD> a = hull_of<kD>(order, first, first + size / 2);
      const Box<kD> b = hull_of<kD>(order, first + size / 2, first + size);
      ASSERT_EQ(a.volume() * 2, static_cast<std::int64_t>(size));
      ASSERT_EQ(b.volume() * 2, static_cast<std::int64_t>(size));
      ASSERT_EQ(a.hull(b).volume(), a.volume() + b.volume());
    }
  }
}

TEST(Curve, ChainsFourCubesOn128By32By32) {
  const Index<3> blocks{128, 32, 32};
  const Curve<3> curve(blocks);

  const std::vector<Index<3>> order = walk(curve, blocks);

  EXPECT_EQ(curve.places(), 128U * 32U * 32U);
  EXPECT_EQ(jumps<3>(order), 0);
  for (std::size_t cube = 0; cube < 4; ++cube) {
    const auto from = static_cast<std::int32_t>(32 * cube);
    EXPECT_EQ(hull_of<3>(order, cube * 32768, (cube + 1) * 32768),
              (Box<3>{{from, 0, 0}, {from + 32, 32, 32}}));
  }
}

TEST(Curve, ChainsAlongTheLongestAxisWhicheverItIs) {
  const Index<3> blocks{4, 4, 16};

  EXPECT_EQ(jumps<3>(walk(Curve<3>(blocks), blocks)), 0);
  EXPECT_EQ(Curve<3>(blocks).places(), 256U);
}

TEST(Curve, SlowAxisIsTheLastToAdvance) {
  const Index<2> blocks{8, 8};
  const std::vector<Index<2>> order = walk(Curve<2>(blocks, CurveKind::hilbert, 1), blocks);

  EXPECT_EQ(jumps<2>(order), 0);
  EXPECT_EQ(order.back(), (Index<2>{0, 7}));
}

TYPED_TEST(CurveIn, KeyAndBlockAreInversesOnUnevenLattices) {
  constexpr int kD = TypeParam::value;
  Index<kD> blocks{};
  for (std::size_t d = 0; d < kD; ++d) {
    blocks[d] = 5 + 6 * static_cast<std::int32_t>(d);
  }
  for (const CurveKind kind : {CurveKind::hilbert, CurveKind::morton}) {
    const Curve<kD> curve(blocks, kind);
    const std::vector<Index<kD>> order = walk(curve, blocks);
    EXPECT_EQ(static_cast<std::int64_t>(order.size()), (Box<kD>{{}, blocks}.volume()));
    for (const Index<kD>& block : order) {
      ASSERT_EQ(curve.block(curve.key(block)), block);
    }
  }
}

TEST(Morton, InterleavesBitsWithAxisZeroFirst) {
  const Curve<2> plane({4, 4}, CurveKind::morton);
  const Curve<3> space({8, 8, 8}, CurveKind::morton);

  EXPECT_EQ(plane.key({2, 1}), 0b1001U);
  EXPECT_EQ(space.key({5, 2, 7}), 0b101'011'101U);
}

TEST(Morton, RoundTripsTheLargestCoordinates) {
  using curves::deinterleave;
  using curves::interleave;
  EXPECT_EQ(deinterleave<3>(interleave<3>({0x1fffff, 0x12345, 1})),
            (curves::Place<3>{0x1fffff, 0x12345, 1}));
  EXPECT_EQ(deinterleave<2>(interleave<2>({0xffffffff, 0x12345678})),
            (curves::Place<2>{0xffffffff, 0x12345678}));
}

TYPED_TEST(CurveIn, HddaKeysSortParentThenItsDescendants) {
  constexpr int kD = TypeParam::value;
  constexpr std::int32_t kChildren = 1 << kD;
  for (const CurveKind kind : {CurveKind::hilbert, CurveKind::morton}) {
    const Curve<kD> curve(uniform<kD>(6), kind);
    HddaKey last = 0;  // of the block before and its children
    for (std::uint64_t place = 0; place < curve.places(); ++place) {
      const Index<kD> parent = curve.block(place);
      const HddaKey key = curve.hdda_key(0, parent);
      ASSERT_TRUE(place == 0 || key > last);
      last = key;
      for (std::int32_t child = 0; child < kChildren; ++child) {
        Index<kD> block{};
        for (std::size_t d = 0; d < kD; ++d) {
          block[d] = 2 * parent[d] + ((child >> d) & 1);
        }
        const HddaKey finer = curve.hdda_key(1, block);
        ASSERT_GT(finer, key);
        last = std::max(last, finer);
      }
    }
  }
}

TYPED_TEST(CurveIn, HddaKeysFollowTheCurveOnEveryLevel) {
  constexpr int kD = TypeParam::value;
  const Index<kD> blocks = uniform<kD>(2);
  const Curve<kD> base(blocks);
  for (int level = 0; level <= 3; ++level) {
    const Index<kD> fine = uniform<kD>(2 << level);
    HddaKey last = 0;
    for (const Index<kD>& block : walk(Curve<kD>(fine), fine)) {
      const HddaKey key = base.hdda_key(level, block);
      ASSERT_GT(key + 1, last);
      last = key;
    }
  }
}

TEST(CurveKind, UnknownNameListsTheKnown) {
  EXPECT_EQ(curve_kind("morton"), CurveKind::morton);
  EXPECT_EQ(name(CurveKind::hilbert), "hilbert");
  try {
    curve_kind("hilbrt");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("hilbert, morton"));
  }
}

}  // namespace
}  // namespace evenkeel::geometry
