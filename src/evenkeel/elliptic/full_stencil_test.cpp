// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Colours relaxed side by side and one by one.
#include "evenkeel/elliptic/full_stencil.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::elliptic {
namespace {

template <class T>
class FullStencil : public testing::Test {
 public:
  static constexpr int kDimensions = T::value;
};

using Dimensions = testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                  std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(FullStencil, Dimensions);

template <int D>
storage::Array<D> random_array(storage::Pool& pool, const geometry::Box<D>& box, int components) {
  storage::Array<D> array(pool, box, components);
  SplitMix64 random(7);
  const storage::View<D> view = array.view();
  std::generate_n(view.data, components * view.component_stride,
                  [&] { return 1.0 + 0.1 * normal(random); });
  return array;
}

/// As many parts as there are colours, and some more; each on a layer less than the one before.
template <int D>
std::vector<Coloured<D>> shrinking_parts(const geometry::Box<D>& box) {
  constexpr unsigned kColours = 1U << D;
  std::vector<Coloured<D>> parts;
  for (unsigned n = 0; n < kColours + 3; ++n) {
    parts.push_back({box.grow(-static_cast<int>(n) / 3), (kColours - 1 - n) % kColours});
  }
  return parts;
}

template <int D>
std::vector<double> values_of(const storage::Array<D>& array) {
  const storage::View<D> view = array.view();
  return {view.data, view.data + view.component_stride};
}

TYPED_TEST(FullStencil, SideBySideColoursGiveTheBitsOfOneByOne) {
  constexpr int D = TestFixture::kDimensions;
  storage::Pool pool;
  geometry::Box<D> box{geometry::uniform<D>(-3), geometry::uniform<D>(10)};
  box.hi[0] = 90;
  const storage::Array<D> coefficients = random_array<D>(pool, box, kPoints<D>);
  const storage::Array<D> rhs = random_array<D>(pool, box, 1);
  const storage::Array<D> at_once = random_array<D>(pool, box.grow(1), 1);
  const storage::Array<D> one_by_one = random_array<D>(pool, box.grow(1), 1);
  const std::vector<double> before = values_of<D>(at_once);
  const std::vector<Coloured<D>> parts = shrinking_parts<D>(box);

  relax<D>(coefficients.view(), at_once.view(), rhs.view(), parts);
  for (const Coloured<D>& part : parts) {
    relax<D>(coefficients.view(), one_by_one.view(), rhs.view(), {&part, 1});
  }

  EXPECT_NE(values_of<D>(at_once), before);
  EXPECT_EQ(values_of<D>(at_once), values_of<D>(one_by_one));
}

}  // namespace
}  // namespace evenkeel::elliptic
