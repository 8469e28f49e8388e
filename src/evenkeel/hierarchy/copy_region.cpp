// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Loops over rows, unrolled for the narrow ones of ghost cells along axis 0.
#include "evenkeel/hierarchy/copy_region.hpp"

#include <limits>

#include "evenkeel/core/error.hpp"

namespace evenkeel::hierarchy {
namespace {

constexpr std::int32_t kRegister = 8;  ///< cells that long rows are taken in

/// Where the values of a row are, and how far it is to those of another, in each of \p N sources.
template <std::size_t N>
using Values = std::array<const double*, N>;
template <std::size_t N>
using Steps = std::array<std::int64_t, N>;  ///< [doubles]

/// A direction across the rows: cells along it, and a step of one cell in each array [doubles].
template <std::size_t N>
struct Across {
  std::int32_t count = 1;
  Steps<N> from{};
  std::int64_t to = 0;
};

/// A region of a target and of \p N sources.
template <std::size_t N>
struct Block {
  Values<N> from{};
  double* to = nullptr;
  std::int32_t width = 0;           ///< cells of a row
  std::array<Across<N>, 3> across;  ///< axis 1, axis 2, components
};

template <std::size_t N>
Values<N> moved(Values<N> values, std::int64_t cells, const Steps<N>& step) {
  for (std::size_t n = 0; n < N; ++n) {
    values[n] += cells * step[n];
  }
  return values;
}

/// cell(from, at, to[at]) for every cell; rows have \p Width cells, block.width where that is 0.
template <int Width, std::size_t N, class Cell>
void for_each_cell_of(const Block<N>& block, const Cell& cell) {
  const auto& [y, z, component] = block.across;
  // Narrow rows are a cache line each, and a processor foresees few of them: they are fetched as
  // many rows ahead as lie in a plane, or in a component.
  const std::int64_t ahead = z.count > 1 ? z.to : component.to;
  const Steps<N>& from_ahead = z.count > 1 ? z.from : component.from;
  for (std::int32_t c = 0; c < component.count; ++c) {
    for (std::int32_t k = 0; k < z.count; ++k) {
      Values<N> from = moved<N>(moved<N>(block.from, c, component.from), k, z.from);
      double* __restrict to = block.to + c * component.to + k * z.to;
      for (std::int32_t j = 0; j < y.count; ++j) {
        const std::int32_t width = Width == 0 ? block.width : Width;
        std::int32_t i = 0;
        if constexpr (Width > 0) {
          __builtin_prefetch(to + ahead, 1);
          for (std::size_t n = 0; n < N; ++n) {
            __builtin_prefetch(from[n] + from_ahead[n]);
          }
        }
        for (; Width == 0 && i + kRegister <= width; i += kRegister) {
          for (std::int32_t lane = i; lane < i + kRegister; ++lane) {
            cell(from, lane, to[lane]);
          }
        }
        for (; i < width; ++i) {
          cell(from, i, to[i]);
        }
        from = moved<N>(from, 1, y.from);
        to += y.to;
      }
    }
  }
}

template <std::size_t N, class Cell>
void for_each_cell(const Block<N>& block, const Cell& cell) {
  switch (block.width) {
    case 1:
      return for_each_cell_of<1>(block, cell);
    case 2:
      return for_each_cell_of<2>(block, cell);
    case 3:
      return for_each_cell_of<3>(block, cell);
    case 4:
      return for_each_cell_of<4>(block, cell);
    default:
      return for_each_cell_of<0>(block, cell);
  }
}

/// The arrays of \p region of \p to and of what is \p shift before it in the sources.
template <int D>
class Blocks {
 public:
  Blocks(const storage::View<D>& to, const geometry::Box<D>& region,
         const geometry::Index<D>& shift, int components)
      : to_(to), region_(region), source_(region.lo), components_(components) {
    for (std::size_t d = 0; d < D; ++d) {
      source_[d] -= shift[d];
    }
  }

  template <std::size_t N>
  Block<N> from(const std::array<const storage::View<D>*, N>& sources) const {
    Block<N> block;
    block.to = to_.row(0, region_.lo);
    block.width = region_.side(0);
    for (std::size_t d = 1; d < D; ++d) {
      block.across[d - 1].count = region_.side(d);
      block.across[d - 1].to = to_.stride[d];
    }
    block.across[2].count = components_;
    block.across[2].to = to_.component_stride;
    for (std::size_t n = 0; n < N; ++n) {
      block.from[n] = sources[n]->row(0, source_);
      for (std::size_t d = 1; d < D; ++d) {
        block.across[d - 1].from[n] = sources[n]->stride[d];
      }
      block.across[2].from[n] = sources[n]->component_stride;
    }
    return block;
  }

