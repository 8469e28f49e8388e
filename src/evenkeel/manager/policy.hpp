// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface of rules that say when and for which capacities to repartition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/core/registry.hpp"
#include "evenkeel/manager/history.hpp"
#include "evenkeel/manager/observation.hpp"
#include "evenkeel/manager/plan.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::manager {

/// A way to deal out units, under the name plans give it.
struct Method {
  std::string name;
  std::unique_ptr<partition::Partitioner> partitioner;
};

/// What a policy chooses from.
struct Methods {
  std::vector<Method> all;     ///< weighed in this order; the first works from scratch
  std::size_t configured = 0;  ///< which of them is as the user has it

  const Method& from_scratch() const { return all.front(); }
  const Method& as_configured() const { return all[configured]; }
};

/// Decides at every base-level regrid whether units get new owners, and which.
///
/// A pure function: all memory is in the History, so the same observations give the same plans on
/// every rank, in the simulator, and after a restart.
class Policy {
 public:
  virtual ~Policy() = default;

  /// \param methods  at least one
  /// \pre a unit of \p now that has an owner has one in [0, ranks)
  virtual Plan decide(const Observation& now, const History& past,
                      const Methods& methods) const = 0;
};

/// Adds every policy in policies/. Generated from the file names there.
void register_builtin(Registry<Policy>& registry);

/// The plan to cut anew by \p method for \p capacity.
Plan repartition_by(const Method& method, const Observation& now, std::vector<double> capacity,
                    std::string reason);

/// Shares by measured rates, equal while no rank has been measured; as memory allows.
std::vector<double> measured_capacity(const Observation& now);

/// Memory of the fullest rank as a part of its cap; infinite where a rank without memory holds
/// cells; 0 without caps.
double fullest_memory(const Observation& now, std::span<const int> owners);

}  // namespace evenkeel::manager
