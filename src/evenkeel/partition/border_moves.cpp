// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Greedy offers, and flows from processors with too much to those with room.
#include "evenkeel/partition/border_moves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace evenkeel::partition {
namespace {

constexpr int kRounds = 6;        ///< of offers to neighbours, at most
constexpr int kMaxFlows = 64;     ///< planned for one level
constexpr int kMaxIdle = 3;       ///< of them in a row that brought nothing
constexpr double kLighter = 4.0;  ///< from one portion of load to the next
constexpr double kProgress = 0.999;
constexpr double kLarge = 1.5;  ///< how many times as large as its flow a node may be

}  // namespace

BorderMoves::BorderMoves(const UnitGraph& graph, Limits limits, Ways ways, Owners& owners)
    : graph_(graph),
      limits_(std::move(limits)),
      owners_(owners),
      listed_(graph.size()),
      flows_(ways) {
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    graph.for_edges(node, [&](std::uint32_t other, float) {
      if (owners[other] != owners[node]) {
        list(node);
      }
    });
  }
}

void BorderMoves::list(std::uint32_t node) {
  if (!listed_[node]) {
    listed_[node] = true;
    border_.push_back(node);
  }
}

void BorderMoves::move(std::uint32_t node, int to) {
  limits_.move(graph_.loads(node), owners_[node], to);
  owners_[node] = to;
  graph_.for_edges(node, [&](std::uint32_t other, float) { list(other); });
}

/// Sums the faces of \p node by owner behind them.
void BorderMoves::tie_up(std::uint32_t node) {
  ties_.assign(1, {owners_[node], 0.0});
  graph_.for_edges(node, [&](std::uint32_t other, float weight) {
    const auto tie = std::ranges::find(ties_, owners_[other], &Tie::owner);
    if (tie == ties_.end()) {
      ties_.push_back({owners_[other], weight});
    } else {
      tie->weight += weight;
    }
  });
}

void BorderMoves::improve() {
  std::vector<std::uint32_t> offered = border_;
  std::vector<char> is_next(graph_.size());
  for (int round = 0; round < kRounds && !offered.empty(); ++round) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t node : offered) {
      is_next[node] = false;
      if (offer(node)) {
        graph_.for_edges(node, [&](std::uint32_t other, float) {
          if (!is_next[other]) {
            is_next[other] = true;
            next.push_back(other);
          }
        });
      }
    }
    offered = std::move(next);
  }
}

/// Moves \p node to the part it has most faces with, if those are more than with its own.
bool BorderMoves::offer(std::uint32_t node) {
  const std::span<const double> load = graph_.loads(node);
  tie_up(node);
  if (ties_.size() == 1 || !limits_.can_spare(load, owners_[node])) {
    return false;
  }
  const Tie* best = ties_.data();
  for (const Tie& tie : ties_) {
    const bool is_better =
        tie.weight > best->weight && limits_.fits(load, tie.owner, 0, limits_.columns());
    best = is_better ? &tie : best;
  }
  if (best == ties_.data()) {
    return false;
  }
  move(node, best->owner);
  return true;
}

bool BorderMoves::relieve() {
  const std::size_t levels = limits_.columns() - 1;
  double late = 0.0;
  for (std::size_t level = levels; level-- > 0;) {
    // Units that reach further load levels that have been relieved already: only if need be.
    for (const bool deeper : {false, true}) {
      deeper_ = deeper;
      relieve_column(level);
    }
    late += limits_.total_excess(level);
  }
  if (late == 0.0) {
    relieve_column(levels);
  }
  return limits_.are_kept();
}

bool BorderMoves::takes_part(std::uint32_t node, std::size_t column) const {
  return graph_.loads(node)[column] > 0.0 && (deeper_ || graph_.depth[node] == column);
}

void BorderMoves::relieve_column(std::size_t column) {
  if (limits_.total_excess(column) == 0.0) {
    return;
  }
  // Heavy nodes need room in one piece: they go first.
  const auto [lightest, heaviest] = find_neighbours(column);
  for (double unit = heaviest; unit > lightest; unit /= kLighter) {
    relieve_by(column, unit, /*is_last=*/false);
  }
  relieve_by(column, lightest, /*is_last=*/true);
}

