// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Loops over rows, unrolled for the narrow ones of ghost cells along axis 0.
#include "evenkeel/hierarchy/copy_region.hpp"

namespace evenkeel::hierarchy {
namespace {

constexpr std::int32_t kRegister = 8;  ///< cells that long rows are taken in

/// A direction across the rows: cells along it, and a step of one cell in each array [doubles].
struct Across {
  std::int32_t count = 1;
  std::int64_t from = 0;
  std::int64_t second = 0;
  std::int64_t to = 0;
};

/// A region of a target and of one or two sources.
struct Block {
  const double* from = nullptr;
  const double* second = nullptr;  ///< the other source; from where there is one
  double* to = nullptr;
  std::int32_t width = 0;        ///< cells of a row
  std::array<Across, 3> across;  ///< axis 1, axis 2, components
};

/// cell(from, second, to) for every cell; rows have \p Width cells, block.width where that is 0.
template <int Width, class Cell>
void for_each_cell_of(const Block& block, const Cell& cell) {
  const auto& [y, z, component] = block.across;
  for (std::int32_t c = 0; c < component.count; ++c) {
    for (std::int32_t k = 0; k < z.count; ++k) {
      const double* __restrict from = block.from + c * component.from + k * z.from;
      const double* __restrict second = block.second + c * component.second + k * z.second;
      double* __restrict to = block.to + c * component.to + k * z.to;
      for (std::int32_t j = 0; j < y.count; ++j) {
        const std::int32_t width = Width == 0 ? block.width : Width;
        std::int32_t i = 0;
        for (; Width == 0 && i + kRegister <= width; i += kRegister) {
          for (std::int32_t lane = i; lane < i + kRegister; ++lane) {
            cell(from[lane], second[lane], to[lane]);
          }
        }
        for (; i < width; ++i) {
          cell(from[i], second[i], to[i]);
        }
        from += y.from;
        second += y.second;
        to += y.to;
      }
    }
  }
}

template <class Cell>
void for_each_cell(const Block& block, const Cell& cell) {
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

  Block from(const storage::View<D>& one, const storage::View<D>& other) const {
    Block block{
        one.row(0, source_), other.row(0, source_), to_.row(0, region_.lo), region_.side(0), {}};
    for (std::size_t d = 1; d < D; ++d) {
      block.across[d - 1] = {region_.side(d), one.stride[d], other.stride[d], to_.stride[d]};
    }
    block.across[2] = {components_, one.component_stride, other.component_stride,
                       to_.component_stride};
    return block;
  }

 private:
  const storage::View<D>& to_;
  const geometry::Box<D>& region_;
  geometry::Index<D> source_;
  int components_;
};

void copy_block(const Block& block) {
  for_each_cell(block, [](double from, double, double& to) { to = from; });
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
void copy_region(const storage::View<D>& from, const storage::View<D>& to,
                 const geometry::Box<D>& region, const geometry::Index<D>& shift, int components) {
  copy_block(Blocks<D>(to, region, shift, components).from(from, from));
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
  for_each_cell(blocks.from(from.before, from.now),
                [change = weights.change](double before, double now, double& value) {
                  value = before + change * (now - before);
                });
  for (std::size_t k = 0; k < kMostRates; ++k) {
    if (weights.rates[k] != 0.0) {
      for_each_cell(blocks.from(from.rates[k], from.rates[k]),
                    [weight = weights.rates[k]](double rate, double, double& value) {
                      value += weight * rate;
                    });
    }
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
