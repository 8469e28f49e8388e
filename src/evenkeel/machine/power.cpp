// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Processing and communication power, up and down the tree.
#include "evenkeel/machine/power.hpp"

#include <algorithm>
#include <numeric>

#include "evenkeel/machine/capacity.hpp"

namespace evenkeel::machine {
namespace {

/// Clamped to [0, 1], because counters of different clocks may say more than all.
double sum_of_fractions(const std::vector<double>& fractions) {
  return std::accumulate(fractions.begin(), fractions.end(), 0.0,
                         [](double sum, double each) { return sum + std::clamp(each, 0.0, 1.0); });
}

std::vector<double> of_children(const std::vector<std::size_t>& children,
                                const std::vector<double>& values) {
  std::vector<double> own;
  for (const std::size_t child : children) {
    own.push_back(values[child]);
  }
  return own;
}

/// Communication powers of siblings as fractions. One that computes but was never seen to
/// communicate gets that of the best.
std::vector<double> communication_fractions(std::vector<double> own,
                                            const std::vector<double>& processing) {
  const double best = *std::ranges::max_element(own);
  for (std::size_t n = 0; n < own.size(); ++n) {
    own[n] = own[n] == 0.0 && processing[n] > 0.0 ? best : own[n];
  }
  return normalise(own);
}

/// Activity adds up the tree, and power is one over it; or power adds up itself. Networks without
/// known activity have 0.
std::vector<double> communication_up(const Tree& tree, std::span<const double> leaves,
                                     CommunicationSource source) {
  if (source == CommunicationSource::kBandwidth) {
    return tree.sum_up(leaves);
  }
  std::vector<double> activity(leaves.size());
  std::ranges::transform(leaves, activity.begin(),
                         [](double power) { return power > 0.0 ? 1.0 / power : 0.0; });
  std::vector<double> power = tree.sum_up(activity);
  for (double& each : power) {
    each = each > 0.0 ? 1.0 / each : 0.0;
  }
  return power;
}

}  // namespace

double processing_power(double benchmark, const NodeUse& use) {
  const double processes = static_cast<double>(use.used.size());
  const double used = sum_of_fractions(use.used);
  return benchmark * (used + std::min(processes - used, sum_of_fractions(use.idle)));
}

double potential_power(double benchmark, const NodeUse& use) {
  return benchmark * (sum_of_fractions(use.used) + sum_of_fractions(use.idle));
}

double communication_power(const NodeUse& use) {
  double sum = 0.0;
  double count = 0.0;
  for (const double packets : use.packets) {
    sum += packets > 0.0 ? packets : 0.0;
    count += packets > 0.0 ? 1.0 : 0.0;
  }
  return count > 0.0 ? count / sum : 0.0;
}

Powers node_powers(const Tree& tree, std::span<const double> processing,
                   std::span<const double> communication, double weight, CommunicationSource source,
                   std::span<const double> networks) {
  EVENKEEL_EXPECT(weight >= 0.0 && weight <= 1.0);
  EVENKEEL_EXPECT(communication.size() == tree.leaves().size());
  Powers powers{tree.sum_up(processing), communication_up(tree, communication, source),
                std::vector<double>(tree.size(), 0.0)};
  for (std::size_t node = 0; node < networks.size(); ++node) {
    if (!tree[node].is_computing()) {
      powers.communication[node] = networks[node];
    }
  }
  powers.power[tree.root()] = 1.0;
  for (const std::size_t node : tree.top_down()) {
    const std::vector<std::size_t>& children = tree.children(node);
    if (children.empty()) {
      continue;
    }
    const std::vector<double> p = of_children(children, powers.processing);
    const std::vector<double> c = of_children(children, powers.communication);
    const double here = *std::ranges::max_element(c) > 0.0 ? weight : 0.0;
    const std::vector<double> p_share = normalise(p);
    const std::vector<double> c_share = communication_fractions(c, p);
    for (std::size_t n = 0; n < children.size(); ++n) {
      powers.power[children[n]] =
          powers.power[node] * (here * c_share[n] + (1.0 - here) * p_share[n]);
    }
  }
  return powers;
}

std::vector<double> leaf_shares(const Tree& tree, const Powers& powers) {
  std::vector<double> shares;
  for (const std::size_t leaf : tree.leaves()) {
    shares.push_back(powers.power[leaf]);
  }
  return normalise(shares);
}

}  // namespace evenkeel::machine
