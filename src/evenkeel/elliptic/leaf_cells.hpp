// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Numbers for the cells that make up the composite grid.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "evenkeel/elliptic/grid.hpp"

namespace evenkeel::elliptic {

/// Cells of some levels, the base first, that no finer one of these levels covers; numbered level
/// by level and row by row, whatever the boxes. Every rank knows them all. No member is collective.
template <int D>
class LeafCells {
 public:
  static constexpr std::int32_t kCovered = -1;  ///< by a finer level
  static constexpr std::int32_t kNowhere = -2;  ///< not on this level

  struct Cell {
    int level = 0;
    geometry::Index<D> index{};
  };

  /// \param grids  by level; they outlive this
  explicit LeafCells(std::span<const std::unique_ptr<Grid<D>>> grids);

  /// How many there are on \p grids, without numbering them.
  static std::int64_t count(std::span<const std::unique_ptr<Grid<D>>> grids);

  std::span<const Cell> cells() const { return cells_; }
  /// The number of a cell, kCovered or kNowhere.
  std::int32_t find(int level, const geometry::Index<D>& cell) const;
  int grid_number(int level) const { return grids_[static_cast<std::size_t>(level)]->number(); }

  /// Numbers, or kCovered, of all cells of all levels: by owner, level, box, and row by row.
  std::vector<std::int32_t> by_owner(int ranks) const;

 private:
  void cover(int level);
  void number(int level);
  const hierarchy::Level<D>& level(int number) const {
    return grids_[static_cast<std::size_t>(number)]->values;
  }
  std::int32_t& at(int level, std::int32_t box, const geometry::Index<D>& cell);

  std::span<const std::unique_ptr<Grid<D>>> grids_;
  std::vector<std::vector<std::vector<std::int32_t>>> numbers_;  ///< [levels][boxes][cells]
  std::vector<Cell> cells_;
};

}  // namespace evenkeel::elliptic
