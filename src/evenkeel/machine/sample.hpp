// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is known of every node of a machine at one moment: the input of capacity metrics.
///
///     {"nodes": [{"name": "a", "parent": "switch1",
///         "rating": 52.43          Mflop/s of one processor
///         "processes": 1           own ones; "cpus": processors
///         "cpu_used": [0.9]        of each own process, [0, 1]; up to 2 counts as 1: clocks differ
///         "cpu_idle": [0.1]        of each processor, [0, 1]
///         "memory_available", "memory_total"     byte
///         "memory_held"            byte of the work it has, free once that is given away
///         "bandwidth", "latency"   byte/s (as measured or forecast), s
///         "interfaces": [{"name": "eth0", "packets_per_s", "bytes_per_s", "speed" [byte/s]}]
///         "share"                  of the work it has now
///         "load"                   jobs that share a processor, its own one included; for
///                                  memory_proactive the work it has now, where "work" is unknown
///         "work"                   it has now, in the unit of history
///         "level"                  finest refinement level it has
///         "seconds"                a step took it
///         "rate", "availability", "forecast"     updates per wall second, processor time it got
///                                  then and is to get [0, 1]
///         "error"                  of its forecasts, as a fraction of them
///         "compute_s", "comm_s", "fault_s"       in the last window
///      }],
///      "memory_needed": 4e9       optional: byte of the whole application; caps all shares
///      "weights": [0.6, 0.1, 0.3] optional: of cpu, memory and bandwidth, as `weighted` learned
///                                 them the last time
///      "history": [{"work", "level", "seconds", "memory" [byte]}]  optional: what steps took}
///
/// Everything may be left out: it is unknown then. A node that others name as parent is a network;
/// parents that are no nodes are networks, too.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/performance_function.hpp"
#include "evenkeel/machine/tree.hpp"

namespace evenkeel::machine {

struct InterfaceSample {
  std::string name;
  double packets_per_second = 0.0;
  std::optional<double> bytes_per_second = {};
  std::optional<double> speed = {};  ///< [byte/s]
};

/// One node. Units as in the table above; nothing: unknown.
struct NodeSample {
  std::string name;
  std::string parent = {};
  bool is_network = false;
  std::optional<double> rating = {};
  std::optional<double> processes = {};
  std::optional<double> cpus = {};
  std::vector<double> cpu_used = {};
  std::vector<double> cpu_idle = {};
  std::optional<double> memory_available = {};
  std::optional<double> memory_total = {};
  std::optional<double> memory_held = {};
  std::optional<double> bandwidth = {};
  std::optional<double> latency = {};
  std::vector<InterfaceSample> interfaces = {};
  std::optional<double> share = {};
  std::optional<double> load = {};
  std::optional<double> work = {};
  std::optional<double> level = {};
  std::optional<double> seconds = {};
  std::optional<double> rate = {};
  std::optional<double> availability = {};
  std::optional<double> forecast = {};
  std::optional<double> error = {};
  std::optional<double> compute_s = {};
  std::optional<double> comm_s = {};
  std::optional<double> fault_s = {};
};

struct Sample {
  std::vector<NodeSample> nodes;
  std::optional<double> memory_needed = {};
  std::optional<CapacityWeights> weights = {};  ///< learned from the sample before
  std::vector<StepSample> history = {};
  /// The user's own rule, for the metric `callback`: any amount >= 0 that a node can take.
  std::function<double(const NodeSample&)> callback = {};
};

/// Positions of the nodes that compute.
std::vector<std::size_t> computing_nodes(const Sample& sample);

/// Reads the table above.
///
/// \param file  for messages
/// \throws InputError naming everything that is wrong and where: no JSON, unknown keys, text for
///         numbers, numbers that are negative or not finite, lists of the wrong length, names
///         twice, parents in a circle, no computing node
Sample parse_sample(std::string_view text, const std::string& file);

/// A machine at rest: every processor idle with a process of its own, all memory free.
Sample sample_of(const Tree& machine);

/// The tree that parents make, under one root. Leaves are computing_nodes(), in that order.
///
/// \throws InputError if parents go in a circle
Tree tree_of(const Sample& sample);

}  // namespace evenkeel::machine
