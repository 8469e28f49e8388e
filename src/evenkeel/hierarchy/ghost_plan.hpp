// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How the ghost cells of one level are filled.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "evenkeel/hierarchy/copy_plan.hpp"
#include "evenkeel/hierarchy/fringe.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/hierarchy/patch_groups.hpp"
#include "evenkeel/hierarchy/state_shape.hpp"

namespace evenkeel::hierarchy {

/// Fills ghost cells of one level from the same level and gathers the coarse cells for the rest.
///
/// Group 0 copies from neighbouring patches of the level (periodic images included); group 1 (only
/// above the base level) gathers the coarse cells of every fringe piece. Both go in one message per
/// neighbour. Ghost cells beyond a physical boundary are nobody's: the boundary condition fills
/// them afterwards.
template <int D>
class GhostPlan {
 public:
  /// Not collective. Cost: O(local boxes * log).
  ///
  /// \param coarser  the next coarser level; null for the base level
  /// \pre the coarser level covers the fringe and its stencil, up to physical boundaries
  GhostPlan(const comm::Communicator& communicator, storage::Pool& pool, const Mesh<D>& mesh,
            const Level<D>& level, const Level<D>* coarser, const StateShape& shape);

  /// In patch order.
  std::vector<FringePiece<D>>& fringe() { return fringe_; }

  /// Positions of fringe pieces of one local patch: [first, last).
  std::pair<std::size_t, std::size_t> fringe_of(std::size_t patch) const {
    return {fringe_start_[patch], fringe_start_[patch + 1]};
  }

  /// True when values of this local patch come from another rank: it is advanced last.
  bool waits(std::size_t patch) const { return waits_[patch]; }

  bool some_wait() const { return some_wait_; }

  /// The local patches, those together that may be advanced as one.
  const PatchGroups<D>& groups() const { return groups_; }

  /// Starts the fill: sends, and makes every local copy. After it, patches that do not wait have
  /// all their same-level ghosts and coarse fringe values, and any state may be overwritten.
  ///
  /// Collective among neighbours.
  /// \param coarse  values of the coarser level at this time; unused on the base level
  /// \param which   whether ghosts are filled that patches advanced as groups do not read: those
  ///                between patches of a group, and in 3-D those at corners
  /// \param components  how many are filled, from the first on; 0: all
  void begin(Level<D>& level, const SourceValues<D>& coarse, Copies which = Copies::kAll,
             int components = 0);

  /// Completes the patches that wait. Collective among neighbours.
  void finish(Level<D>& level);

  const CopyPlan<D>& copies() const { return copies_; }

 private:
  void add_same_level(const Mesh<D>& mesh, const Level<D>& level, int width, int rank);
  void add_coarse(const Mesh<D>& mesh, const Level<D>& level, const Level<D>& coarser,
                  const StateShape& shape, int rank);
  void note_patches(std::span<const storage::Patch<D>> patches, int ghosts);
  std::array<std::span<const storage::View<D>>, 2> targets(const Level<D>& level) const {
    return {level.state_views(), fringe_views_};
  }

  CopyPlan<D> copies_;
  std::vector<FringePiece<D>> fringe_;
  std::vector<std::size_t> fringe_start_;
  std::vector<storage::View<D>> fringe_views_;
  std::vector<bool> waits_;
  bool some_wait_ = false;
  PatchGroups<D> groups_;
};

}  // namespace evenkeel::hierarchy
