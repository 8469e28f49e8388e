// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Weights, Galerkin products and transfers, row by row.
#include "evenkeel/elliptic/black_box.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <type_traits>
#include <vector>

namespace evenkeel::elliptic {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

/// Axes along which \p cell is odd, as bits.
template <int D>
unsigned odd_axes(const Index<D>& cell) {
  unsigned odd = 0;
  for (std::size_t d = 0; d < D; ++d) {
    odd |= (static_cast<unsigned>(cell[d]) & 1U) << d;
  }
  return odd;
}

template <int D>
std::int64_t distance(const View<D>& view, const Index<D>& offset) {
  return std::inner_product(offset.begin(), offset.end(), view.stride.begin(), std::int64_t{0});
}

/// A neighbour of cells that are odd along some axes, reached along these alone.
template <int D>
struct Neighbour {
  std::int64_t step = 0;        ///< to its weights
  unsigned side = 0;            ///< the bits its own parents get: axes along which it lies above
  unsigned odd = 0;             ///< axes along which it is odd itself
  std::vector<int> components;  ///< of the stencil, which are summed
};

/// All neighbours that cells odd along the axes \p odd interpolate from; the cell itself first.
template <int D>
std::vector<Neighbour<D>> neighbours(const FullStencil<D>& stencil, const View<D>& weights,
                                     unsigned odd) {
  std::array<Neighbour<D>, kPoints<D>> by_point;
  for (std::size_t c = 0; c < stencil.points.size(); ++c) {
    Index<D> offset = offset_of<D>(stencil.points[c]);
    Neighbour<D> found{0, 0, odd, {}};
    for (std::size_t d = 0; d < D; ++d) {
      offset[d] *= static_cast<std::int32_t>((odd >> d) & 1U);
      found.side |= offset[d] > 0 ? 1U << d : 0U;
      found.odd &= offset[d] != 0 ? ~(1U << d) : ~0U;
    }
    found.step = distance(weights, offset);
    Neighbour<D>& one = by_point[static_cast<std::size_t>(point_at<D>(offset))];
    found.components = std::move(one.components);
    found.components.push_back(static_cast<int>(c));
    one = std::move(found);
  }
  std::swap(by_point[0], by_point[static_cast<std::size_t>(kCentre<D>)]);
  std::vector<Neighbour<D>> used;
  std::ranges::copy_if(by_point, std::back_inserter(used),
                       [](const Neighbour<D>& one) { return !one.components.empty(); });
  return used;
}

/// Sums of the stencil's components that \p one lists.
template <int D>
double lumped(const double* s, std::int64_t component, const Neighbour<D>& one) {
  double sum = 0.0;
  for (const int c : one.components) {
    sum += s[c * component];
  }
  return sum;
}

/// Weights of one cell from those of its neighbours, the cell itself first among them.
template <int D>
void weigh(const double* s, std::int64_t component, const std::vector<Neighbour<D>>& around,
           double* w, std::int64_t parent) {
  std::array<double, static_cast<std::size_t>(kParents<D>)> sums{};
  const double own = lumped(s, component, around.front());
  if (own != 0.0) {
    for (std::size_t k = 1; k < around.size(); ++k) {
      const double part = -lumped(s, component, around[k]) / own;
      for (unsigned b = 0; b < sums.size(); ++b) {
        if ((b & ~around[k].odd) == 0) {
          sums[b | around[k].side] += part * w[around[k].step + b * parent];
        }
      }
    }
  }
  for (unsigned b = 0; b < sums.size(); ++b) {
    w[b * parent] = sums[b];
  }
}

constexpr std::int64_t kWide = 4;  ///< coarse cells side by side

/// Calls fn(i, cells) for i from 0 in steps of as many cells, an integral constant, to \p count.
template <class Fn>
void for_each_few(std::int64_t count, const Fn& fn) {
  std::int64_t i = 0;
  for (; i + kWide <= count; i += kWide) {
    fn(i, std::integral_constant<std::int64_t, kWide>());
  }
  for (; i < count; ++i) {
    fn(i, std::integral_constant<std::int64_t, 1>());
  }
}

/// Products of an entry of P^T, one of A and those of P that go from a coarse cell to coarse ones.
struct Product {
  std::int64_t entry = 0;   ///< of A, from the first component at cell 2 I
  std::int64_t weight = 0;  ///< of P^T
  struct Parent {
    std::int64_t weight = 0;  ///< of P
    std::size_t point = 0;    ///< of the coarse operator
  };
  std::vector<Parent> parents;
};

/// Coarse cells that cell 2 I + \p at interpolates from.
template <int D>
std::vector<Product::Parent> parents_of(const View<D>& weights, const Index<D>& at) {
  const unsigned odd = odd_axes<D>(at);
  std::vector<Product::Parent> parents;
  for (unsigned b = 0; b < static_cast<unsigned>(kParents<D>); ++b) {
    if ((b & ~odd) != 0) {
      continue;
    }
    Index<D> coarse{};
    for (std::size_t d = 0; d < D; ++d) {
      coarse[d] = geometry::floor_div(at[d], 2) + static_cast<std::int32_t>((b >> d) & 1U);
    }
    parents.push_back({b * weights.component_stride + distance(weights, at),
                       static_cast<std::size_t>(point_at<D>(coarse))});
  }
  return parents;
}

/// Where the weight of coarse cell I at cell 2 I + \p at is, from the first one of cell 2 I.
template <int D>
std::int64_t weight_at(const View<D>& weights, const Index<D>& at) {
  std::int64_t component = 0;
  for (std::size_t d = 0; d < D; ++d) {
    component |= at[d] < 0 ? 1 << d : 0;
  }
  return component * weights.component_stride + distance(weights, at);
}

template <int D>
std::vector<Product> products(const FullStencil<D>& stencil, const View<D>& weights) {
  std::vector<Product> all;
  for (int a = 0; a < kPoints<D>; ++a) {
    const Index<D> row = offset_of<D>(a);
    for (std::size_t c = 0; c < stencil.points.size(); ++c) {
      Index<D> column = row;
      for (std::size_t d = 0; d < D; ++d) {
        column[d] += offset_of<D>(stencil.points[c])[d];
      }
      all.push_back({static_cast<std::int64_t>(c) * stencil.coefficients.component_stride +
                         distance(stencil.coefficients, row),
                     weight_at<D>(weights, row), parents_of<D>(weights, column)});
    }
  }
  return all;
}

/// Sums of products for \p kCells coarse cells side by side; \p a and \p w are of the cell 2 I.
template <int D, std::size_t kCells>
auto added(const std::vector<Product>& products, const double* a, const double* w) {
  constexpr double kScale = 1.0 / kParents<D>;
  std::array<std::array<double, kCells>, static_cast<std::size_t>(kPoints<D>)> sums{};
  for (const Product& one : products) {
    std::array<double, kCells> part;
    for (std::size_t k = 0; k < kCells; ++k) {
      part[k] = kScale * w[one.weight + 2 * static_cast<std::int64_t>(k)] *
                a[one.entry + 2 * static_cast<std::int64_t>(k)];
    }
    for (const auto& [weight, point] : one.parents) {
      for (std::size_t k = 0; k < kCells; ++k) {
        sums[point][k] += part[k] * w[weight + 2 * static_cast<std::int64_t>(k)];
      }
    }
  }
  return sums;
}

}  // namespace

