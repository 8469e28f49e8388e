// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse values from fine ones.
#include "evenkeel/solver/restrict.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

/// A polynomial of third degree in every coordinate.
template <int D>
double cubic(const std::array<double, static_cast<std::size_t>(D)>& x) {
  double product = 1.0;
  for (std::size_t d = 0; d < D; ++d) {
    product *= 1.0 + x[d] * (0.3 - static_cast<double>(d) + x[d] * (0.05 - 0.01 * x[d]));
  }
  return product;
}

template <int D>
void expect_cubics_are_kept(int ratio) {
  geometry::Box<D> box;  // longer than the chunks in which rows are done
  box.lo.fill(-2);
  box.hi.fill(1);
  box.hi[0] = 66;
  const geometry::Box<D> fine_box = box.refine(ratio).grow(1);
  std::vector<double> fine_memory(temporary_size(fine_box, 1));
  std::vector<double> coarse_memory(temporary_size(box, 1));
  const auto fine = temporary_view(fine_memory.data(), fine_box, 1);
  const auto coarse = temporary_view(coarse_memory.data(), box, 1);
  const auto value = [](const geometry::Index<D>& cell, double spacing) {
    std::array<double, static_cast<std::size_t>(D)> x;
    for (std::size_t d = 0; d < D; ++d) {
      x[d] = 0.1 * spacing * (cell[d] + 0.5);
    }
    return cubic<D>(x);
  };
  storage::for_each_row(fine_box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      fine(0, cell) = value(cell, 1.0 / ratio);
    }
  });

  interpolate(fine, coarse, ratio);

  storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      const double exact = value(cell, 1.0);
      EXPECT_NEAR(coarse(0, cell), exact, 1e-13 * (1.0 + std::abs(exact))) << ratio;
    }
  });
}

TEST(Restrict, PointValuesOfCubicsAreKept) {
  for (const int ratio : {2, 3, 4}) {
    expect_cubics_are_kept<1>(ratio);
    expect_cubics_are_kept<2>(ratio);
    expect_cubics_are_kept<3>(ratio);
  }
}

}  // namespace
}  // namespace evenkeel::solver
