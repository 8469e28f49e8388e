// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Checks and orders the nodes of a machine.
#include "evenkeel/machine/tree.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/core/text.hpp"

namespace evenkeel::machine {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// What Zoltan, which divides by DRUM's files, calls its methods: LB_METHOD, in any case.
constexpr std::array<std::string_view, 14> kBalancers = {
    "BLOCK",   "CYCLIC", "RANDOM",     "RCB",      "RIB",    "HSFC", "REFTREE",
    "OCTPART", "GRAPH",  "HYPERGRAPH", "PARMETIS", "JOSTLE", "HIER", "NONE"};

bool is_amount(double value) {
  return std::isfinite(value) && value >= 0.0;
}

void check_numbers(const Node& node, Problems& problems) {
  const std::pair<std::string_view, double> amounts[] = {{"benchmark", node.benchmark},
                                                         {"bandwidth", node.bandwidth},
                                                         {"latency", node.latency},
                                                         {"memory", node.memory},
                                                         {"cores", node.cores}};
  for (const auto& [name, value] : amounts) {
    if (!is_amount(value)) {
      problems.add(node.place, fmt::format("node {}: {} is {}; expected a number of at least 0",
                                           node.id, name, value));
    }
  }
  if (node.id < 0) {
    problems.add(node.place, fmt::format("nodenum is {}; expected 0 or more", node.id));
  }
  if (node.processors < 1 || node.processors > kMaxProcessors) {
    problems.add(node.place, fmt::format("node {}: numprocs is {}; expected 1 to {}", node.id,
                                         node.processors, kMaxProcessors));
  } else if (node.processors > 1 && node.type != NodeType::kMultipleComputing) {
    problems.add(node.place, fmt::format("node {}: numprocs is {} on a {} node; only "
                                         "MULTIPLE_COMPUTING nodes have several processors",
                                         node.id, node.processors, type_name(node.type)));
  }
}

void check_balancing(const Node& node, Problems& problems) {
  if (!node.balancing) {
    return;
  }
  std::string name = node.balancing->name;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
  if (node.type == NodeType::kSingleComputing) {
    problems.add(node.place, fmt::format("node {} has an lmethod and is SINGLE_COMPUTING; only "
                                         "NETWORK and MULTIPLE_COMPUTING nodes divide work",
                                         node.id));
  }
  if (std::ranges::find(kBalancers, name) == kBalancers.end()) {
    problems.add(node.place,
                 fmt::format("node {}: lbm is '{}'; known: {}{}", node.id, node.balancing->name,
                             join(kBalancers), suggestion(name, kBalancers)));
  }
}

using Positions = std::map<int, std::size_t>;

Positions check_ids(const std::vector<Node>& nodes, Problems& problems) {
  Positions positions;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const auto [first, is_new] = positions.emplace(nodes[n].id, n);
    if (!is_new) {
      const std::string where = to_text(nodes[first->second].place);
      problems.add(nodes[n].place, fmt::format("nodenum {} is used twice{}", nodes[n].id,
                                               where.empty() ? "" : "; first at " + where));
    }
  }
  return positions;
}

/// Hosts are found by their names.
void check_names(const std::vector<Node>& nodes, Problems& problems) {
  std::map<std::string_view, int> known;
  for (const Node& node : nodes) {
    if (node.is_computing() && !node.name.empty()) {
      const auto [same, is_new] = known.emplace(node.name, node.id);
      if (!is_new) {
        problems.add(node.place, fmt::format("nodes {} and {} are both called '{}'", same->second,
                                             node.id, node.name));
      }
    }
  }
}

void check_parents(const std::vector<Node>& nodes, const Positions& positions, Problems& problems) {
  const Node* root = nullptr;
  for (const Node& node : nodes) {
    if (node.parent == -1) {
      if (root != nullptr) {
        problems.add(node.place,
                     fmt::format("node {} is a second root (parent -1); node {} is the first",
                                 node.id, root->id));
      }
      root = root == nullptr ? &node : root;
      continue;
    }
    const auto parent = positions.find(node.parent);
    if (parent == positions.end()) {
      problems.add(node.place,
                   fmt::format("node {} has parent {}, which is no node", node.id, node.parent));
    } else if (nodes[parent->second].is_computing()) {
      problems.add(node.place,
                   fmt::format("node {} has parent {}, a {} node; only NETWORK nodes have children",
                               node.id, node.parent, type_name(nodes[parent->second].type)));
    }
  }
  if (root == nullptr) {
    problems.add(nodes.front().place, "no node is the root (parent -1)");
  }
}

