// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What source terms have cost where, while grids change.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/solver/source_terms.hpp"

namespace evenkeel::runtime {

/// Counts of tiles of this rank from one regrid of the base to the next. Patches forget theirs when
/// they are replaced: they are taken before.
template <int D>
class CostLedger {
 public:
  /// Takes the counts of all patches. Not collective.
  void collect(hierarchy::Hierarchy<D>& hierarchy);

  /// Ascending by level and box, each once.
  std::span<const solver::TileCost<D>> tiles() const { return tiles_; }

  void clear() { tiles_.clear(); }

  /// Mean cost of a cell update in each of \p level_boxes as the kernel counts it, 1 for an
  /// ordinary cell, to four digits. Boxes where nothing was counted yet cost what the next coarser
  /// level does there; where nothing is known, 1.
  ///
  /// Sums are of whole numbers, and tiles are not cut by boxes: the same on any number of ranks.
  /// Collective. \returns shape [levels][boxes]
  std::vector<std::vector<double>> box_costs(
      const comm::Communicator& communicator, const hierarchy::Mesh<D>& mesh,
      std::span<const geometry::BoxList<D>> level_boxes) const;

 private:
  std::vector<solver::TileCost<D>> tiles_;
};

}  // namespace evenkeel::runtime
