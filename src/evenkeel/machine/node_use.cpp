// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From fields of a sample to the terms of DRUM's formulas.
#include "evenkeel/machine/node_use.hpp"

#include <fmt/format.h>

#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::machine {

NodeUse use_of(const NodeSample& node, std::vector<std::string>& unknown) {
  NodeUse use{.used = node.cpu_used, .idle = node.cpu_idle, .packets = {}};
  const auto cpus = static_cast<std::size_t>(node.cpus.value_or(1.0));
  if (use.idle.empty() && cpus > 0) {
    unknown.push_back(fmt::format("{}.cpu_idle", node.name));
    use.idle.assign(cpus, 1.0);
  }
  const auto processes =
      node.processes ? static_cast<std::size_t>(*node.processes) : use.idle.size();
  if (use.used.empty() && processes > 0) {
    if (!node.processes) {
      unknown.push_back(fmt::format("{}.processes", node.name));
    }
    unknown.push_back(fmt::format("{}.cpu_used", node.name));
    use.used.assign(processes, 0.0);
  }
  for (const InterfaceSample& interface : node.interfaces) {
    if (interface.name != "lo" && interface.packets_per_second > 0.0) {
      use.packets.push_back(interface.packets_per_second);
    }
  }
  return use;
}

std::vector<double> ratings(const Sample& sample, std::vector<std::string>& unknown) {
  return known_or_mean(sample, &NodeSample::rating, "rating", 1.0, unknown);
}

std::vector<double> available_power(const Sample& sample, std::vector<std::string>& unknown) {
  std::vector<double> power = ratings(sample, unknown);
  const std::vector<std::size_t> nodes = computing_nodes(sample);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const NodeUse use = use_of(sample.nodes[nodes[k]], unknown);
    power[k] = use.used.empty() ? potential_power(power[k], use) : processing_power(power[k], use);
  }
  return power;
}

}  // namespace evenkeel::machine