/// Lets load flow in portions of \p unit; the last time also what is less than that.
void BorderMoves::relieve_by(std::size_t column, double unit, bool is_last) {
  double least = limits_.total_excess(column);
  for (int flow = 0, idle = 0; least > 0.0 && flow < kMaxFlows && idle < kMaxIdle; ++flow) {
    find_neighbours(column);
    if (!plan_flows(column, unit, is_last) || !shift(column)) {
      return;
    }
    const double late = limits_.total_excess(column);
    idle = late < kProgress * least ? 0 : idle + 1;
    least = std::min(late, least);
  }
}

/// Finds over which borders nodes with load in \p column could go. The least and the largest
/// such load.
std::pair<double, double> BorderMoves::find_neighbours(std::size_t column) {
  double lightest = std::numeric_limits<double>::max();
  double heaviest = 0.0;
  neighbours_.resize(limits_.processors());
  std::ranges::for_each(neighbours_, [](std::vector<int>& of_one) { of_one.clear(); });
  for (const std::uint32_t node : border_) {
    if (!takes_part(node, column)) {
      continue;
    }
    lightest = std::min(lightest, graph_.loads(node)[column]);
    heaviest = std::max(heaviest, graph_.loads(node)[column]);
    const int owner = owners_[node];
    std::vector<int>& of_one = neighbours_[static_cast<std::size_t>(owner)];  // a few
    graph_.for_edges(node, [&](std::uint32_t other, float) {
      const int there = owners_[other];
      if (there != owner && std::ranges::find(of_one, there) == of_one.end()) {
        of_one.push_back(there);
      }
    });
  }
  return {lightest, heaviest};
}

/// Plans what load of \p column should flow over which border, from late processors to those with
/// room for more of \p unit. False if nothing can.
bool BorderMoves::plan_flows(std::size_t column, double unit, bool is_last) {
  std::vector<double> room;
  for (int k = 0; k < static_cast<int>(limits_.processors()); ++k) {
    const double units = -limits_.excess(k, column) / unit;
    room.push_back((units < 0.0 && !is_last ? std::round(units) : std::floor(units)) * unit);
  }
  return flows_.plan(neighbours_, std::move(room));
}

/// Of the flows that \p node fits in, the one towards the part it has most faces with, and what
/// that costs per load; null if there is none.
std::pair<LoadFlow*, double> BorderMoves::way_out(std::uint32_t node, std::size_t column) {
  const std::span<const double> load = graph_.loads(node);
  const std::size_t levels = limits_.columns() - 1;
  const std::size_t relieved = column < levels ? column + 1 : 0;  // levels from this one on
  LoadFlow* best = nullptr;
  double least = 0.0;
  bool is_tied = false;
  for (LoadFlow& flow : flows_.from(owners_[node])) {
    if (kLarge * flow.load < load[column] || !limits_.fits(load, flow.to, relieved, levels)) {
      continue;
    }
    if (!is_tied) {
      tie_up(node);
      is_tied = true;
    }
    const auto tie = std::ranges::find(ties_, flow.to, &Tie::owner);
    if (tie != ties_.end() || flow.is_far) {
      const double gain = tie != ties_.end() ? tie->weight : 0.0;
      const double price = (ties_.front().weight - gain) / load[column];
      if (best == nullptr || price < least) {
        best = &flow;
        least = price;
      }
    }
  }
  return {best, least};
}

/// Moves nodes as the flows ask, the cheapest first. True if any moved.
bool BorderMoves::shift(std::size_t column) {
  Heap heap;
  const auto propose = [&](std::uint32_t node) {
    if (takes_part(node, column)) {
      const auto [way, price] = way_out(node, column);
      if (way != nullptr) {
        heap.emplace(price, node);
      }
    }
  };
  for (const std::uint32_t node : border_) {
    propose(node);
  }
  bool moved = false;
  while (!heap.empty()) {
    const auto [offered, node] = heap.top();
    heap.pop();
    const auto [way, price] = way_out(node, column);
    if (way == nullptr) {
      continue;
    }
    if (price > offered) {
      heap.emplace(price, node);
      continue;
    }
    const int from = owners_[node];
    way->load -= graph_.loads(node)[column];
    move(node, way->to);
    moved = true;
    graph_.for_edges(node, [&](std::uint32_t other, float) {
      if (owners_[other] == from) {
        propose(other);
      }
    });
  }
  return moved;
}

}  // namespace evenkeel::partition
