// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// none: what a user of an unmanaged code has.
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/manager/policy.hpp"

namespace evenkeel::manager {
namespace {

class None final : public Policy {
 public:
  Plan decide(const Observation& now, const History&, const Methods& methods) const override {
    return repartition_by(methods.as_configured(), now, machine::equal_capacity(now.rates.size()),
                          "policy none keeps the work of all ranks equal at every regrid");
  }
};

}  // namespace

void register_none(Registry<Policy>& registry) {
  registry.add({.name = "none",
                .summary = "equal work at every regrid, whatever the ranks can do",
                .source = "Sinha & Parashar 2002, section 6 (the default it is compared with)",
                .make = [](const Params&) { return std::make_unique<None>(); }});
}

}  // namespace evenkeel::manager
