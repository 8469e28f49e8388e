// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who copies which cells to whom: the one mechanism behind ghosts, levels and migration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "evenkeel/comm/exchange.hpp"
#include "evenkeel/geometry/box.hpp"
#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/hierarchy/copy_region.hpp"
#include "evenkeel/hierarchy/level.hpp"

namespace evenkeel::hierarchy {

/// Boxes that have values, with the rank that holds each. Disjoint. Replicated on every rank.
template <int D>
struct Sources {
  std::span<const geometry::Box<D>> boxes;
  std::span<const int> owners;                     ///< shape [boxes]
  const geometry::BoxSearch<D>* search = nullptr;  ///< over boxes
};

/// A region that wants values.
template <int D>
struct Target {
  geometry::Box<D> region;  ///< index space of the sources; may reach beyond a periodic domain
  int owner = 0;            ///< rank that wants them
  std::int64_t id = 0;      ///< orders targets alike on every rank; unique within the group
  std::int32_t self = -1;   ///< source box that is left out under shift zero; -1: none
};

/// Values a group of copies reads on this rank: one view per local source, in source order.
///
/// With \p before not empty, what is copied is interpolated in time. \see TimeWeights
template <int D>
struct SourceValues {
  std::span<const storage::View<D>> now;
  std::span<const storage::View<D>> before = {};
  TimeWeights weights = {};
  std::array<std::span<const storage::View<D>>, kMostRates> rates = {};
};

/// One copy of a CopyPlan.
template <int D>
struct Copy {
  geometry::Box<D> region;     ///< index space of the target
  geometry::Index<D> shift{};  ///< cell of the target minus cell of the source
  std::int32_t source = -1;    ///< place among the local sources, where this rank has the source
  std::int32_t target = -1;    ///< place among the local targets, where this rank has the target
};

/// Which copies of a CopyPlan are made.
enum class Copies { kAll, kWithoutSpare };

/// A set of copies from boxes that ranks hold to regions that ranks want.
///
/// Built from replicated boxes without communication: sender and receiver list the same copies in
/// the same order. Several groups (ghosts of a level and its coarse fringe; averages and flux
/// corrections) travel in one message per neighbour. Reused until a regrid.
template <int D>
class CopyPlan {
 public:
  /// Not collective. \param phase  what packing and copying is booked as
  CopyPlan(const comm::Communicator& communicator, int components, int tag,
           telemetry::Phase phase = telemetry::Phase::kGhost);

  /// Adds the copies source box (moved by every shift) -> target region, for all pairs that meet.
  ///
  /// Not collective. \p targets holds, in ascending id, every target of this rank and at least
  /// every target of other ranks that meets a source of this rank (under some shift).
  /// Local targets are numbered 0, 1, ... in the order given: that is their slot below.
  /// Local sources are numbered likewise in box order.
  /// \returns the number of the group
  std::size_t add_group(const Sources<D>& sources, std::span<const Target<D>> targets,
                        std::span<const geometry::Index<D>> shifts);

  /// Starts a group whose copies the caller lists with add(). Not collective.
  std::size_t add_group(std::size_t local_targets);

  /// Adds a copy from rank \p from to rank \p to to the last group. Both ends add the copies
  /// between them in the same order. Copies between other ranks are left out.
  void add(const Copy<D>& copy, int from, int to);

  /// Makes buffers and message lists. Call once, after the last group.
  ///
  /// \param is_spare  is_spare(copy, group): which copies within this rank are not always needed
  using IsSpare = std::function<bool(const Copy<D>&, std::size_t)>;
  void seal(const IsSpare& is_spare = nullptr);

  /// Of a sealed plan: the copies of one group that are not spare, with messages of their own. Not
  /// collective.
  CopyPlan only(std::size_t group, int tag) const;

  /// Parts those copies between ranks from a sealed plan that \p goes is true of, alike at both
  /// ends; it has none within this rank. Not collective.
  using Goes = std::function<bool(const Copy<D>&, std::size_t)>;
  CopyPlan part(const Goes& goes, int tag);

  /// Takes back what was parted. Not collective.
  void join(CopyPlan&& parted);

