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

#include "evenkeel/partition/flow_plan.hpp"
#include "evenkeel/partition/limits.hpp"
#include "evenkeel/partition/unit_graph.hpp"

namespace evenkeel::partition {

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
  std::pair<LoadFlow*, double> way_out(std::uint32_t node, std::size_t column);
  bool shift(std::size_t column);

  const UnitGraph& graph_;
  Limits limits_;
  Owners& owners_;
  bool deeper_ = false;  ///< what is refined further may go, too, to relieve a level

  std::vector<char> listed_;                  ///< [nodes] in border_
  std::vector<std::uint32_t> border_;         ///< nodes that have, or had, faces to other parts
  std::vector<Tie> ties_;                     ///< of one node, its own part first
  std::vector<std::vector<int>> neighbours_;  ///< [processors] whom each could give nodes to
  FlowPlan flows_;
};

}  // namespace evenkeel::partition
