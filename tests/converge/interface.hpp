// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where the interface of two gases lies, and how large its ripples are.
#pragma once

#include <map>
#include <numbers>

#include "case.hpp"

namespace evenkeel::converge {

/// x of tracer one half in every row of finest cells, by the row: its cells, with axis 0 left at 0.
template <int D>
std::map<geometry::Index<D>, double> interface_of(const Case<D>& run) {
  const hierarchy::Mesh<D>& mesh = run.hierarchy().mesh();
  std::map<geometry::Index<D>, std::map<double, double>> rows;
  run.for_each_cell([&](int level, const geometry::Index<D>& cell, const auto& view) {
    if (level == mesh.max_levels - 1) {
      geometry::Index<D> row = cell;
      row[0] = 0;
      rows[row][mesh.center(level, cell)[0]] = view(D + 2, cell) / view(0, cell);
    }
  });
  std::map<geometry::Index<D>, double> positions;
  for (const auto& [row, tracer] : rows) {
    auto left = tracer.begin();
    auto right = std::next(left);
    while (right != tracer.end() && !(left->second < 0.5 && right->second >= 0.5)) {
      left = right++;
    }
    if (right != tracer.end()) {
      positions[row] = left->first + (right->first - left->first) * (0.5 - left->second) /
                                         (right->second - left->second);
    }
  }
  std::int64_t expected = 1;
  for (std::size_t d = 1; d < D; ++d) {
    expected *= mesh.domain(mesh.max_levels - 1).side(d);
  }
  EXPECT_EQ(std::ssize(positions), expected) << "rows that meet the interface";
  return positions;
}

/// Amplitude of its mode of one wave across the domain in every direction, which linear theory
/// speaks of. [length]
template <int D>
double fundamental(const Case<D>& run) {
  const std::map<geometry::Index<D>, double> positions = interface_of(run);
  const hierarchy::Mesh<D>& mesh = run.hierarchy().mesh();
  double sum = 0.0;
  for (const auto& [row, x] : positions) {
    const auto center = mesh.center(mesh.max_levels - 1, row);
    double wave = x;
    for (std::size_t d = 1; d < D; ++d) {
      wave *= 2.0 * std::cos(2.0 * std::numbers::pi * center[d]);
    }
    sum += wave;
  }
  return sum / static_cast<double>(positions.size());
}

}  // namespace evenkeel::converge