 private:
  const storage::View<D>& to_;
  const geometry::Box<D>& region_;
  geometry::Index<D> source_;
  int components_;
};

/// before + change (now - before) + the first \p N rates by their weights, in one pass.
template <std::size_t N, int D>
void blend(const TimedView<D>& from, const Blocks<D>& blocks) {
  std::array<const storage::View<D>*, 2 + N> sources{&from.before, &from.now};
  for (std::size_t k = 0; k < N; ++k) {
    sources[2 + k] = &from.rates[k];
  }
  for_each_cell(blocks.from(sources),
                [weights = from.weights](const Values<2 + N>& at, std::int32_t i, double& to) {
                  const double before = at[0][i];
                  double value = before + weights.change * (at[1][i] - before);
                  for (std::size_t k = 0; k < N; ++k) {
                    value += weights.rates[k] * at[2 + k][i];
                  }
                  to = value;
                });
}

}  // namespace

storage::Array<2> take_block(storage::Pool& pool, std::int64_t doubles) {
  constexpr std::int32_t kRow = 8;  // a cache line; an Index counts as many rows
  const std::int64_t rows = (doubles + kRow - 1) / kRow;
  EVENKEEL_EXPECT(rows <= std::numeric_limits<std::int32_t>::max());
  if (doubles == 0) {
    return {};
  }
  return {pool, geometry::Box<2>{{0, 0}, {kRow, static_cast<std::int32_t>(rows)}}, 1};
}

template <int D>
storage::View<D> packed_view(double* data, const geometry::Box<D>& region, int components) {
  storage::View<D> view{data, region, {}, 1, components};
  for (std::size_t d = 0; d < D; ++d) {
    view.stride[d] = view.component_stride;
    view.component_stride *= region.side(d);
  }
  return view;
}

template <int D>
void copy_region(const storage::View<D>& from, const storage::View<D>& to,
                 const geometry::Box<D>& region, const geometry::Index<D>& shift, int components) {
  for_each_cell(Blocks<D>(to, region, shift, components).from(std::array{&from}),
                [](const Values<1>& at, std::int32_t i, double& value) { value = at[0][i]; });
}

template <int D>
void copy_region(const TimedView<D>& from, const storage::View<D>& to,
                 const geometry::Box<D>& region, const geometry::Index<D>& shift) {
  const TimeWeights& weights = from.weights;
  if (from.before.is_empty() || weights.is_now()) {
    copy_region(from.now, to, region, shift, to.components);
    return;
  }
  if (weights.is_before()) {
    copy_region(from.before, to, region, shift, to.components);
    return;
  }
  const Blocks<D> blocks(to, region, shift, to.components);
  if (weights.rates[1] != 0.0) {
    blend<2>(from, blocks);
  } else if (weights.rates[0] != 0.0) {
    blend<1>(from, blocks);
  } else {
    blend<0>(from, blocks);
  }
}

template storage::View<1> packed_view(double*, const geometry::Box<1>&, int);
template storage::View<2> packed_view(double*, const geometry::Box<2>&, int);
template storage::View<3> packed_view(double*, const geometry::Box<3>&, int);
template void copy_region(const storage::View<1>&, const storage::View<1>&, const geometry::Box<1>&,
                          const geometry::Index<1>&, int);
template void copy_region(const storage::View<2>&, const storage::View<2>&, const geometry::Box<2>&,
                          const geometry::Index<2>&, int);
template void copy_region(const storage::View<3>&, const storage::View<3>&, const geometry::Box<3>&,
                          const geometry::Index<3>&, int);
template void copy_region(const TimedView<1>&, const storage::View<1>&, const geometry::Box<1>&,
                          const geometry::Index<1>&);
template void copy_region(const TimedView<2>&, const storage::View<2>&, const geometry::Box<2>&,
                          const geometry::Index<2>&);
template void copy_region(const TimedView<3>&, const storage::View<3>&, const geometry::Box<3>&,
                          const geometry::Index<3>&);

}  // namespace evenkeel::hierarchy
