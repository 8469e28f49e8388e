// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The adaptive grid hierarchy: levels, their patches on this rank, and the plans between them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/hierarchy/ghost_plan.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/hierarchy/refill.hpp"
#include "evenkeel/hierarchy/state_shape.hpp"
#include "evenkeel/hierarchy/sync_plan.hpp"
#include "evenkeel/storage/hdda.hpp"

namespace evenkeel::hierarchy {

/// Levels 0 .. finest(), coarse to fine, with their patches and plans.
template <int D>
class Hierarchy {
 public:
  /// Not collective. \p communicator outlives this object.
  Hierarchy(const comm::Communicator& communicator, const Mesh<D>& mesh, const StateShape& shape);

  const Mesh<D>& mesh() const { return mesh_; }
  const StateShape& shape() const { return shape_; }
  const comm::Communicator& communicator() const { return *communicator_; }
  storage::Pool& pool() { return pool_; }

  /// Local patches of all levels by their place on the curve; a slot is a position in patches().
  /// Made for who asks. Not collective. Cost: O(patches).
  storage::Hdda<D> directory() const;

  int finest() const { return static_cast<int>(levels_.size()) - 1; }  ///< -1 before install
  Level<D>& level(int number) { return *levels_[static_cast<std::size_t>(number)]; }
  const Level<D>& level(int number) const { return *levels_[static_cast<std::size_t>(number)]; }
  std::span<const std::unique_ptr<Level<D>>> levels() const { return levels_; }

  /// How the ghosts of \p level are filled.
  GhostPlan<D>& ghosts(int level) { return *ghosts_[static_cast<std::size_t>(level)]; }
  /// Between \p coarse and coarse + 1.
  SyncPlan<D>& sync(int coarse) { return *syncs_[static_cast<std::size_t>(coarse)]; }

  /// Fills regions of new patches of a level from the already installed coarser level; called as
  /// prolong(level, pieces). The coarse values of the pieces have been gathered; boundary
  /// conditions and interpolation are the caller's.
  using Prolong = hierarchy::Prolong<D>;

  /// Looks at a level that is to go, or at what is left of it once patches that stay have been
  /// moved to the new one: those have no state.
  using Leave = std::function<void(Level<D>& old)>;

  /// Replaces levels \p from, \p from + 1, ... by \p layouts (fewer or more than before; an empty
  /// layout ends the hierarchy there), coarse to fine.
  ///
  /// Collective. Values of state are copied or migrated from old patches of the same level where
  /// those existed, else handed to \p prolong. A level whose layout did not change keeps its
  /// patches, and so does a patch whose box and owner did not change. When \p from is 0 and nothing
  /// existed, values stay unset. In patches that are new, values of old and stages are unset and
  /// saved is empty. Above the base, old exists where the level has a finer one or the shape keeps
  /// it. Plans are rebuilt.
  /// \param components  of which values are brought along, from the first on; the others are unset
  ///                    in patches that are new; 0: all
  /// \param leave       may be null; called before values of what goes are given up
  /// \pre levels nest properly; boxes above the base are aligned to the ratio
  /// \returns bytes this rank received from other ranks [byte]
  std::int64_t install(int from, std::vector<LevelLayout<D>> layouts, const Prolong& prolong,
                       int components = 0, const Leave& leave = nullptr);

  /// The same where all values are set afterwards: nothing is moved, those of patches that are new
  /// stay unset. Collective.
  void install_unset(int from, std::vector<LevelLayout<D>> layouts);

  std::int64_t cells(int level) const { return levels_[static_cast<std::size_t>(level)]->cells(); }

 private:
  /// Takes memory for the state of the boxes of \p part that have none.
  void make_states(Level<D>& level, const BoxRange& part);
  /// Both kinds of install(); \p prolong is null where values are to stay unset.
  std::int64_t make_levels(int from, std::vector<LevelLayout<D>> layouts, const Prolong* prolong,
                           int components, const Leave& leave);
  /// Makes a level anew; \p prolong is null where its values are to stay unset.
  std::int64_t replace(int number, LevelLayout<D> layout, const Prolong* prolong, int components,
                       const Leave& leave);
  std::int64_t refill_in_parts(Level<D>& level, Level<D>* old, const RefillFrom<D>& from,
                               const Prolong& prolong);
  void drop_plans(int from, const std::vector<LevelLayout<D>>& layouts);
  void size(storage::Array<D>& array, bool is_wanted, const geometry::Box<D>& box);
  void size_registers();
  void make_plans();

  const comm::Communicator* communicator_;
  Mesh<D> mesh_;
  StateShape shape_;
  storage::Pool pool_;
  std::vector<std::unique_ptr<Level<D>>> levels_;
  std::vector<std::unique_ptr<GhostPlan<D>>> ghosts_;  ///< null while to be made
  std::vector<std::unique_ptr<SyncPlan<D>>> syncs_;    ///< null while to be made
};

}  // namespace evenkeel::hierarchy
