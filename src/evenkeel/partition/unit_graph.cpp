// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Building and contracting of graphs.
#include "evenkeel/partition/unit_graph.hpp"

#include <algorithm>
#include <numeric>

namespace evenkeel::partition {
namespace {

void add_loads(const workload::UnitList& units, UnitGraph& graph) {
  graph.columns = static_cast<std::size_t>(units.levels) + 1;
  graph.load.reserve(units.size() * graph.columns);
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const std::span<const double> loads = units.loads(unit);
    graph.load.insert(graph.load.end(), loads.begin(), loads.end());
    graph.load.push_back(std::reduce(loads.begin(), loads.end()));
  }
}

/// Gives every node its piece; pieces are numbered block by block.
void find_pieces(const UnitGraph& graph, const Owners& owners, int bits, Contraction& made) {
  std::vector<std::uint8_t>& depth = made.graph.depth;
  std::size_t start = 0;  // first piece of the block
  for (std::size_t node = 0; node < graph.size(); ++node) {
    const std::uint32_t block = graph.block[node] >> bits;
    if (start < depth.size() && made.graph.block[start] != block) {
      start = depth.size();
    }
    std::size_t piece = start;
    while (piece < depth.size() &&
           (made.owners[piece] != owners[node] || depth[piece] != graph.depth[node])) {
      ++piece;
    }
    if (piece == depth.size()) {
      depth.push_back(graph.depth[node]);
      made.owners.push_back(owners[node]);
      made.graph.block.push_back(block);
      made.graph.load.resize(made.graph.load.size() + graph.columns, 0.0);
    }
    made.piece.push_back(static_cast<std::uint32_t>(piece));
    for (std::size_t column = 0; column < graph.columns; ++column) {
      made.graph.load[piece * graph.columns + column] += graph.load[node * graph.columns + column];
    }
  }
}

/// Nodes of every piece: those of piece p from first[p] on.
struct Members {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> node;
};

Members members_of(const Contraction& made) {
  Members members;
  members.first.assign(made.graph.size() + 1, 0);
  for (const std::uint32_t piece : made.piece) {
    ++members.first[piece + 1];
  }
  std::partial_sum(members.first.begin(), members.first.end(), members.first.begin());
  members.node.resize(made.piece.size());
  std::vector<std::uint32_t> next(members.first.begin(), members.first.end() - 1);
  for (std::size_t node = 0; node < made.piece.size(); ++node) {
    members.node[next[made.piece[node]]++] = static_cast<std::uint32_t>(node);
  }
  return members;
}

}  // namespace

UnitGraph graph_of(const workload::UnitList& units, const Faces& faces) {
  UnitGraph graph;
  add_loads(units, graph);
  graph.first.assign(units.size() + 1, 0);
  graph.depth.resize(units.size());
  graph.block.resize(units.size());
  std::iota(graph.block.begin(), graph.block.end(), 0U);
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    graph.depth[unit] = static_cast<std::uint8_t>(faces.depth(unit));
    faces.for_all(unit, [&](std::size_t other, double weight) {
      graph.other.push_back(static_cast<std::uint32_t>(other));
      graph.weight.push_back(static_cast<float>(weight));
    });
    graph.first[unit + 1] = static_cast<std::uint32_t>(graph.other.size());
  }
  return graph;
}

double border_of(const UnitGraph& graph, const Owners& owners) {
  double both_ways = 0.0;
  for (std::size_t node = 0; node < graph.size(); ++node) {
    graph.for_edges(node, [&, owner = owners[node]](std::uint32_t other, float weight) {
      both_ways += owner != owners[other] ? static_cast<double>(weight) : 0.0;
    });
  }
  return 0.5 * both_ways;
}

Contraction contract(const UnitGraph& graph, const Owners& owners, int bits) {
  Contraction made;
  made.graph.columns = graph.columns;
  made.piece.reserve(graph.size());
  find_pieces(graph, owners, bits, made);
  const Members members = members_of(made);
  UnitGraph& coarse = made.graph;
  coarse.first.assign(coarse.size() + 1, 0);
  std::vector<std::uint32_t> place(coarse.size(), 0);  // one past the edge to each piece, if new
  for (std::uint32_t piece = 0; piece < coarse.size(); ++piece) {
    const auto start = static_cast<std::uint32_t>(coarse.other.size());
    for (std::uint32_t m = members.first[piece]; m < members.first[piece + 1]; ++m) {
      graph.for_edges(members.node[m], [&](std::uint32_t other, float weight) {
        const std::uint32_t beyond = made.piece[other];
        if (beyond == piece) {
          return;
        }
        if (place[beyond] <= start) {
          coarse.other.push_back(beyond);
          coarse.weight.push_back(0.0F);
          place[beyond] = static_cast<std::uint32_t>(coarse.other.size());
        }
        coarse.weight[place[beyond] - 1] += weight;
      });
    }
    coarse.first[piece + 1] = static_cast<std::uint32_t>(coarse.other.size());
  }
  return made;
}

}  // namespace evenkeel::partition
