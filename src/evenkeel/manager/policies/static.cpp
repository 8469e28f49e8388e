// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// static: capacities once and for all.
#include "evenkeel/manager/policy.hpp"

namespace evenkeel::manager {
namespace {

class Static final : public Policy {
 public:
  Plan decide(const Observation& now, const History& past, const Methods& methods) const override {
    if (past.capacity_timed) {
      return repartition_by(methods.as_configured(), now, past.capacity,
                            "policy static keeps the first capacities at every regrid");
    }
    return repartition_by(methods.as_configured(), now, measured_capacity(now),
                          !is_measured(now) ? "equal work until capacities are known"
                          : is_timed(now)   ? "policy static takes these capacities for good"
                                            : "policy static takes these capacities until ranks "
                                              "have been timed");
  }
};

}  // namespace

void register_static(Registry<Policy>& registry) {
  registry.add({.name = "static",
                .summary = "the capacities given or first measured, at every regrid",
                .source = "Sinha & Parashar 2002, table 2 (sensing once)",
                .make = [](const Params&) { return std::make_unique<Static>(); }});
}

}  // namespace evenkeel::manager
