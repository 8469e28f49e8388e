// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Deals networks out to computing nodes.
#include "evenkeel/machine/representatives.hpp"

namespace evenkeel::machine {
namespace {

bool is_below(const Tree& tree, std::size_t node, std::size_t network) {
  std::optional<std::size_t> up = tree.parent(node);
  while (up && *up != network) {
    up = tree.parent(*up);
  }
  return up.has_value();
}

}  // namespace

std::vector<std::optional<std::size_t>> representatives(const Tree& tree,
                                                        std::span<const std::size_t> hosts) {
  std::vector<std::optional<std::size_t>> chosen(tree.size());
  std::vector<int> duties(tree.size(), 0);
  for (std::size_t network = 0; network < tree.size(); ++network) {
    const Node& node = tree[network];
    if (node.is_computing() || !node.is_monitorable || node.address.empty()) {
      continue;
    }
    for (const std::size_t host : hosts) {
      const bool is_better = !chosen[network] || duties[host] < duties[*chosen[network]];
      if (is_better && is_below(tree, host, network)) {
        chosen[network] = host;
      }
    }
    if (chosen[network]) {
      ++duties[*chosen[network]];
    }
  }
  return chosen;
}

std::vector<std::vector<std::size_t>> cliques(const Tree& tree) {
  std::vector<std::vector<std::size_t>> found;
  for (const std::size_t network : tree.top_down()) {
    std::vector<std::size_t> siblings;
    for (const std::size_t child : tree.children(network)) {
      if (tree[child].is_computing()) {
        siblings.push_back(child);
      }
    }
    if (siblings.size() > 1) {
      found.push_back(std::move(siblings));
    }
  }
  return found;
}

}  // namespace evenkeel::machine