/// Follows parents from every node; a walk that meets itself is a cycle, told once.
void check_cycles(const std::vector<Node>& nodes, const Positions& positions, Problems& problems) {
  constexpr std::size_t kDone = kNowhere - 1;
  std::vector<std::size_t> walk(nodes.size(), kNowhere);  // whose walk passed here
  for (std::size_t start = 0; start < nodes.size(); ++start) {
    std::vector<std::size_t> path;
    std::size_t at = start;
    while (at != kNowhere && walk[at] == kNowhere) {
      walk[at] = start;
      path.push_back(at);
      const auto parent = positions.find(nodes[at].parent);
      at = parent == positions.end() ? kNowhere : parent->second;
    }
    if (at != kNowhere && walk[at] == start) {
      std::string names;
      for (auto each = std::find(path.begin(), path.end(), at); each != path.end(); ++each) {
        names += fmt::format("{} -> ", nodes[*each].id);
      }
      problems.add(nodes[at].place, fmt::format("parents form a cycle: {}{}", names, nodes[at].id));
    }
    for (const std::size_t passed : path) {
      walk[passed] = kDone;
    }
  }
}

}  // namespace

std::string_view type_name(NodeType type) {
  switch (type) {
    case NodeType::kNetwork:
      return "NETWORK";
    case NodeType::kSingleComputing:
      return "SINGLE_COMPUTING";
    case NodeType::kMultipleComputing:
      break;
  }
  return "MULTIPLE_COMPUTING";
}

double Node::usable_processors() const {
  return cores > 0.0 ? std::min(cores, static_cast<double>(processors))
                     : static_cast<double>(processors);
}

Tree::Tree(std::vector<Node> nodes, Extras extras)
    : nodes_(std::move(nodes)), extras_(std::move(extras)) {
  if (nodes_.empty()) {
    throw InputError("the machine has no node");
  }
  Problems problems;
  for (const Node& node : nodes_) {
    check_numbers(node, problems);
    check_balancing(node, problems);
  }
  positions_ = check_ids(nodes_, problems);
  check_names(nodes_, problems);
  check_parents(nodes_, positions_, problems);
  check_cycles(nodes_, positions_, problems);
  problems.throw_if_any();
  order();
  if (leaves_.empty()) {
    problems.add(nodes_[root_].place,
                 "no computing node; expected at least one node of type "
                 "SINGLE_COMPUTING or MULTIPLE_COMPUTING");
    problems.throw_if_any();
  }
}

void Tree::order() {
  children_.resize(nodes_.size());
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].parent == -1) {
      root_ = n;
    } else {
      children_[positions_.at(nodes_[n].parent)].push_back(n);
    }
    if (nodes_[n].is_computing()) {
      leaves_.push_back(n);
    }
  }
  std::vector<std::size_t> waiting{root_};
  while (!waiting.empty()) {
    const std::size_t next = waiting.back();
    waiting.pop_back();
    top_down_.push_back(next);
    waiting.insert(waiting.end(), children_[next].rbegin(), children_[next].rend());
  }
}

std::optional<std::size_t> Tree::parent(std::size_t position) const {
  EVENKEEL_EXPECT(position < nodes_.size());
  return nodes_[position].parent == -1 ? std::nullopt : find(nodes_[position].parent);
}

const std::vector<std::size_t>& Tree::children(std::size_t position) const {
  EVENKEEL_EXPECT(position < nodes_.size());
  return children_[position];
}

std::size_t Tree::depth(std::size_t position) const {
  std::size_t steps = 0;
  for (auto up = parent(position); up; up = parent(*up)) {
    ++steps;
  }
  return steps;
}

std::optional<std::size_t> Tree::find(int id) const {
  const auto found = positions_.find(id);
  return found == positions_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> Tree::find(std::string_view name) const {
  const auto found = std::ranges::find_if(nodes_, [&](const Node& node) {
    return !name.empty() && (node.name == name || node.address == name);
  });
  return found == nodes_.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - nodes_.begin()));
}

std::vector<double> Tree::sum_up(std::span<const double> leaf_values) const {
  EVENKEEL_EXPECT(leaf_values.size() == leaves_.size());
  std::vector<double> values(nodes_.size(), 0.0);
  for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
    values[leaves_[leaf]] = leaf_values[leaf];
  }
  for (auto node = top_down_.rbegin(); node != top_down_.rend(); ++node) {
    for (const std::size_t child : children_[*node]) {
      values[*node] += values[child];
    }
  }
  return values;
}

std::vector<double> Tree::processor_ratings() const {
  std::vector<double> ratings;
  for (const std::size_t leaf : leaves_) {
    const Node& node = nodes_[leaf];
    const auto count = static_cast<std::size_t>(node.processors);
    ratings.insert(ratings.end(), count, node.rating() / static_cast<double>(count));
  }
  return ratings;
}

}  // namespace evenkeel::machine
