// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Layouts in which every patch has an owner of its own, whatever lies below it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "evenkeel/hierarchy/layout.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"

namespace evenkeel::runtime {

/// Greatest side of patches, and the multiples their corners lie at. [cells of their level]
struct PatchSides {
  int max_box;
  int align;
};

/// Deals out the boxes of levels, and remembers who got what.
///
/// Not collective: every rank asks the same in the same order, and gets the same.
template <int D>
class PatchLayouts {
 public:
  PatchLayouts(std::shared_ptr<const partition::PatchPartitioner> method,
               const hierarchy::Mesh<D>& mesh, const PatchSides& sides)
      : method_(std::move(method)), mesh_(mesh), sides_(sides) {}

  /// Layouts of levels \p from, \p from + 1, ... for their clustered \p boxes. Levels below keep
  /// what they have.
  ///
  /// \param capacity   shape [ranks], sum > 0
  /// \param cell_load  shape [levels from 0], of one cell in a coarse step
  std::vector<hierarchy::LevelLayout<D>> deal(int from,
                                              const std::vector<geometry::BoxList<D>>& boxes,
                                              std::span<const double> capacity,
                                              std::span<const double> cell_load);

  /// Goes on from \p levels, which are there.
  void recall(std::span<const hierarchy::LevelLayout<D>> levels);

  /// Old owners count no longer.
  void forget() { previous_.clear(); }

 private:
  std::shared_ptr<const partition::PatchPartitioner> method_;
  hierarchy::Mesh<D> mesh_;
  PatchSides sides_;
  partition::OwnedPatches previous_;  ///< [levels]
};

}  // namespace evenkeel::runtime
