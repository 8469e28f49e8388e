// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// drum_power: processing and communication power of nodes, combined up the machine's tree.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/node_use.hpp"

namespace evenkeel::machine {
namespace {

constexpr std::array<std::string_view, 3> kComm = {"caf", "available", "nws"};
constexpr std::array<std::string_view, 3> kWeightFrom = {"given", "times", "counters"};
constexpr double kMaxWeight = 0.25;  ///< of communication, where it is found automatically
constexpr double kLeastFree = 0.05;  ///< of a link, however busy it is

constexpr std::array kParams = {
    ParamSpec{.name = "comm",
              .unit = "",
              .fallback = 0.0,
              .help =
                  "communication power from packet counts (caf), from what interfaces leave free "
                  "(available), or from measured or forecast bandwidth (nws)",
              .choices = kComm},
    ParamSpec{.name = "weight",
              .unit = "1",
              .fallback = 0.1,
              .min = 0.0,
              .max = 1.0,
              .help = "of communication; above 0.5 is inappropriate"},
    ParamSpec{.name = "weight_from",
              .unit = "",
              .fallback = 0.0,
              .help = "the weight given, or the share of communication in compute_s and comm_s, or "
                      "the use of the interfaces; the last two at most 0.25",
              .choices = kWeightFrom},
    ParamSpec{.name = "memory_threshold",
              .unit = "1",
              .fallback = 0.1,
              .min = 0.0,
              .max = 1.0,
              .help = "free share of memory below which the power shrinks; 0: never"}};

struct Settings {
  std::string comm;
  double weight;
  std::string weight_from;
  double memory_threshold;
};

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

/// Free bandwidth of the interfaces of a node, on average [byte/s]; 0 where no speed is known.
double free_bandwidth(const NodeSample& node) {
  std::vector<double> free;
  for (const InterfaceSample& interface : node.interfaces) {
    if (interface.name != "lo" && interface.speed.value_or(0.0) > 0.0) {
      const double speed = *interface.speed;
      free.push_back(
          std::max(speed - interface.bytes_per_second.value_or(0.0), kLeastFree * speed));
    }
  }
  return mean(free);
}

/// min(1, free share / threshold).                                       (algorithms 5.3.5)
double memory_factor(const NodeSample& node, double threshold) {
  const bool known = node.memory_available && node.memory_total && *node.memory_total > 0.0;
  return known && threshold > 0.0
             ? std::min(1.0, *node.memory_available / *node.memory_total / threshold)
             : 1.0;
}

/// Share of communication in the time of all nodes.
double weight_by_times(const Sample& sample) {
  double compute = 0.0;
  double communicate = 0.0;
  for (const std::size_t node : computing_nodes(sample)) {
    compute += sample.nodes[node].compute_s.value_or(0.0);
    communicate += sample.nodes[node].comm_s.value_or(0.0);
  }
  if (!is_known(sample, &NodeSample::comm_s) || compute + communicate <= 0.0) {
    throw InputError("weight_from = times needs comm_s of a node, and time that was taken");
  }
  return std::min(kMaxWeight, communicate / (compute + communicate));
}

/// Mean use of all interfaces whose speed is known.
double weight_by_counters(const Sample& sample) {
  std::vector<double> use;
  for (const std::size_t node : computing_nodes(sample)) {
    for (const InterfaceSample& interface : sample.nodes[node].interfaces) {
      if (interface.name != "lo" && interface.speed.value_or(0.0) > 0.0) {
        use.push_back(interface.bytes_per_second.value_or(0.0) / *interface.speed);
      }
    }
  }
  if (use.empty()) {
    throw InputError("weight_from = counters needs the speed of an interface; none is known");
  }
  return std::min(kMaxWeight, mean(use));
}

/// Communication powers of networks by their own packets, shape [nodes of \p tree]; empty if that
/// of one is not known. One without siblings shares with nobody.        (Faik et al. 2004, 3.3.2)
std::vector<double> probed_networks(const Sample& sample, const Tree& tree) {
  std::vector<double> powers(tree.size(), 0.0);
  for (std::size_t position = 0; position < tree.size(); ++position) {
    const auto parent = tree.parent(position);
    if (tree[position].is_computing() || !parent || tree.children(*parent).size() == 1) {
      continue;
    }
    std::vector<std::string> ignored;  // the tree has the sample's nodes below a root of its own
    powers[position] = position <= sample.nodes.size()
                           ? communication_power(use_of(sample.nodes[position - 1], ignored))
                           : 0.0;
    if (powers[position] == 0.0) {
      return {};
    }
  }
  return powers;
}

class DrumPower final : public CapacityMetric {
 public:
  explicit DrumPower(Settings settings) : settings_(std::move(settings)) {}

  Shares shares(const Sample& sample) const override {
    Shares result;
    const std::vector<std::size_t> nodes = computing_nodes(sample);
    std::vector<double> processing = ratings(sample, result.unknown);
    std::vector<double> potential = processing;
    std::vector<double> communication = bandwidths(sample, result.unknown);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const NodeSample& node = sample.nodes[nodes[k]];
      const NodeUse use = use_of(node, result.unknown);
      potential[k] = potential_power(processing[k], use);
      processing[k] = processing_power(processing[k], use);
      if (use.used.empty()) {
        communication[k] = 0.0;  // no process, nobody to work                   (algorithms 5.3.1)
      } else if (settings_.comm == "caf") {
        communication[k] = communication_power(use);
      } else if (settings_.comm == "available") {
        communication[k] = free_bandwidth(node);
      }
    }
    const double weight = settings_.weight_from == "times"      ? weight_by_times(sample)
                          : settings_.weight_from == "counters" ? weight_by_counters(sample)
                                                                : settings_.weight;
    const Tree tree = tree_of(sample);
    const bool is_caf = settings_.comm == "caf";
    const Powers powers =
        node_powers(tree, processing, communication, weight,
                    is_caf ? CommunicationSource::kActivity : CommunicationSource::kBandwidth,
                    is_caf ? probed_networks(sample, tree) : std::vector<double>());
    result.share = leaf_shares(tree, powers);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      result.share[k] *= memory_factor(sample.nodes[nodes[k]], settings_.memory_threshold);
    }
    result.share = normalise(result.share);
    result.detail = {{"processing", processing},
                     {"potential", potential},
                     {"communication", communication},
                     {"weight", {weight}}};
    return result;
  }

 private:
  std::vector<double> bandwidths(const Sample& sample, std::vector<std::string>& unknown) const {
    std::vector<std::string> ignored;
    return known_or_mean(sample, &NodeSample::bandwidth, "bandwidth", 0.0,
                         settings_.comm == "nws" ? unknown : ignored);
  }

  Settings settings_;
};

}  // namespace

void register_drum_power(Registry<CapacityMetric>& registry) {
  registry.add({.name = "drum_power",
                .summary = "processing and communication power up the machine's tree",
                .source = "Faik et al. 2004, section 3.3; Teresco et al. 2005, section 5",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<DrumPower>(Settings{
                      std::string(params.choice("comm")), params["weight"],
                      std::string(params.choice("weight_from")), params["memory_threshold"]});
                }});
}

}  // namespace evenkeel::machine
