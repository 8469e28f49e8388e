// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The hierarchy as it was when a coarse step began, so that the step can be taken again.
#pragma once

#include <map>
#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"

namespace evenkeel::solver {

/// Values at the start of a coarse step: in the patches' own saved arrays, and, of patches that a
/// regrid takes away meanwhile, kept here together with the layouts they belong to.
template <int D>
class Snapshot {
 public:
  /// Makes room for the values of all levels; forgets what was saved before. Whoever first changes
  /// a level afterwards saves its values: see must_save(). Not collective.
  void begin(hierarchy::Hierarchy<D>& hierarchy);

  /// True for the first step of \p level since begin(): it has to set the patches' saved arrays,
  /// where there are any.
  bool must_save(int level);

  /// To be called before levels \p from, from + 1, ... are replaced within the step. Not
  /// collective.
  void before_install(const hierarchy::Hierarchy<D>& hierarchy, int from);

  /// Keeps what patches of \p old hold that go. \see Hierarchy::Leave
  void leave(hierarchy::Level<D>& old);

  /// Brings layouts and values back to those of begin(), which stay saved. Collective.
  void restore(hierarchy::Hierarchy<D>& hierarchy);

 private:
  struct Replaced {
    hierarchy::LevelLayout<D> layout;
    std::map<geometry::Box<D>, storage::Array<D>> values;  ///< of local patches that went
  };

  Replaced& gone(int level) { return replaced_[static_cast<std::size_t>(level - changed_)]; }

  int finest_ = -1;  ///< at begin()
  int changed_ = 0;  ///< first level replaced since; finest_ + 1: none or only new ones
  bool is_changed_ = false;
  std::vector<Replaced> replaced_;  ///< levels changed_ .. finest_
  std::vector<bool> is_saved_;      ///< levels 0 .. finest_
};

}  // namespace evenkeel::solver