  /// True when some of the values of local target \p slot of \p group come from another rank.
  bool waits(std::size_t group, std::size_t slot) const { return wants_[group][slot].waits; }

  /// Calls fn(copy, group) for every copy from another rank. Not collective.
  template <class Fn>
  void for_each_received(const Fn& fn) const {
    for (const Listed& listed : receives_) {
      fn(listed.copy, static_cast<std::size_t>(listed.group));
    }
  }

  /// Cells of local target \p slot of \p group that some source fills.
  std::int64_t filled_cells(std::size_t group, std::size_t slot) const {
    return wants_[group][slot].cells;
  }

  /// Which of \p count local sources of \p group other ranks want values of. Not collective.
  std::vector<bool> sent(std::size_t group, std::size_t count) const;

  /// Posts receives, packs and sends: what begin() begins with, for when only what others want of
  /// the sources is ready. \pre what was sent before has been finished
  void send(std::span<const SourceValues<D>> from, int components = 0);

  /// Whether send() was called and begin() was not since.
  bool is_sent() const { return is_sent_; }

  /// Waits for what send() had sent, and drops it. Collective among neighbours.
  void drop_sent();

  /// Sends, unless that is done, and makes all local copies. When it returns, the values of sources
  /// may be overwritten.
  ///
  /// Collective in the sense that the neighbours must call it too.
  /// \param from  shape [groups]   \param to  shape [groups][local targets]
  /// \param components  how many are copied, from the first on; the same on all ranks; 0: all
  /// \param spare       how many by spare copies of the first group; 0: as many
  void begin(std::span<const SourceValues<D>> from,
             std::span<const std::span<const storage::View<D>>> to, Copies which = Copies::kAll,
             int components = 0, int spare = 0);

  /// Waits politely for what other ranks send and unpacks it.
  void finish(std::span<const std::span<const storage::View<D>>> to);

  /// Unpacks what comes within about \p patience [s]; true if that was all that finish() has to do.
  bool take_arrived(std::span<const std::span<const storage::View<D>>> to, double patience = 0.0);

  std::int64_t local_cells() const;     ///< cells copied within this rank, all groups
  std::int64_t sent_bytes() const;      ///< [byte] per begin() of all components
  std::int64_t received_bytes() const;  ///< [byte] per begin() of all components
  std::int64_t messages() const;        ///< sent per begin()

 private:
  struct Listed {
    Copy<D> copy;
    std::int32_t group;
    std::int32_t peer;  ///< the other rank; this one for local copies
  };
  struct Wanted {
    std::int64_t cells = 0;
    bool waits = false;
  };
  /// Copies to or from one neighbour: entries first .. last of a list.
  struct Range {
    std::size_t first = 0;
    std::size_t last = 0;
  };

  void connect();
  void copy_local(const Listed& listed, std::span<const SourceValues<D>> from,
                  std::span<const std::span<const storage::View<D>>> to, int components) const;
  void add_target(const Sources<D>& sources, const Target<D>& target,
                  std::span<const geometry::Index<D>> shifts, std::int32_t slot);
  std::size_t bytes(const std::vector<Listed>& list, const Range& range) const;
  /// Returns how many bytes it packed.
  std::size_t pack(std::size_t neighbour, std::span<const SourceValues<D>> from);
  void unpack(std::size_t neighbour, std::span<const std::span<const storage::View<D>>> to);

  const comm::Communicator* communicator_;
  int components_;
  int copied_ = 0;  ///< components of the copies under way
  bool is_sent_ = false;
  int tag_;
  telemetry::Phase phase_;
  std::vector<std::vector<Wanted>> wants_;  ///< [groups][local targets]
  std::vector<Listed> local_;               ///< the spare ones last, once sealed
  std::size_t needed_ = 0;                  ///< local copies that are not spare
  std::vector<Listed> sends_;               ///< by neighbour, once sealed
  std::vector<Listed> receives_;            ///< by neighbour, once sealed
  std::vector<Range> send_ranges_;
  std::vector<Range> receive_ranges_;
  std::optional<comm::Exchange> exchange_;

  // Of the group being added.
  std::vector<std::int32_t> places_;
  geometry::Box<D> hull_;
  std::vector<std::int32_t> hits_;
};

}  // namespace evenkeel::hierarchy
