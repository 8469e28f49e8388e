// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How the ghost cells of one level are filled.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "evenkeel/hierarchy/copy_plan.hpp"
#include "evenkeel/hierarchy/coverage.hpp"
#include "evenkeel/hierarchy/fringe.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/hierarchy/patch_groups.hpp"
#include "evenkeel/hierarchy/patch_parts.hpp"
#include "evenkeel/hierarchy/state_shape.hpp"

namespace evenkeel::hierarchy {

/// What one patch has of a fringe piece.
template <int D>
struct FringePart {
  std::size_t patch = 0;   ///< position among the local patches
  geometry::Box<D> fine;   ///< ghosts of the patch
  geometry::Box<D> stage;  ///< those of them that a stage reads; may be empty
};

/// Fills ghost cells of one level from the same level and gathers the coarse cells for the rest.
///
/// Group 0 copies from neighbouring patches of the level (periodic images included); group 1 (only
/// above the base level) gathers the coarse cells of every fringe piece. Both go in one message per
/// neighbour, and in two where a finer level changes part of them. \see settle. Patches of a group
/// that is advanced as one, and waits for no other rank, share the pieces around all of them:
/// FringePiece::patch is the group's first. Ghost cells beyond a physical boundary are nobody's:
/// the boundary condition fills them afterwards.
template <int D>
class GhostPlan {
 public:
  /// Not collective. Cost: O(local boxes * log).
  ///
  /// \param coarser  the next coarser level; null for the base level
  /// \pre the coarser level covers the fringe and its stencil, up to physical boundaries
  GhostPlan(const comm::Communicator& communicator, storage::Pool& pool, const Mesh<D>& mesh,
            const Level<D>& level, const Level<D>* coarser, const StateShape& shape);

  const Fringe<D>& fringe() const { return fringe_; }

  /// On the cells of a piece that is not spare, where ghosts follow the coarser level's stages: the
  /// values of its first stage, and of the second; what the third and fourth have more than the
  /// first.
  using Stages = std::array<storage::View<D>, 2 + kMostRates>;
  const Stages& stages_of(std::size_t piece) const { return stages_[piece]; }

  /// The parts of the piece at position \p piece.
  std::span<const FringePart<D>> parts_of(std::size_t piece) const {
    return std::span(parts_).subspan(part_start_[piece],
                                     part_start_[piece + 1] - part_start_[piece]);
  }

  /// Parts values for other ranks that stay when \p finer is brought back to the level from those
  /// that change: they can be sent as soon as the level has made its step. Null: there is no finer
  /// level, and all stay. Not collective.
  void settle(const Mesh<D>& mesh, const Level<D>& level, const Level<D>* finer);

  /// True when values of this local patch come from another rank, and were not there as the fill
  /// began: it is advanced last.
  bool waits(std::size_t patch) const {
    return has_settled_ ? copies_.waits(0, patch) : waits_[patch];
  }

  bool some_wait() const { return some_wait_; }

  /// How a large patch that waits is advanced, if other ranks are late.
  const PatchParts<D>& patch_parts(std::size_t patch) const { return patch_parts_[patch]; }
  bool has_patch_parts() const {
    return std::ranges::any_of(patch_parts_, [](const auto& parts) { return !parts.is_empty(); });
  }

  /// True where the piece at position \p piece is filled last: the first part of a patch that waits
  /// wants the others before.
  bool piece_waits(std::size_t piece) const {
    const std::size_t patch = fringe_.pieces[piece].patch;
    return waits(patch) && (patch_parts_[patch].is_empty() || piece_waits_[piece]);
  }

  /// True when one of the patches waits.
  bool some_wait(std::span<const std::size_t> patches) const {
    return std::ranges::any_of(patches, [this](std::size_t patch) { return waits(patch); });
  }

  /// By local patch: true where another rank wants values of it.
  const std::vector<bool>& wanted() const { return wanted_; }

  /// The local patches, those together that may be advanced as one while messages travel: patches
  /// that wait are kept apart.
  const PatchGroups<D>& groups() const { return groups_; }

  /// The same once all ghosts are there; each of groups() lies in one of these.
  const PatchGroups<D>& joined() const { return joined_; }

  /// What begin() begins with, for when patches that others want, and the coarser level, have the
  /// values that they will have then; with \p finer_changes but for what a finer level is yet to
  /// change. Collective among neighbours. \see CopyPlan::send
  void send(const Level<D>& level, const SourceValues<D>& coarse, int components,
            bool finer_changes);

