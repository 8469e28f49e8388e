// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Means of coefficients in series and side by side.
#include "evenkeel/elliptic/coefficients.hpp"

#include <array>
#include <cstddef>

namespace evenkeel::elliptic {
namespace {

template <int D, int kAxis>
void average(const storage::View<D>& fine, const storage::View<D>& coarse, int /*ratio*/) {
  constexpr std::size_t kPairs = std::size_t{1} << (D - 1);
  std::array<std::int64_t, kPairs> first{};  // of the pairs, from the first fine cell
  for (std::size_t d = 0, bit = 0; d < D; ++d) {
    if (d != kAxis) {
      for (std::size_t k = 0; k < kPairs; ++k) {
        first[k] += ((k >> bit) & 1U) != 0 ? fine.stride[d] : 0;
      }
      ++bit;
    }
  }
  storage::for_each_row(coarse.box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      const double* const corner = fine.row(0, geometry::Box<D>{cell, cell}.refine(2).lo);
      double sum = 0.0;
      for (const std::int64_t pair : first) {
        const double a = corner[pair];
        const double b = corner[pair + fine.stride[kAxis]];
        sum += 2.0 * a * b / (a + b);
      }
      coarse(0, cell) = sum / kPairs;
    }
  });
}

}  // namespace

template <>
hierarchy::SyncPlan<1>::Average series_mean<1>(int) {
  return &average<1, 0>;
}
template <>
hierarchy::SyncPlan<2>::Average series_mean<2>(int axis) {
  return axis == 0 ? &average<2, 0> : &average<2, 1>;
}
template <>
hierarchy::SyncPlan<3>::Average series_mean<3>(int axis) {
  constexpr std::array kMeans = {&average<3, 0>, &average<3, 1>, &average<3, 2>};
  return kMeans[static_cast<std::size_t>(axis)];
}

}  // namespace evenkeel::elliptic
