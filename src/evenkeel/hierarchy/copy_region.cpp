// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Loops over rows, unrolled for the narrow ones of ghost cells along axis 0.
#include "evenkeel/hierarchy/copy_region.hpp"

#include <cstring>

namespace evenkeel::hierarchy {
namespace {

/// Two directions across the rows; a step of one cell in source and target [doubles].
struct Across {
  std::int32_t count = 1;
  std::int64_t from = 0;
  std::int64_t to = 0;
};

struct Block {
  const double* from = nullptr;
  double* to = nullptr;
  std::int32_t width = 0;        ///< cells of a row
  std::array<Across, 3> across;  ///< axis 1, axis 2, components
};

template <class Row>
void for_each_row_of(const Block& block, const Row& row) {
  const auto& [y, z, component] = block.across;
  for (std::int32_t c = 0; c < component.count; ++c) {
    for (std::int32_t k = 0; k < z.count; ++k) {
      const double* from = block.from + c * component.from + k * z.from;
      double* to = block.to + c * component.to + k * z.to;
      for (std::int32_t j = 0; j < y.count; ++j) {
        row(from, to);
        from += y.from;
        to += y.to;
      }
    }
  }
}

template <int Width>
void copy_narrow(const Block& block) {
  for_each_row_of(block, [](const double* from, double* to) {
    for (int i = 0; i < Width; ++i) {
      to[i] = from[i];
    }
  });
}

void copy_block(const Block& block) {
  switch (block.width) {
    case 1:
      return copy_narrow<1>(block);
    case 2:
      return copy_narrow<2>(block);
    case 3:
      return copy_narrow<3>(block);
    case 4:
      return copy_narrow<4>(block);
    default:
      const std::size_t bytes = static_cast<std::size_t>(block.width) * sizeof(double);
      for_each_row_of(block,
                      [bytes](const double* from, double* to) { std::memcpy(to, from, bytes); });
  }
}

template <int D>
Block make_block(const storage::View<D>& from, const storage::View<D>& to,
                 const geometry::Box<D>& region, const geometry::Index<D>& shift) {
  geometry::Index<D> source = region.lo;
  for (std::size_t d = 0; d < D; ++d) {
    source[d] -= shift[d];
  }
  Block block;
  block.from = from.row(0, source);
  block.to = to.row(0, region.lo);
  block.width = region.side(0);
  for (std::size_t d = 1; d < D; ++d) {
    block.across[d - 1] = {region.side(d), from.stride[d], to.stride[d]};
  }
  block.across[2] = {to.components, from.component_stride, to.component_stride};
  return block;
}

/// to = before + change (to - before), where \p to holds the newer values already.
void blend_block(const Block& before, double change) {
  for_each_row_of(before, [&before, change](const double* from, double* to) {
    for (std::int32_t i = 0; i < before.width; ++i) {
      to[i] = from[i] + change * (to[i] - from[i]);
    }
  });
}

void add_block(const Block& rate, double weight) {
  for_each_row_of(rate, [&rate, weight](const double* from, double* to) {
    for (std::int32_t i = 0; i < rate.width; ++i) {
      to[i] += weight * from[i];
    }
  });
}

}  // namespace

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
void copy_region(const TimedView<D>& from, const storage::View<D>& to,
                 const geometry::Box<D>& region, const geometry::Index<D>& shift) {
  copy_block(make_block(from.now, to, region, shift));
  if (from.before.is_empty() || from.weights.is_now()) {
    return;
  }
  blend_block(make_block(from.before, to, region, shift), from.weights.change);
  for (std::size_t k = 0; k < kMostRates; ++k) {
    if (from.weights.rates[k] != 0.0) {
      add_block(make_block(from.rates[k], to, region, shift), from.weights.rates[k]);
    }
  }
}

template storage::View<1> packed_view(double*, const geometry::Box<1>&, int);
template storage::View<2> packed_view(double*, const geometry::Box<2>&, int);
template storage::View<3> packed_view(double*, const geometry::Box<3>&, int);
template void copy_region(const TimedView<1>&, const storage::View<1>&, const geometry::Box<1>&,
                          const geometry::Index<1>&);
template void copy_region(const TimedView<2>&, const storage::View<2>&, const geometry::Box<2>&,
                          const geometry::Index<2>&);
template void copy_region(const TimedView<3>&, const storage::View<3>&, const geometry::Box<3>&,
                          const geometry::Index<3>&);

}  // namespace evenkeel::hierarchy
