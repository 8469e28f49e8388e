// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Relations between the nodes of a sample.
#include "evenkeel/machine/sample.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace evenkeel::machine {
namespace {

Node node_of(int id, NodeType type, const std::string& name, int parent) {
  Node node;
  node.id = id;
  node.type = type;
  node.name = name;
  node.parent = parent;
  return node;
}

/// A number of a description; nothing where it is 0, which is unknown there. Products of it stay
/// finite.
std::optional<double> amount(double value) {
  constexpr double kLargest = 1e30;
  return value > 0.0 ? std::optional(std::min(value, kLargest)) : std::nullopt;
}

/// By which nodes refer to each other: all different. Hosts keep theirs, which differ; networks may
/// be called alike, and any node may have no name.
std::vector<std::string> names_of(const Tree& machine) {
  std::set<std::string> taken;
  for (const std::size_t leaf : machine.leaves()) {
    taken.insert(machine[leaf].name);
  }
  std::vector<std::string> names;
  for (const Node& node : machine.nodes()) {
    const bool keeps = node.is_computing() && !node.name.empty();
    const std::string number = std::to_string(node.id);
    std::string name = node.name.empty() ? "node" + number : node.name;
    while (!keeps && !taken.insert(name).second) {
      name += "#" + number;
    }
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

std::vector<std::size_t> computing_nodes(const Sample& sample) {
  std::vector<std::size_t> nodes;
  for (std::size_t node = 0; node < sample.nodes.size(); ++node) {
    if (!sample.nodes[node].is_network) {
      nodes.push_back(node);
    }
  }
  return nodes;
}

Sample sample_of(const Tree& machine) {
  Sample sample;
  const std::vector<std::string> names = names_of(machine);
  for (std::size_t position = 0; position < machine.size(); ++position) {
    const Node& node = machine[position];
    NodeSample each{.name = names[position]};
    each.is_network = !node.is_computing();
    if (const auto parent = machine.parent(position)) {
      each.parent = names[*parent];
    }
    if (node.is_computing()) {
      const auto cpus = static_cast<std::size_t>(node.processors);
      each.rating = amount(node.benchmark);
      each.processes = each.cpus = static_cast<double>(cpus);
      each.cpu_used.assign(cpus, 0.0);
      each.cpu_idle.assign(cpus, node.usable_processors() / static_cast<double>(cpus));
      each.memory_available = each.memory_total = amount(node.memory);
      each.bandwidth = amount(node.bandwidth);
      each.latency = amount(node.latency);
    }
    sample.nodes.push_back(std::move(each));
  }
  return sample;
}

Tree tree_of(const Sample& sample) {
  std::map<std::string, int> networks;
  std::vector<Node> nodes = {node_of(0, NodeType::kNetwork, "machine", -1)};
  for (std::size_t k = 0; k < sample.nodes.size(); ++k) {
    const NodeSample& from = sample.nodes[k];
    Node node = node_of(static_cast<int>(k) + 1, NodeType::kSingleComputing, from.name, 0);
    node.benchmark = from.rating.value_or(0.0);
    if (from.is_network) {
      node.type = NodeType::kNetwork;
      networks[from.name] = node.id;
    } else if (from.cpus.value_or(1.0) > 1.0) {
      node.type = NodeType::kMultipleComputing;
      node.processors = static_cast<int>(*from.cpus);
    }
    nodes.push_back(std::move(node));
  }
  const std::size_t named = nodes.size();
  for (std::size_t k = 1; k < named; ++k) {
    const std::string& parent = sample.nodes[k - 1].parent;
    if (parent.empty()) {
      continue;
    }
    const auto [network, is_new] = networks.emplace(parent, static_cast<int>(nodes.size()));
    if (is_new) {
      nodes.push_back(node_of(network->second, NodeType::kNetwork, parent, 0));
    }
    nodes[k].parent = network->second;
  }
  return Tree(std::move(nodes));
}

}  // namespace evenkeel::machine
