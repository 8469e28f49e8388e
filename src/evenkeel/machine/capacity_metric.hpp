// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface of rules that turn what is known of a machine into shares of the work.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/core/registry.hpp"
#include "evenkeel/machine/sample.hpp"

namespace evenkeel::machine {

/// Shares of the computing nodes, and where they come from.
struct Shares {
  std::vector<double> share;                          ///< [computing nodes] sums to 1
  std::map<std::string, std::vector<double>> detail;  ///< intermediate results by name
  std::vector<std::string> unknown = {};              ///< fields that were missing: "a.cpu_idle"
  std::optional<CapacityWeights> weights = {};        ///< learned: they go into the next sample
};

/// Gives each computing node its share of the work.
///
/// A pure function of the sample. Missing values are the mean of the others'; where a metric cannot
/// do without a field that nobody has, it says so.
class CapacityMetric {
 public:
  virtual ~CapacityMetric() = default;

  /// \pre \p sample has a computing node
  /// \throws InputError if a field that the metric needs is known of no node
  virtual Shares shares(const Sample& sample) const = 0;
};

/// Adds every metric in capacities/. Generated from the file names there.
void register_builtin(Registry<CapacityMetric>& registry);

/// Shares by \p metric such that each node has room for its part of sample.memory_needed.
///
/// \throws InputError as the metric does, or if all memory together is less than needed
Shares capacity_shares(const CapacityMetric& metric, const Sample& sample);

/// The nearest shares that exceed no cap: nodes above their cap get the cap, the others what is
/// left in proportion to their shares, in turn (water-filling). Nodes with share 0 get something
/// only where caps leave no other way.
///
/// \param share  shape [nodes], sums to 1
/// \param cap    shape [nodes], >= 0, sum >= 1
std::vector<double> fill_under_caps(std::span<const double> share, std::span<const double> cap);

/// One field of all computing nodes. Where it is not known the mean of the others', noted in \p
/// unknown; \p fallback where nobody knows it.
std::vector<double> known_or_mean(const Sample& sample, std::optional<double> NodeSample::* field,
                                  std::string_view name, double fallback,
                                  std::vector<std::string>& unknown);

/// Whether any computing node has \p field.
bool is_known(const Sample& sample, std::optional<double> NodeSample::* field);

/// The shares in force, as sample says; equal where it says nothing.
std::vector<double> current_shares(const Sample& sample);

}  // namespace evenkeel::machine
