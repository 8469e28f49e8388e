// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cells that react side by side against each by itself.
#include "evenkeel/kernels/react_rows.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/kernels/combustion.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::kernels {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

constexpr Combustion kFlame;
constexpr double kInterval = 2e-2;

/// Fresh, burning, burnt, and without fuel, side by side.
void fill_flames(const View<2>& state) {
  storage::for_each_row(state.box, [&](Index<2> cell, std::int32_t count) {
    for (; count > 0; --count, ++cell[0]) {
      const double temperature = 0.5 + 0.6 * std::sin(1.7 * cell[0] + 0.3 * cell[1]);
      state(0, cell) = temperature;
      state(1, cell) = cell[0] % 5 == 0 ? 0.0 : 1.0 - temperature;
    }
  });
}

TEST(ReactingRows, EachCellGetsWhatItWouldGetByItself) {
  const Box<2> box{{-3, 2}, {58, 33}};  // more cells that burn than wait at a time
  const Box<2> tiles = box.coarsen(solver::kCostTile);
  std::vector<double> before(solver::temporary_size(box, 2));
  std::vector<double> costs(solver::temporary_size(tiles, 1));
  const View<2> old = solver::temporary_view(before.data(), box, 2);
  fill_flames(old);
  std::vector<double> after = before;
  const View<2> state = solver::temporary_view(after.data(), box, 2);
  const View<2> booked = solver::temporary_view(costs.data(), tiles, 1);
  react_rows<2>(kFlame, {state, box, {}, 0.0, kInterval, booked});
  storage::for_each_row(box, [&](Index<2> cell, std::int32_t count) {
    for (; count > 0; --count, ++cell[0]) {
      std::array<double, 2> values{old(0, cell), old(1, cell)};
      if (values[1] > 0.0 && values[0] > Combustion::kCold) {
        const double all = Combustion::kept(values);
        const auto rate = [all](double value) { return kFlame.rate(value, all); };
        const auto done = solver::integrate(rate, values[0], kInterval, Combustion::range(values),
                                            Combustion::kTolerance);
        Combustion::settle(values, done.value);
        booked(0, Box<2>::of_cell(cell).coarsen(solver::kCostTile).lo) -= done.evaluations;
      }
      ASSERT_EQ(state(0, cell), values[0]) << cell[0] << " " << cell[1];
      ASSERT_EQ(state(1, cell), values[1]) << cell[0] << " " << cell[1];
    }
  });
  for (const double left : costs) {
    EXPECT_EQ(left, 0.0) << "cost of a tile";
  }
}

}  // namespace
}  // namespace evenkeel::kernels