template <int D>
Box<D> weighed_cells(Box<D> box) {
  for (std::size_t d = 0; d < D; ++d) {
    box.lo[d] -= 2;
    box.hi[d] += 1;
  }
  return box;
}

template <int D>
void set_weights(const FullStencil<D>& stencil, const View<D>& weights) {
  const std::int64_t component = stencil.coefficients.component_stride;
  std::vector<std::vector<Neighbour<D>>> around;
  for (unsigned odd = 0; odd < static_cast<unsigned>(kParents<D>); ++odd) {
    around.push_back(neighbours(stencil, weights, odd));
  }
  for (int odd_count = 0; odd_count <= D; ++odd_count) {
    storage::for_each_row(weights.box, [&](Index<D> cell, std::int32_t count) {
      const double* const s = stencil.coefficients.row(0, cell);
      double* const w = weights.row(0, cell);
      for (std::int64_t i = 0; i < count; ++i, ++cell[0]) {
        const unsigned odd = odd_axes<D>(cell);
        if (std::popcount(odd) != odd_count) {
          continue;
        }
        weigh<D>(s + i, component, around[odd], w + i, weights.component_stride);
        if (odd == 0) {
          w[i] = 1.0;
        }
      }
    });
  }
}

template <int D>
void coarsen(const FullStencil<D>& stencil, const View<D>& weights, const View<D>& out,
             const Box<D>& box) {
  const std::vector<Product> all = products<D>(stencil, weights);
  storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
    const Index<D> under = Box<D>{first, first}.refine(2).lo;
    const double* const a = stencil.coefficients.row(0, under);
    const double* const w = weights.row(0, under);
    for_each_few(count, [&](std::int64_t i, auto cells) {
      const auto sums = added<D, cells()>(all, a + 2 * i, w + 2 * i);
      for (std::size_t point = 0; point < sums.size(); ++point) {
        std::ranges::copy(sums[point], out.row(static_cast<int>(point), first) + i);
      }
    });
  });
}

