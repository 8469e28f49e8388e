// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Zoltan's Hilbert curve through the middles of units.
#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/adapters/zoltan.hpp"

namespace evenkeel::adapters {
namespace {

class ZoltanHsfc final : public LibraryPartitioner {
 public:
  ZoltanHsfc() { start_zoltan(); }

 private:
  std::vector<int> divide(const Task& task) const override {
    return divide_by_zoltan(task, {{"LB_METHOD", "HSFC"}});
  }
};

}  // namespace

void register_zoltan_hsfc(Registry<partition::Partitioner>& registry) {
  registry.add({.name = "zoltan_hsfc",
                .summary = "Hilbert curve through the middles of units, by Zoltan",
                .source = "Devine et al. 2002; Zoltan 3.9, LB_METHOD HSFC",
                .make = [](const Params&) { return std::make_unique<ZoltanHsfc>(); }});
}

}  // namespace evenkeel::adapters
