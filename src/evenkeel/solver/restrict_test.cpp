// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse values from fine ones.
#include "evenkeel/solver/restrict.hpp"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

/// A polynomial of that degree, 3 or 5, in every coordinate.
template <int D>
double polynomial(const std::array<double, static_cast<std::size_t>(D)>& x, int degree) {
  const double high = degree == 5 ? 0.002 : 0.0;
  double product = 1.0;
  for (std::size_t d = 0; d < D; ++d) {
    product *= 1.0 + x[d] * (0.3 - static_cast<double>(d) +
                             x[d] * (0.05 - x[d] * (0.01 + high * x[d] * (1.0 - 0.3 * x[d]))));
  }
  return product;
}

template <int D>
void expect_polynomials_are_kept(int ratio, int degree) {
  geometry::Box<D> box;  // longer than the chunks in which rows are done
  box.lo.fill(-2);
  box.hi.fill(1);
  box.hi[0] = 66;
  const geometry::Box<D> fine_box = box.refine(ratio).grow(2);
  std::vector<double> fine_memory(temporary_size(fine_box, 1));
  std::vector<double> coarse_memory(temporary_size(box, 1));
  const auto fine = temporary_view(fine_memory.data(), fine_box, 1);
  const auto coarse = temporary_view(coarse_memory.data(), box, 1);
  const auto value = [degree](const geometry::Index<D>& cell, double spacing) {
    std::array<double, static_cast<std::size_t>(D)> x;
    for (std::size_t d = 0; d < D; ++d) {
      x[d] = 0.1 * spacing * (cell[d] + 0.5);
    }
    return polynomial<D>(x, degree);
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

TEST(Restrict, PointValuesOfPolynomialsAreKept) {
  for (const auto& [ratio, degree] : {std::pair{2, 5}, {3, 5}, {4, 3}}) {
    expect_polynomials_are_kept<1>(ratio, degree);
    expect_polynomials_are_kept<2>(ratio, degree);
    expect_polynomials_are_kept<3>(ratio, degree);
  }
}

}  // namespace
}  // namespace evenkeel::solver
