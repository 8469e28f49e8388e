// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Values that are no numbers, wherever they are.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

/// Two components of rows that fill registers by twos, one by one and in part.
class AllFinite : public testing::Test {
 protected:
  static constexpr int kComponents = 2;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  AllFinite() { std::ranges::fill(memory_, -1e308); }
  bool is_finite() const { return all_finite(values_, box_, kComponents); }

  const geometry::Box<2> box_{{0, 0}, {61, 2}};
  std::vector<double> memory_ = std::vector<double>(temporary_size(box_.grow(1), kComponents));
  const storage::View<2> values_ = temporary_view(memory_.data(), box_.grow(1), kComponents);
};

TEST_F(AllFinite, SeesEveryCellOfEveryComponent) {
  EXPECT_TRUE(is_finite());
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity}) {
    storage::for_each_row(box_, [&](geometry::Index<2> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count * kComponents; ++i) {
        double& value = *(values_.row(i / count, cell) + i % count);
        const double before = std::exchange(value, bad);

        EXPECT_FALSE(is_finite()) << "value " << bad << " at " << i;
        value = before;
      }
    });
  }
}

TEST_F(AllFinite, LooksAtNothingElse) {
  std::ranges::fill(memory_, kInfinity);
  for (int component = 0; component < kComponents; ++component) {
    storage::for_each_row(box_, [&](const geometry::Index<2>& first, std::int32_t count) {
      std::fill_n(values_.row(component, first), count, 1.0);
    });
  }

  EXPECT_TRUE(is_finite());
}

}  // namespace
}  // namespace evenkeel::solver
