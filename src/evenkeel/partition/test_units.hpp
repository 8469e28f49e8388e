// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Unit lists for tests and benchmarks: chains by hand, and a refined front on a lattice.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::partition {

/// Appends a unit of one base cell, fully refined up to \p depth.
inline void append_refined_unit(workload::UnitList& units, std::array<std::int32_t, 3> cell,
                                int depth) {
  double memory = 0.0;
  double load = 1.0;
  std::int64_t cells = 1;
  for (int level = 0; level < units.levels; ++level) {
    units.load.push_back(level <= depth ? load : 0.0);
    units.cells.push_back(level <= depth ? cells : 0);
    memory += static_cast<double>(units.cells.back());
    load *= std::pow(units.ratio, units.dimension + 1);
    cells *= static_cast<std::int64_t>(std::pow(units.ratio, units.dimension));
  }
  units.memory.push_back(memory);
  units.lo.push_back(cell);
  units.hi.push_back(geometry::Box<3>::of_cell(cell).hi);
  units.key.push_back(units.key.empty() ? 0 : units.key.back() + 1);
}

/// A row of base cells, each fully refined up to its depth.
inline workload::UnitList row_of_depths(std::span<const int> depths) {
  workload::UnitList units;
  units.dimension = 1;
  units.levels = depths.empty() ? 1 : *std::ranges::max_element(depths) + 1;
  for (const int depth : depths) {
    append_refined_unit(units, {static_cast<std::int32_t>(units.size()), 0, 0}, depth);
  }
  return units;
}

/// A row of base cells of one level with the given loads.
inline workload::UnitList row_of_loads(std::span<const double> loads) {
  workload::UnitList units = row_of_depths(std::vector<int>(loads.size(), 0));
  units.load.assign(loads.begin(), loads.end());
  return units;
}

/// 2 x 2 base cells in the order (0,0) (1,0) (0,1) (1,1), the first two refined once.
inline workload::UnitList refined_square() {
  workload::UnitList units;
  units.dimension = 2;
  units.levels = 2;
  append_refined_unit(units, {0, 0, 0}, 1);
  append_refined_unit(units, {1, 0, 0}, 1);
  append_refined_unit(units, {0, 1, 0}, 0);
  append_refined_unit(units, {1, 1, 0}, 0);
  return units;
}

/// N^D base cells; a wavy front is refined twice near it, once a little farther away. The front
/// moves by one cell when \p shift goes from 0 to 1.
template <int D>
workload::UnitList front_units(std::int32_t side, double shift, geometry::CurveKind kind,
                               int slow_axis = geometry::Curve<D>::kLongestAxis) {
  constexpr double kPi = std::numbers::pi;
  const geometry::Curve<D> curve(geometry::uniform<D>(side), kind, slow_axis);
  std::vector<std::pair<std::uint64_t, geometry::Index<D>>> order;
  const geometry::Box<D> domain{geometry::uniform<D>(0), geometry::uniform<D>(side)};
  geometry::Index<D> cell = domain.lo;
  for (std::int64_t n = 0; n < domain.volume(); ++n) {
    order.emplace_back(curve.key(cell), cell);
    for (std::size_t axis = 0; axis < D && ++cell[axis] == side; ++axis) {
      cell[axis] = 0;
    }
  }
  std::ranges::sort(order);
  workload::UnitList units;
  units.dimension = D;
  units.levels = 3;
  for (const auto& [key, at] : order) {
    std::array<double, 3> x{};
    std::array<std::int32_t, 3> low{};
    for (std::size_t axis = 0; axis < D; ++axis) {
      x[axis] = (at[axis] + 0.5) / side;
      low[axis] = at[axis];
    }
    const double wave = D == 3 ? std::cos(2 * kPi * x[2]) + 0.02 * std::cos(14 * kPi * x[2]) : 1.0;
    const double front = 0.40 + 0.03 * std::sin(10 * kPi * x[1] + 1) +
                         0.06 * std::cos(4 * kPi * x[1]) * wave + shift / side;
    const double distance = std::abs(x[0] - front);
    append_refined_unit(units, low, distance < 0.02 ? 2 : distance < 0.05 ? 1 : 0);
  }
  return units;
}

/// exp(g / 2) with g normal: some processors several times as fast as others. Sums to 1.
inline std::vector<double> lognormal_capacity(std::size_t processors) {
  SplitMix64 random(20240001);
  std::vector<double> capacity(processors);
  std::ranges::generate(capacity, [&] { return std::exp(0.5 * normal(random)); });
  const double sum = std::accumulate(capacity.begin(), capacity.end(), 0.0);
  std::ranges::for_each(capacity, [sum](double& share) { share /= sum; });
  return capacity;
}

}  // namespace evenkeel::partition
