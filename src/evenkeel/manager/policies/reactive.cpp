// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// reactive: new capacities every so many regrids.
#include <array>

#include <fmt/format.h>

#include "evenkeel/manager/policy.hpp"

namespace evenkeel::manager {
namespace {

constexpr std::array kParams = {ParamSpec{.name = "every",
                                          .unit = "1",
                                          .fallback = 4,
                                          .min = 1,
                                          .max = 1e6,
                                          .help = "regrids between new capacities",
                                          .is_whole = true}};

class Reactive final : public Policy {
 public:
  explicit Reactive(std::int64_t every) : every_(every) {}

  Plan decide(const Observation& now, const History& past, const Methods& methods) const override {
    const bool due = !past.capacity_measured || past.chances % every_ == 0;
    return repartition_by(methods.as_configured(), now,
                          due ? measured_capacity(now) : past.capacity, reason(now, due));
  }

 private:
  std::string reason(const Observation& now, bool due) const {
    if (due && !is_measured(now)) {
      return "equal work until capacities are known";
    }
    return due ? fmt::format("policy reactive takes new capacities every {} regrids", every_)
               : "policy reactive repartitions at every regrid";
  }

  std::int64_t every_;
};

}  // namespace

void register_reactive(Registry<Policy>& registry) {
  registry.add({.name = "reactive",
                .summary = "new capacities every so many regrids, and always repartition",
                .source = "Sinha & Parashar 2002, table 3 (sensing interval)",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Reactive>(static_cast<std::int64_t>(params["every"]));
                }});
}

}  // namespace evenkeel::manager
