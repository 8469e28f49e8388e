// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all capacity metrics share: missing values and memory caps.
#include "evenkeel/machine/capacity_metric.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/capacity.hpp"

namespace evenkeel::machine {

namespace {

/// Deals \p left out in proportion to what is \p wanted. A node that gets more than its cap has the
/// cap of it, and wants no more. \returns whether there was one: then what is left wants another
/// round
bool pour(double& left, std::span<double> wanted, std::span<const double> cap,
          std::span<double> filled) {
  const double all = std::accumulate(wanted.begin(), wanted.end(), 0.0);
  double taken = 0.0;
  bool found_full = false;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (wanted[k] > 0.0) {
      filled[k] = left * wanted[k] / all;
      if (filled[k] > cap[k]) {
        filled[k] = cap[k];
        taken += cap[k];
        wanted[k] = 0.0;
        found_full = true;
      }
    }
  }
  left -= taken;
  return found_full;
}

/// Deals what is missing to 1 to the nodes by the room they have.
void pour_into_room(std::span<const double> cap, std::span<double> filled) {
  const double missing = 1.0 - std::accumulate(filled.begin(), filled.end(), 0.0);
  double room = 0.0;
  for (std::size_t k = 0; k < cap.size(); ++k) {
    room += cap[k] - std::min(cap[k], filled[k]);
  }
  if (missing > 1e-12 && room > 0.0) {
    for (std::size_t k = 0; k < cap.size(); ++k) {
      filled[k] += missing * (cap[k] - std::min(cap[k], filled[k])) / room;
    }
  }
}

}  // namespace

bool is_known(const Sample& sample, std::optional<double> NodeSample::* field) {
  return std::ranges::any_of(computing_nodes(sample), [&](std::size_t node) {
    return (sample.nodes[node].*field).has_value();
  });
}

std::vector<double> known_or_mean(const Sample& sample, std::optional<double> NodeSample::* field,
                                  std::string_view name, double fallback,
                                  std::vector<std::string>& unknown) {
  const std::vector<std::size_t> nodes = computing_nodes(sample);
  double mean = fallback;
  double count = 0.0;
  for (const std::size_t node : nodes) {
    if (const std::optional<double>& value = sample.nodes[node].*field) {
      count += 1.0;
      mean = count > 1.0 ? mean + (*value - mean) / count : *value;  // no sum to overflow
    }
  }
  std::vector<double> values;
  for (const std::size_t node : nodes) {
    const NodeSample& each = sample.nodes[node];
    if (!(each.*field)) {
      unknown.push_back(fmt::format("{}.{}", each.name, name));
    }
    values.push_back((each.*field).value_or(mean));
  }
  return values;
}

std::vector<double> current_shares(const Sample& sample) {
  std::vector<std::string> unknown;
  return normalise(known_or_mean(sample, &NodeSample::share, "share", 1.0, unknown));
}

std::vector<double> fill_under_caps(std::span<const double> share, std::span<const double> caps) {
  EVENKEEL_EXPECT(share.size() == caps.size());
  std::vector<double> cap(caps.begin(), caps.end());
  std::ranges::for_each(cap, [](double& each) { each = std::min(each, 1.0); });
  std::vector<double> filled(share.size(), 0.0);
  std::vector<double> wanted(share.begin(), share.end());
  double left = 1.0;
  while (pour(left, wanted, cap, filled)) {
  }
  // Whoever wanted something is full: the rest goes to those with share 0.
  pour_into_room(cap, filled);
  return filled;
}

Shares capacity_shares(const CapacityMetric& metric, const Sample& sample) {
  Shares shares = metric.shares(sample);
  if (!sample.memory_needed || *sample.memory_needed <= 0.0) {
    return shares;
  }
  std::vector<double> cap;
  double sum = 0.0;
  for (const std::size_t node : computing_nodes(sample)) {
    const NodeSample& each = sample.nodes[node];
    const double room = each.memory_available.value_or(0.0) + each.memory_held.value_or(0.0);
    cap.push_back(each.memory_available ? room / *sample.memory_needed : 1.0);
    sum += cap.back();
  }
  constexpr double kRounding = 1e-12;
  if (sum < 1.0 - kRounding) {
    throw InputError(fmt::format("the application needs {} of memory, all nodes together have {}",
                                 human_bytes(*sample.memory_needed),
                                 human_bytes(sum * *sample.memory_needed)));
  }
  shares.detail["without_memory_caps"] = shares.share;
  shares.detail["memory_caps"] = cap;
  shares.share = fill_under_caps(shares.share, cap);
  return shares;
}

}  // namespace evenkeel::machine
