// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Charges computing on a grid to its level.
#pragma once

#include <algorithm>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/elliptic/multigrid.hpp"

namespace evenkeel::elliptic {

/// Charges the seconds of a scope to the level; to the base for coarser grids. Those that every
/// rank has whole are nobody's share of the work, and are not charged: they say nothing of its
/// speed.
template <int D>
class Multigrid<D>::Working {
 public:
  Working(Multigrid& multigrid, const Grid<D>& grid) : multigrid_(&multigrid) {
    counts_ = grid.number() >= multigrid.whole_;
    level_ = static_cast<std::size_t>(std::max(0, grid.number() - multigrid.grid(0).number()));
    start_ = wall_nanoseconds();
  }
  ~Working() {
    std::vector<double>& seconds = multigrid_->report_.seconds;
    if (counts_ && level_ < seconds.size()) {
      seconds[level_] += 1e-9 * static_cast<double>(wall_nanoseconds() - start_);
    }
  }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  Multigrid* multigrid_;
  bool counts_ = true;
  std::size_t level_ = 0;
  std::int64_t start_ = 0;
};

}  // namespace evenkeel::elliptic
