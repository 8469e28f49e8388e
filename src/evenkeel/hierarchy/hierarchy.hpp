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
#include "evenkeel/hierarchy/sync_plan.hpp"

namespace evenkeel::hierarchy {

/// What the values of one cell are made of.
struct StateShape {
  int components = 1;
  int ghosts = 2;    ///< ghost cells a scheme's stage reads
  int stencil = 1;   ///< coarse cells that interpolation reads around a coarse cell
  int stages = 0;    ///< further registers a patch carries
  bool keeps_old = false;  ///< the scheme itself reads the values at the start of the step
};

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

  int finest() const { return static_cast<int>(levels_.size()) - 1; }  ///< -1 before the first install
  Level<D>& level(int number) { return *levels_[static_cast<std::size_t>(number)]; }
  const Level<D>& level(int number) const { return *levels_[static_cast<std::size_t>(number)]; }
  std::span<const std::unique_ptr<Level<D>>> levels() const { return levels_; }

  GhostPlan<D>& ghosts(int level);  ///< of \p level
  SyncPlan<D>& sync(int coarse);    ///< between \p coarse and coarse + 1

  /// Fills regions of new patches of \p level from the already installed coarser level.
  ///
  /// The coarse values of the pieces have been gathered; boundary conditions and interpolation
  /// are the caller's.
  using Prolong = std::function<void(Level<D>& level, std::vector<FringePiece<D>>& pieces)>;

  /// Replaces levels \p from, \p from + 1, ... by \p layouts (fewer or more than before; an empty
  /// layout ends the hierarchy there), coarse to fine.
  ///
  /// Collective. Values of state are copied or migrated from old patches of the same level where
  /// those existed, else handed to \p prolong. A level whose layout did not change keeps its
  /// patches. When \p from is 0 and nothing existed, values stay unset. old, saved and stages are
  /// reallocated, values unset. Plans are rebuilt.
  /// \returns bytes this rank received from other ranks [byte]
  std::int64_t install(int from, std::vector<LevelLayout<D>> layouts, const Prolong& prolong);

  std::int64_t cells(int level) const { return levels_[static_cast<std::size_t>(level)]->cells(); }

 private:
  const comm::Communicator* communicator_;
  Mesh<D> mesh_;
  StateShape shape_;
  storage::Pool pool_;
  std::vector<std::unique_ptr<Level<D>>> levels_;
  std::vector<std::unique_ptr<GhostPlan<D>>> ghosts_;
  std::vector<std::unique_ptr<SyncPlan<D>>> syncs_;
};

}  // namespace evenkeel::hierarchy
