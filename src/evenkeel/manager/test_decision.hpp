// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Decisions small enough to work out by hand, for tests.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/manager/manager.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::manager {

inline Manager make_manager(const std::string& policy, const ParamValues& params = {},
                            const History& history = {}) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<Policy> policies;
  register_builtin(policies);
  return Manager(make_methods(partitioners, "ccp"), policies.make(policy, params), history);
}

/// Two ranks, ten equal units of which rank 0 owns six.
class Decision : public testing::Test {
 protected:
  static std::vector<machine::RankRate> known(std::vector<double> rate, double error = 0.001) {
    std::vector<machine::RankRate> rates;
    for (const double r : rate) {
      rates.push_back({.rate = r, .recent = r, .error = error, .age = 0.0, .known = true});
    }
    return rates;
  }

  Observation observe(const std::vector<machine::RankRate>& rates) const {
    return {.units = units_,
            .owners = owners_,
            .rates = rates,
            .step = 8,
            .steps_to_next = 4,
            .step_seconds = 0.6,
            .bytes_per_cell = 1e6,
            .bandwidth = 1e8,
            .partition_seconds = 0.01,
            .rebuild_seconds = 0.02};
  }

  workload::UnitList units_ = partition::row_of_loads(std::vector<double>(10, 1.0));
  partition::Owners owners_ = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
};

}  // namespace evenkeel::manager
