// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which cells are leaves, and their order.
#include "evenkeel/elliptic/leaf_cells.hpp"

#include <algorithm>

#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::elliptic {
namespace {

/// Place of \p cell in \p box, row by row.
template <int D>
std::size_t place_in(const geometry::Box<D>& box, const geometry::Index<D>& cell) {
  std::int64_t place = 0;
  for (std::size_t d = D; d-- > 0;) {
    place = place * box.side(d) + cell[d] - box.lo[d];
  }
  return static_cast<std::size_t>(place);
}

}  // namespace

template <int D>
LeafCells<D>::LeafCells(std::span<const std::unique_ptr<Grid<D>>> grids) : grids_(grids) {
  const int levels = static_cast<int>(grids.size());
  for (int l = 0; l < levels; ++l) {
    auto& boxes = numbers_.emplace_back();
    for (const geometry::Box<D>& box : level(l).layout().boxes) {
      boxes.emplace_back(static_cast<std::size_t>(box.volume()), 0);
    }
    if (l > 0) {
      cover(l);
    }
  }
  for (int l = 0; l < levels; ++l) {
    number(l);
  }
}

template <int D>
std::int64_t LeafCells<D>::count(std::span<const std::unique_ptr<Grid<D>>> grids) {
  std::int64_t cells = grids.front()->values.cells();
  for (const auto& finer : grids.subspan(1)) {
    cells += finer->values.cells() - (finer->values.cells() >> D);
  }
  return cells;
}

template <int D>
std::int32_t& LeafCells<D>::at(int l, std::int32_t box, const geometry::Index<D>& cell) {
  const auto b = static_cast<std::size_t>(box);
  return numbers_[static_cast<std::size_t>(l)][b][place_in(level(l).layout().boxes[b], cell)];
}

/// Marks cells under boxes of level \p l.
template <int D>
void LeafCells<D>::cover(int l) {
  const hierarchy::Level<D>& coarser = level(l - 1);
  for (const geometry::Box<D>& box : level(l).layout().boxes) {
    const geometry::Box<D> under = box.coarsen(2);
    coarser.search().for_each(under, [&](std::int32_t hit) {
      const auto& whole = coarser.layout().boxes[static_cast<std::size_t>(hit)];
      storage::for_each_cell(under.intersect(whole),
                             [&](const auto& cell) { at(l - 1, hit, cell) = kCovered; });
    });
  }
}

template <int D>
void LeafCells<D>::number(int l) {
  struct Found {
    geometry::Index<D> key;  ///< the cell, its last axis first
    std::int32_t box;
    auto operator<=>(const Found&) const = default;
  };
  std::vector<Found> found;
  const geometry::BoxList<D>& boxes = level(l).layout().boxes;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    storage::for_each_cell(boxes[b], [&](geometry::Index<D> cell) {
      if (at(l, static_cast<std::int32_t>(b), cell) != kCovered) {
        std::ranges::reverse(cell);
        found.push_back({cell, static_cast<std::int32_t>(b)});
      }
    });
  }
  std::ranges::sort(found);
  for (Found& one : found) {
    std::ranges::reverse(one.key);
    at(l, one.box, one.key) = static_cast<std::int32_t>(cells_.size());
    cells_.push_back({l, one.key});
  }
}

template <int D>
std::int32_t LeafCells<D>::find(int l, const geometry::Index<D>& cell) const {
  std::int32_t number = kNowhere;
  level(l).search().for_each(geometry::Box<D>::of_cell(cell), [&](std::int32_t hit) {
    const auto b = static_cast<std::size_t>(hit);
    number = numbers_[static_cast<std::size_t>(l)][b][place_in(level(l).layout().boxes[b], cell)];
  });
  return number;
}

template <int D>
std::vector<std::int32_t> LeafCells<D>::by_owner(int ranks) const {
  std::vector<std::int32_t> all;
  for (int rank = 0; rank < ranks; ++rank) {
    for (std::size_t l = 0; l < numbers_.size(); ++l) {
      const std::vector<int>& owners = grids_[l]->values.layout().owners;
      for (std::size_t b = 0; b < owners.size(); ++b) {
        if (owners[b] == rank) {
          all.insert(all.end(), numbers_[l][b].begin(), numbers_[l][b].end());
        }
      }
    }
  }
  return all;
}

template class LeafCells<1>;
template class LeafCells<2>;
template class LeafCells<3>;

}  // namespace evenkeel::elliptic
