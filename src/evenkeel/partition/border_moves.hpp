// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Nodes of a graph changing hands across the borders of parts, under limits per level.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "evenkeel/partition/unit_graph.hpp"

namespace evenkeel::partition {

/// Loads of the processors on every level and in sum, and how far they may grow and shrink. A
/// column is a level; the last one is the sum.
class Limits {
 public:
  /// \param most   shape [columns], time that no processor should exceed
  /// \param least  shape [columns], time below which no processor gives anything away
  Limits(const UnitGraph& graph, const Owners& owners, std::span<const double> capacities,
         std::span<const double> most, std::span<const double> least);

  std::size_t columns() const { return columns_; }
  std::size_t processors() const { return held_.size() / columns_; }

  /// How far \p owner is above its limit; below 0: its room.
  double excess(int owner, std::size_t column) const {
    const std::size_t entry = row(owner) + column;
    return held_[entry] - most_[entry];
  }

  /// Of all processors that are above their limit.
  double total_excess(std::size_t column) const;

  /// Whether \p owner can take \p load besides what it holds, as columns first <= c < last go.
  bool fits(std::span<const double> load, int owner, std::size_t first, std::size_t last) const;

  /// Whether \p owner can spare \p load.
  bool can_spare(std::span<const double> load, int owner) const;

  /// Whether nobody is above a limit.
  bool are_kept() const;

  void move(std::span<const double> load, int from, int to);

 private:
  std::size_t row(int owner) const { return static_cast<std::size_t>(owner) * columns_; }

  std::size_t columns_;
  std::vector<double> held_;   ///< [processors][columns]
  std::vector<double> most_;   ///< [processors][columns]
  std::vector<double> least_;  ///< [processors][columns]
};

/// Where load may go that a processor has too much.
enum class Ways {
  kBorders,       ///< over borders, through as many parts as lie between
  kBordersOrFar,  ///< where no such way leads to room, straight to a part far off
  kNextOrFar      ///< to neighbours with room, or straight to a part far off: moves least
};

/// Moves nodes of one graph between the parts they border on. Deterministic.
class BorderMoves {
 public:
  BorderMoves(const UnitGraph& graph, Limits limits, Ways ways, Owners& owners);

  /// Offers nodes at borders to the part they have most faces with, as long as that shortens
  /// borders and keeps the limits. Greedy, in curve order.
  void improve();

  /// Brings all processors within their limits, deepest level first, at the least cost in borders:
  /// what one has too much flows to the nearest with room, over as many parts as lie between.
  ///
  /// \returns  false where that failed
  bool relieve();

 private:
  /// Weight of the faces between a node and one part.
  struct Tie {
    int owner;
    double weight;
  };

  /// Load that is to go from one part to another.
  struct Flow {
    int to;
    double load;
    bool is_far = false;  ///< not a neighbour
  };

  using Candidate = std::pair<double, std::uint32_t>;  ///< what its move costs per load, node
  using Heap = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

  void list(std::uint32_t node);
  void move(std::uint32_t node, int to);
  void tie_up(std::uint32_t node);
  bool offer(std::uint32_t node);
  bool takes_part(std::uint32_t node, std::size_t column) const;
  void relieve_column(std::size_t column);
  void relieve_by(std::size_t column, double unit, bool is_last);
  std::pair<double, double> find_neighbours(std::size_t column);
  bool plan_flows(std::size_t column, double unit, bool is_last);
  bool send(int late);
  bool send_far(int late);
  std::pair<Flow*, double> way_out(std::uint32_t node, std::size_t column);
  bool shift(std::size_t column);

  const UnitGraph& graph_;
  Limits limits_;
  Ways ways_;
  Owners& owners_;
  bool deeper_ = false;  ///< what is refined further may go, too, to relieve a level

  std::vector<char> listed_;                  ///< [nodes] in border_
  std::vector<std::uint32_t> border_;         ///< nodes that have, or had, faces to other parts
  std::vector<Tie> ties_;                     ///< of one node, its own part first
  std::vector<std::vector<int>> neighbours_;  ///< [processors] whom each could give nodes to
  std::vector<std::vector<Flow>> flows_;      ///< [processors] from each
  std::vector<double> room_;                  ///< [processors] in a column; below 0: late
  std::vector<char> came_;                    ///< [processors] in a search
};

}  // namespace evenkeel::partition
