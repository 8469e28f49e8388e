// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patterns of wells.
#include "evenkeel/kernels/wells.hpp"

namespace evenkeel::kernels {
namespace {

/// A vertical well around (x, y) as far as it lies in the domain; its rate is \p rate times the
/// part of it that does, and its length all of z.
template <int D>
Well<D> vertical(double x, double y, double size, double rate) {
  Well<D> well;
  well.lower.fill(0.0);
  well.upper.fill(1.0);
  well.rate = rate;
  const std::array<double, 2> middle{x, y};
  for (std::size_t d = 0; d < 2; ++d) {
    well.lower[d] = std::max(0.0, middle[d] - 0.5 * size);
    well.upper[d] = std::min(1.0, middle[d] + 0.5 * size);
    well.rate *= (well.upper[d] - well.lower[d]) / size;
  }
  return well;
}

}  // namespace

template <int D>
std::vector<Well<D>> make_wells(Pattern pattern, double size, int count) {
  std::vector<Well<D>> wells;
  if (pattern == Pattern::kChannel) {
    for (const bool out : {false, true}) {
      Well<D>& well = wells.emplace_back();
      well.lower.fill(0.0);
      well.upper.fill(1.0);
      (out ? well.lower : well.upper)[0] = out ? 1.0 - size : size;
      well.rate = out ? -1.0 : 1.0;
    }
  } else if (pattern == Pattern::kFiveSpot) {
    wells.push_back(vertical<D>(0.0, 0.0, 2.0 * size, 4.0));  // a quarter of it is inside
    wells.push_back(vertical<D>(1.0, 1.0, 2.0 * size, -4.0));
  } else {
    const double each = 1.0 / (count * count);
    for (int j = 0; j <= count; ++j) {
      for (int i = 0; i <= count; ++i) {
        const double x = static_cast<double>(i) / count;
        const double y = static_cast<double>(j) / count;
        wells.push_back(vertical<D>(x, y, size, -each));
        if (i < count && j < count) {
          wells.push_back(vertical<D>(x + 0.5 / count, y + 0.5 / count, size, each));
        }
      }
    }
  }
  return wells;
}

template std::vector<Well<2>> make_wells(Pattern, double, int);
template std::vector<Well<3>> make_wells(Pattern, double, int);

}  // namespace evenkeel::kernels
