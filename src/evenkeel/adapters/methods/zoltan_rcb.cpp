// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Zoltan's recursive coordinate bisection.
#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/adapters/zoltan.hpp"

namespace evenkeel::adapters {
namespace {

class ZoltanRcb final : public LibraryPartitioner {
 public:
  ZoltanRcb() { start_zoltan(); }

 private:
  std::vector<int> divide(const Task& task) const override {
    return divide_by_zoltan(task, {{"LB_METHOD", "RCB"}});
  }
};

}  // namespace

void register_zoltan_rcb(Registry<partition::Partitioner>& registry) {
  registry.add({.name = "zoltan_rcb",
                .summary = "recursive coordinate bisection, by Zoltan",
                .source = "Devine et al. 2002; Zoltan 3.9, LB_METHOD RCB",
                .make = [](const Params&) { return std::make_unique<ZoltanRcb>(); }});
}

}  // namespace evenkeel::adapters
