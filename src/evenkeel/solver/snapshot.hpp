// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The hierarchy as it was when a coarse step began, so that the step can be taken again.
#pragma once

#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"

namespace evenkeel::solver {

/// Values at the start of a coarse step: in the patches' own saved arrays, and, for levels that a
/// regrid replaces meanwhile, kept here together with the layout they belong to.
template <int D>
class Snapshot {
 public:
  /// Saves all levels; forgets what was saved before. Not collective.
  void take(hierarchy::Hierarchy<D>& hierarchy);

  /// To be called before levels \p from, from + 1, ... are replaced within the step. Not
  /// collective.
  void before_install(hierarchy::Hierarchy<D>& hierarchy, int from);

  /// Brings layouts and values back to those of take(), which stay saved. Collective.
  void restore(hierarchy::Hierarchy<D>& hierarchy);

 private:
  struct Replaced {
    hierarchy::LevelLayout<D> layout;
    std::vector<storage::Array<D>> values;  ///< shape [local patches]
  };

  int finest_ = -1;  ///< when taken
  int changed_ = 0;  ///< first level replaced since; finest_ + 1: none or only new ones
  bool is_changed_ = false;
  std::vector<Replaced> replaced_;  ///< levels changed_ .. finest_
};

}  // namespace evenkeel::solver
