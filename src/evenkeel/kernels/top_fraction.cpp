// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Counts indicators by size and finds the bound.
#include "evenkeel/kernels/top_fraction.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "evenkeel/solver/diagnostics.hpp"

namespace evenkeel::kernels {
namespace {

constexpr int kClassShift = 47;            ///< keeps the exponent and 5 bits of a double
constexpr std::size_t kClasses = 64 * 32;  ///< as far below the largest value as is looked
using Counts = std::array<std::int64_t, kClasses>;

/// Classes below that of the largest value, 0 for its own.
std::size_t class_of(double value, double largest) {
  const auto rank = [](double size) { return std::bit_cast<std::uint64_t>(size) >> kClassShift; };
  return std::min<std::size_t>(kClasses - 1, rank(largest) - rank(value));
}

/// Least value of a class.
double edge(std::size_t below, double largest) {
  const std::uint64_t rank = std::bit_cast<std::uint64_t>(largest) >> kClassShift;
  return std::bit_cast<double>((rank - below) << kClassShift);
}

/// Calls fn(value) for all cells of this rank without finer ones.
template <int D, class Fn>
void for_each_value(const hierarchy::Hierarchy<D>& hierarchy, int component, const Fn& fn) {
  for (const auto& level : hierarchy.levels()) {
    for (const storage::Patch<D>& patch : level->patches()) {
      for (const geometry::Box<D>& box : solver::uncovered(hierarchy, level->number(), patch.box)) {
        storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
          std::for_each_n(patch.state.view().row(component, first), count, fn);
        });
      }
    }
  }
}

template <int D>
void mark_refined(hierarchy::Hierarchy<D>& hierarchy, int level, int component) {
  constexpr double kMarked = 2.0;
  const hierarchy::Level<D>& finer = hierarchy.level(level + 1);
  const int ratio = hierarchy.mesh().ratio;
  for (const storage::Patch<D>& patch : hierarchy.level(level).patches()) {
    finer.search().for_each(patch.box.refine(ratio), [&](std::int32_t hit) {
      const geometry::Box<D> covered =
          finer.layout().boxes[static_cast<std::size_t>(hit)].coarsen(ratio).intersect(patch.box);
      storage::for_each_row(covered, [&](const geometry::Index<D>& first, std::int32_t count) {
        std::fill_n(patch.state.view().row(component, first), count, kMarked);
      });
    });
  }
}

}  // namespace

template <int D>
void mark_largest(hierarchy::Hierarchy<D>& hierarchy, int component, double fraction) {
  const comm::Communicator& communicator = hierarchy.communicator();
  double largest = 0.0;
  for_each_value(hierarchy, component, [&](double v) { largest = std::max(largest, v); });
  largest = communicator.max(largest);
  Counts counts{};
  for_each_value(hierarchy, component, [&](double v) { ++counts[class_of(v, largest)]; });
  communicator.sum_in_place(counts);
  std::int64_t cells = 0;
  for (const std::int64_t count : counts) {
    cells += count;
  }
  const auto wanted = static_cast<std::int64_t>(fraction * static_cast<double>(cells));
  std::size_t last = 0;
  for (std::int64_t marked = counts[0];
       last + 1 < kClasses && marked + counts[last + 1] <= wanted;) {
    marked += counts[++last];
  }
  const double scale = largest > 0.0 ? 1.0 / edge(last, largest) : 0.0;
  for_each_value(hierarchy, component, [&](double& v) { v *= scale; });
  for (int level = 0; level < hierarchy.finest(); ++level) {
    mark_refined(hierarchy, level, component);
  }
}

template void mark_largest(hierarchy::Hierarchy<1>&, int, double);
template void mark_largest(hierarchy::Hierarchy<2>&, int, double);
template void mark_largest(hierarchy::Hierarchy<3>&, int, double);

}  // namespace evenkeel::kernels
