// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Zoltan's recursive inertial bisection.
#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/adapters/zoltan.hpp"

namespace evenkeel::adapters {
namespace {

class ZoltanRib final : public LibraryPartitioner {
 public:
  ZoltanRib() { start_zoltan(); }

 private:
  std::vector<int> divide(const Task& task) const override {
    return divide_by_zoltan(task, {{"LB_METHOD", "RIB"}});
  }
};

}  // namespace

void register_zoltan_rib(Registry<partition::Partitioner>& registry) {
  registry.add({.name = "zoltan_rib",
                .summary = "recursive inertial bisection, by Zoltan",
                .source = "Devine et al. 2002; Zoltan 3.9, LB_METHOD RIB",
                .make = [](const Params&) { return std::make_unique<ZoltanRib>(); }});
}

}  // namespace evenkeel::adapters