namespace {

constexpr std::int64_t kChunk = 64;  ///< coarse cells

/// Adds what fine cells give to the coarse ones below them along the row, and to those above the
/// cell before: both at once, for a cell with a coarse one at its own place has no weight for that
/// above it.
///
/// \p down, \p up: weights of the first of so many fine cells, whose values begin at \p rest. Not
/// for inlining: GCC 12 would join its loop with that over rows, and gather.
[[gnu::noinline]] void give(const double* down, const double* up, const double* rest,
                            std::int64_t cells, std::array<double, 2 * kChunk>& given) {
  const double* const before = rest - 1;
  --up;
  double* const sums = given.data();
#pragma GCC ivdep
  for (std::int64_t i = 0; i < cells; ++i) {
    sums[i] += down[i] * rest[i] + up[i] * before[i];
  }
}

}  // namespace

/// Whole rows of products first: cells that lie two apart would be gathered one by one.
template <int D>
void restrict_by(const View<D>& weights, const View<D>& rest, const View<D>& out,
                 const Box<D>& box) {
  constexpr double kScale = 1.0 / kParents<D>;
  storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
    const Index<D> under = Box<D>{first, first}.refine(2).lo;
    const double* const w = weights.row(0, under);
    const double* const r = rest.row(0, under);
    double* const to = out.row(0, first);
    for (std::int64_t start = 0; start < count; start += kChunk) {
      const std::int64_t cells = std::min(kChunk, count - start);
      std::array<double, 2 * kChunk> given{};
      for (int row = 1; row < kPoints<D>; row += 3) {
        const Index<D> offset = offset_of<D>(row);
        const double* const down = w + weight_at<D>(weights, offset) + 2 * start;
        give(down, down + weights.component_stride, r + distance(rest, offset) + 2 * start,
             2 * cells, given);
      }
      for (std::int64_t i = 0; i < cells; ++i) {
        const auto at = static_cast<std::size_t>(2 * i);
        to[start + i] = kScale * (given[at] + given[at + 1]);
      }
    }
  });
}

/// Two cells of \p fine lie above each coarse one, and the upper one next to the next one, too.
template <int D>
void interpolate_by(const View<D>& weights, const View<D>& coarse, const View<D>& fine,
                    const Box<D>& box) {
  storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
    double* const out = fine.row(0, first);
    const double* const u = coarse.row(0, Box<D>{first, first}.coarsen(2).lo);
    const unsigned odd = odd_axes<D>(first);
    for (unsigned b = 0; b < static_cast<unsigned>(kParents<D>); b += 2) {
      if ((b & ~odd) != 0) {
        continue;  // the row is even along an axis that this parent lies above
      }
      Index<D> up{};
      for (std::size_t d = 0; d < D; ++d) {
        up[d] = static_cast<std::int32_t>((b >> d) & 1U);
      }
      const double* const w = weights.row(static_cast<int>(b), first);
      const double* const next = w + weights.component_stride;
      const double* const from = u + distance(coarse, up);
#pragma GCC ivdep
      for (std::int64_t i = 0; i < count / 2; ++i) {
        out[2 * i] += w[2 * i] * from[i];
        out[2 * i + 1] = out[2 * i + 1] + w[2 * i + 1] * from[i] + next[2 * i + 1] * from[i + 1];
      }
    }
  });
}

#define EVENKEEL_INSTANTIATE(D)                                                                \
  template Box<D> weighed_cells(Box<D>);                                                       \
  template void set_weights(const FullStencil<D>&, const View<D>&);                            \
  template void coarsen(const FullStencil<D>&, const View<D>&, const View<D>&, const Box<D>&); \
  template void restrict_by(const View<D>&, const View<D>&, const View<D>&, const Box<D>&);    \
  template void interpolate_by(const View<D>&, const View<D>&, const View<D>&, const Box<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