  /// Drops what was sent and will not be what is to be filled. Collective among neighbours.
  void drop_sent() {
    if (settled_) {
      settled_->drop_sent();
    }
    copies_.drop_sent();
  }

  /// Starts the fill: sends, and makes every local copy. After it, patches that do not wait have
  /// all their same-level ghosts and coarse fringe values, and any state may be overwritten.
  ///
  /// Collective among neighbours.
  /// \param coarse  values of the coarser level at this time; unused on the base level
  /// \param which   whether ghosts are filled that no stage reads: those between patches of a
  ///                group, where it is advanced as one, and those at corners
  /// \param components  how many are filled, from the first on; 0: all
  /// \param spare   at least so many of the ghosts of the level itself that no stage reads; 0: as
  ///                many as of others
  void begin(Level<D>& level, const SourceValues<D>& coarse, Copies which = Copies::kAll,
             int components = 0, int spare = 0);

  /// Completes the patches that wait. Collective among neighbours.
  void finish(Level<D>& level);

  /// Takes what has come from other ranks; true if that is all. \see CopyPlan::take_arrived
  bool take_arrived(Level<D>& level, double patience = 0.0) {
    return (!settled_ || settled_->take_arrived(targets(level), patience)) &&
           copies_.take_arrived(targets(level), patience);
  }

  /// The same two for ghosts that a stage reads and that lie in the level itself.
  /// \pre this and the next: StateShape::followed > 0, and this is not the base level
  void begin_same(Level<D>& level, int components);
  void finish_same(Level<D>& level);

  /// Gather the present values of the coarser level for the pieces that are not spare: they are
  /// read when it begins, and there when it has finished. Collective among neighbours.
  void begin_gather(const Level<D>& coarser, int components);
  void finish_gather();

  const CopyPlan<D>& copies() const { return copies_; }

 private:
  void add_same_level(const Mesh<D>& mesh, const Level<D>& level, int width, int rank);
  void add_coarse(const Mesh<D>& mesh, const Level<D>& level, const Level<D>& coarser,
                  const StateShape& shape, int rank);
  bool lacks_ghosts(const Coverage<D>& coverage, const geometry::Box<D>& valid, std::size_t patch,
                    int ghosts) const;
  void note_waiting(const Mesh<D>& mesh, const Level<D>& level, const Level<D>* coarser,
                    const StateShape& shape, int rank);
  void part(std::span<const storage::Patch<D>> patches, int ghosts, int ratio);
  using Patches = std::span<const std::size_t>;  ///< positions of some
  void group(std::span<const storage::Patch<D>> patches, int ghosts);
  std::vector<Patches> sharers(bool joins) const;
  void note_parts(std::span<const storage::Patch<D>> patches, const std::vector<Patches>& sharing,
                  const StateShape& shape);
  geometry::Box<D> stage_cells(const geometry::Box<D>& valid, std::size_t patch,
                               const geometry::Box<D>& region, const StateShape& shape) const;
  void seal(std::span<const storage::Patch<D>> patches, const StateShape& shape);
  void follow(storage::Pool& pool, int components, int level);
  std::array<std::span<const storage::View<D>>, 2> targets(const Level<D>& level) const {
    return {level.state_views(), fringe_.values};
  }

  CopyPlan<D> copies_;
  /// Taken from copies_: those between ranks that no finer level changes.
  std::optional<CopyPlan<D>> settled_;
  int settled_components_ = 0;         ///< that were sent
  bool has_settled_ = false;           ///< they were there as the fill began
  std::optional<CopyPlan<D>> same_;    ///< copies of group 0 alone, where ghosts follow stages
  std::optional<CopyPlan<D>> coarse_;  ///< of group 1
  Fringe<D> fringe_;
  std::vector<FringePart<D>> parts_;           ///< by piece
  std::vector<std::size_t> part_start_ = {0};  ///< [pieces + 1] in parts_
  std::vector<Stages> stages_;                 ///< [pieces], where ghosts follow stages
  storage::Array<2> stage_memory_;
  std::vector<bool> waits_;
  std::vector<bool> piece_waits_;           ///< [pieces]
  std::vector<PatchParts<D>> patch_parts_;  ///< [patches]
  bool some_wait_ = false;                  ///< for values of other ranks, when those may come
  std::vector<bool> wanted_;
  PatchGroups<D> joined_;
  PatchGroups<D> groups_;
};

}  // namespace evenkeel::hierarchy
