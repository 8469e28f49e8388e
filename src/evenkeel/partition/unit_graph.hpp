// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Units, or pieces of parts, as a graph of faces: what border refinement walks over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/partition/faces.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// Nodes in curve order, edges in compressed rows, every edge in the rows of both its ends.
struct UnitGraph {
  std::size_t columns = 0;           ///< levels, and one more for their sum
  std::vector<std::uint32_t> first;  ///< [nodes + 1] where the edges of a node begin
  std::vector<std::uint32_t> other;  ///< [edges] node at the other end
  std::vector<float> weight;         ///< [edges] of the faces; see Faces
  std::vector<double> load;          ///< [nodes][columns]
  std::vector<std::uint8_t> depth;   ///< [nodes] finest level
  std::vector<std::uint32_t> block;  ///< [nodes] of consecutive units it lies in

  std::size_t size() const { return depth.size(); }

  std::span<const double> loads(std::size_t node) const {
    return std::span(load).subspan(node * columns, columns);
  }

  /// Calls visit(other, weight) for every edge of \p node.
  template <class Visit>
  void for_edges(std::size_t node, Visit visit) const {
    for (std::uint32_t edge = first[node]; edge < first[node + 1]; ++edge) {
      visit(other[edge], weight[edge]);
    }
  }
};

/// One node for every unit; blocks of one unit. Cost: O(units + faces).
UnitGraph graph_of(const workload::UnitList& units, const Faces& faces);

/// What the faces between owners weigh: that of cut_of(), in a fraction of the time where it is
/// asked for often. Cost: O(edges).
double border_of(const UnitGraph& graph, const Owners& owners);

/// A graph of pieces, and the piece of every node of the graph it was made of.
struct Contraction {
  UnitGraph graph;
  std::vector<std::uint32_t> piece;  ///< [nodes]
  Owners owners;                     ///< [pieces]
};

/// Joins what one processor owns on one depth in 2^\p bits neighbouring blocks. Cost: O(nodes +
/// edges).
Contraction contract(const UnitGraph& graph, const Owners& owners, int bits);

}  // namespace evenkeel::partition
