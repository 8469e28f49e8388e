// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a partition makes processors send each other, counted from boxes with ghosts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::partition {

/// Boxes of every level, each with the processor that holds it. Shape [levels].
template <int D>
using OwnedLevels = std::vector<std::vector<workload::OwnedBox<D>>>;

/// What one processor sends another in a base-level step.
struct Link {
  int from;
  int to;
  double messages;
  double cells;

  bool operator==(const Link&) const = default;
};

/// Of one level to the next: of cell sizes, and of steps.
struct LevelRatio {
  int space = 2;
  int time = 2;
};

/// The cells around boxes that are received.
struct GhostRule {
  int width = 0;                      ///< [cells], >= 0
  std::array<bool, 3> periodic = {};  ///< axes along which the domain, which the boxes of level 0
                                      ///< cover, repeats
};

/// Traffic of one base-level step, and the boxes it was counted from.
///
/// Level l is stepped time^l times. Before each of its steps every box receives its ghosts: from
/// boxes of the level, and where there are none from the level below; after it the level below
/// receives averages. Only what crosses processors counts. Between two processors all that a level
/// needs of one kind is one message.
struct Traffic {
  double ghost_cells = 0.0;       ///< received from the same level
  double interlevel_cells = 0.0;  ///< coarse cells interpolated from, and averaged, across
                                  ///< processors              (PAC metric, component 2)
  double busiest_cells = 0.0;     ///< most received by one processor, of both kinds
  double messages = 0.0;
  double overhead = 0.0;       ///< ghost cells of all boxes over their cells (PAC, component 5)
  std::int64_t boxes = 0;      ///< of all levels, after cutting
  std::vector<Link> links;     ///< by sender and receiver, ascending
  int most_neighbours = 0;     ///< senders one processor receives from, at most
  double mean_neighbours = 0;  ///< over processors that hold a box

  double cells() const { return ghost_cells + interlevel_cells; }
};

/// What passes between processors for one step of one level. Each link is one message; by sender
/// and receiver, ascending.
struct LevelTraffic {
  std::vector<Link> ghosts;    ///< before the step, from the same level [cells of it]
  std::vector<Link> coarse;    ///< before the step, from the level below [cells of that]
  std::vector<Link> averages;  ///< after it, to the level below [cells of that]
};

/// Shape [levels]. Arguments as for measure_traffic.
template <int D>
std::vector<LevelTraffic> level_traffic(const OwnedLevels<D>& levels, int ratio, int ghost,
                                        const std::array<bool, std::size_t{D}>& periodic = {});

/// Counts the traffic of \p levels. Cost: O(boxes log boxes).
///
/// \param processors  above every owner
/// \pre the boxes of a level are disjoint
template <int D>
Traffic measure_traffic(const OwnedLevels<D>& levels, const LevelRatio& ratio,
                        const GhostRule& ghosts, std::size_t processors);

/// Boxes cut where owners change: those of a hierarchy, or, where \p level_boxes is empty, what the
/// units themselves say: a unit that reaches a level counts as wholly refined there.
///
/// \param level_boxes  three axes, unused ones with lo 0 and hi 1; shape [levels] or empty
template <int D>
OwnedLevels<D> owned_levels(const workload::UnitList& units, const Owners& owners,
                            std::span<const geometry::BoxList<3>> level_boxes);

/// measure_traffic of owned_levels in the dimension of \p units.
Traffic traffic_of(const Problem& problem, const Owners& owners,
                   std::span<const geometry::BoxList<3>> level_boxes, const GhostRule& ghosts);

/// Memory every processor receives when units move from Problem::previous. Shape [processors].
/// [cells]
std::vector<double> received(const Problem& problem, const Owners& owners);

}  // namespace evenkeel::partition
