// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Weights, Galerkin products and transfers, row by row.
#include "evenkeel/elliptic/black_box.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
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

/// Products of an entry of P^T, one of A and those of P that go from a coarse cell to coarse ones.
template <int D>
struct Product {
  Index<D> row{};     ///< of A: from cell 2 I
  Index<D> column{};  ///< of A: from cell 2 I
  int entry = 0;      ///< component of A
  int weight = 0;     ///< component of the weights of the row
  struct Parent {
    int weight = 0;  ///< component of the weights of the column
    int point = 0;   ///< of the coarse operator
  };
  std::vector<Parent> parents;
};

/// Coarse cells that cell 2 I + \p at interpolates from.
template <int D>
std::vector<typename Product<D>::Parent> parents_of(const Index<D>& at) {
  const unsigned odd = odd_axes<D>(at);
  std::vector<typename Product<D>::Parent> parents;
  for (unsigned b = 0; b < static_cast<unsigned>(kParents<D>); ++b) {
    if ((b & ~odd) != 0) {
      continue;
    }
    Index<D> coarse{};
    for (std::size_t d = 0; d < D; ++d) {
      coarse[d] = geometry::floor_div(at[d], 2) + static_cast<std::int32_t>((b >> d) & 1U);
    }
    parents.push_back({static_cast<int>(b), point_at<D>(coarse)});
  }
  return parents;
}

template <int D>
std::vector<Product<D>> products(std::span<const int> points) {
  std::vector<Product<D>> all;
  for (int a = 0; a < kPoints<D>; ++a) {
    for (std::size_t c = 0; c < points.size(); ++c) {
      Product<D> one;
      one.row = one.column = offset_of<D>(a);
      one.entry = static_cast<int>(c);
      for (std::size_t d = 0; d < D; ++d) {
        one.weight |= one.row[d] < 0 ? 1 << d : 0;
        one.column[d] += offset_of<D>(points[c])[d];
      }
      one.parents = parents_of<D>(one.column);
      all.push_back(std::move(one));
    }
  }
  return all;
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
  constexpr double kScale = 1.0 / kParents<D>;
  const std::vector<Product<D>> all = products<D>(stencil.points);
  std::vector<double> part(static_cast<std::size_t>(box.side(0)));
  storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
    for (int k = 0; k < kPoints<D>; ++k) {
      std::fill_n(out.row(k, first), count, 0.0);
    }
    const Index<D> under = Box<D>{first, first}.refine(2).lo;
    const double* const a = stencil.coefficients.row(0, under);
    const double* const w = weights.row(0, under);
    for (const Product<D>& one : all) {
      const double* const entry = a + one.entry * stencil.coefficients.component_stride +
                                  distance(stencil.coefficients, one.row);
      const double* const left =
          w + one.weight * weights.component_stride + distance(weights, one.row);
      const double* const right = w + distance(weights, one.column);
      for (std::int64_t i = 0; i < count; ++i) {
        part[static_cast<std::size_t>(i)] = kScale * left[2 * i] * entry[2 * i];
      }
      for (const auto& [weight, point] : one.parents) {
        const double* const last = right + weight * weights.component_stride;
        double* const sum = out.row(point, first);
        for (std::int64_t i = 0; i < count; ++i) {
          sum[i] += part[static_cast<std::size_t>(i)] * last[2 * i];
        }
      }
    }
  });
}

template <int D>
void restrict_by(const View<D>& weights, const View<D>& rest, const View<D>& out,
                 const Box<D>& box) {
  constexpr double kScale = 1.0 / kParents<D>;
  storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
    double* const sum = out.row(0, first);
    std::fill_n(sum, count, 0.0);
    const Index<D> under = Box<D>{first, first}.refine(2).lo;
    for (int a = 0; a < kPoints<D>; ++a) {
      const Index<D> offset = offset_of<D>(a);
      int weight = 0;
      for (std::size_t d = 0; d < D; ++d) {
        weight |= offset[d] < 0 ? 1 << d : 0;
      }
      const double* const w = weights.row(weight, under) + distance(weights, offset);
      const double* const r = rest.row(0, under) + distance(rest, offset);
      for (std::int64_t i = 0; i < count; ++i) {
        sum[i] += kScale * w[2 * i] * r[2 * i];
      }
    }
  });
}

template <int D>
void interpolate_by(const View<D>& weights, const View<D>& coarse, const View<D>& fine,
                    const Box<D>& box) {
  storage::for_each_row(box, [&](const Index<D>& first, std::int32_t count) {
    double* const out = fine.row(0, first);
    Index<D> under{};
    for (std::size_t d = 0; d < D; ++d) {
      under[d] = geometry::floor_div(first[d], 2);
    }
    const double* const u = coarse.row(0, under);
    for (unsigned b = 0; b < static_cast<unsigned>(kParents<D>); ++b) {
      Index<D> up{};
      for (std::size_t d = 0; d < D; ++d) {
        up[d] = static_cast<std::int32_t>((b >> d) & 1U);
      }
      if ((b & ~(odd_axes<D>(first) | 1U)) != 0) {
        continue;  // the row is even along an axis that this parent lies above
      }
      const double* const w = weights.row(static_cast<int>(b), first);
      const double* const from = u + distance(coarse, up);
      const std::int64_t shift = first[0] & 1;
      for (std::int64_t i = 0; i < count; ++i) {
        out[i] += w[i] * from[(i + shift) / 2];
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
