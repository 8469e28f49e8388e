// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rows of a patch and its ghosts.
#include "evenkeel/solver/schemes/group_rows.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/solver/schemes/test_rough_gas.hpp"

namespace evenkeel::solver {
namespace {

/// A register has two lanes on some targets, and schemes have up to three ghosts.
TEST(GroupRows, RowsHaveAllGhostsHoweverFewLanesARegisterHas) {
  const geometry::Box<2> box{{0, 0}, {10, 3}};
  for (const int ghosts : {1, kLanes, kLanes + 1, 2 * kLanes + 1}) {
    const auto values = gas_block<2>(box, ghosts, rough<2>);
    const std::array steps{step_of(values.view, box)};
    const GroupRows<2> group(steps);
    const int count = group.cells() + 2 * ghosts;
    std::vector<double> row(static_cast<std::size_t>(count + kLanes));

    group.load_row<1>(0, 1, ghosts, [&](int i, const std::array<Lanes, 1>& u) {
      store(row.data() + i, u.front());
    });

    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(row[static_cast<std::size_t>(i)], values.view(0, {i - ghosts, 1})) << ghosts;
    }
  }
}

}  // namespace
}  // namespace evenkeel::solver
