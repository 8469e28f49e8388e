// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who copies which cells to whom: the one mechanism behind ghosts, levels and migration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/comm/exchange.hpp"
#include "evenkeel/geometry/box.hpp"
#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::hierarchy {

/// Boxes that have values, with the rank that holds each. Disjoint. Replicated on every rank.
template <int D>
struct Sources {
  std::span<const geometry::Box<D>> boxes;
  std::span<const int> owners;               ///< shape [boxes]
  const geometry::BoxSearch<D>* search = nullptr;  ///< over boxes
};

/// A region that wants values.
template <int D>
struct Target {
  geometry::Box<D> region;  ///< index space of the sources; may reach beyond a periodic domain
  int owner = 0;            ///< rank that wants them
  std::int64_t id = 0;      ///< orders targets alike on every rank; unique within the group
};

/// Values a group of copies reads on this rank: one view per local source, in source order.
///
/// With \p before not empty and theta < 1, what is copied is before + theta (now - before):
/// linear interpolation in time.
template <int D>
struct SourceValues {
  std::span<const storage::View<D>> now;
  std::span<const storage::View<D>> before = {};
  double theta = 1.0;
};

/// A set of copies from boxes that ranks hold to regions that ranks want.
///
/// Built from replicated boxes without communication: sender and receiver list the same copies in
/// the same order. Several groups (ghosts of a level and its coarse fringe; averages and flux
/// corrections) travel in one message per neighbour. Reused until a regrid.
template <int D>
class CopyPlan {
 public:
  CopyPlan(const comm::Communicator& communicator, int components, int tag);

  /// Adds the copies source box (moved by every shift) -> target region, for all pairs that meet.
  ///
  /// Not collective. \p targets holds, in ascending id, every target of this rank and at least
  /// every target of other ranks that meets a source of this rank (under some shift).
  /// Local targets are numbered 0, 1, ... in the order given: that is their slot below.
  /// Local sources are numbered likewise in box order.
  /// \param skip_self  leaves out, for shift zero, source boxes equal to none: always false but for
  ///                   ghosts, where the target region already excludes the patch itself
  void add_group(const Sources<D>& sources, std::span<const Target<D>> targets,
                 std::span<const geometry::Index<D>> shifts);

  /// Makes buffers and message lists. Call once, after the last add_group.
  void seal();

  /// True when some of the values of local target \p slot of \p group come from another rank.
  bool waits(std::size_t group, std::size_t slot) const;

  /// Posts receives, packs and sends, and makes all local copies. When it returns, the values of
  /// sources may be overwritten.
  ///
  /// Collective in the sense that the neighbours must call it too.
  /// \param from  shape [groups]   \param to  shape [groups][local targets]
  void begin(std::span<const SourceValues<D>> from,
             std::span<const std::span<const storage::View<D>>> to);

  /// Waits politely for what other ranks send and unpacks it.
  void finish(std::span<const std::span<const storage::View<D>>> to);

  std::int64_t local_cells() const;     ///< cells copied on this rank, all groups
  std::int64_t sent_bytes() const;      ///< [byte] per begin()
  std::int64_t messages() const;        ///< sent per begin()
};

}  // namespace evenkeel::hierarchy
