// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Zoltan's hypergraph partitioner, on the graph of faces.
#include <array>

#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/adapters/zoltan.hpp"

namespace evenkeel::adapters {
namespace {

constexpr std::array kParams = {ParamSpec{.name = "imbalance",
                                          .unit = "1",
                                          .fallback = 0.02,
                                          .min = 0.001,
                                          .max = 1.0,
                                          .help = "how far above its share a part may come"},
                                ParamSpec{.name = "seed",
                                          .unit = "1",
                                          .fallback = 1,
                                          .min = 1,
                                          .max = 1e9,
                                          .help = "of chance",
                                          .is_whole = true}};

class ZoltanPhg final : public LibraryPartitioner {
 public:
  explicit ZoltanPhg(const Params& params)
      : settings_({{"LB_METHOD", "HYPERGRAPH"},
                   {"HYPERGRAPH_PACKAGE", "PHG"},
                   {"LB_APPROACH", "PARTITION"},
                   {"IMBALANCE_TOL", std::to_string(1.0 + params["imbalance"])},
                   {"SEED", std::to_string(static_cast<int>(params["seed"]))}}) {
    start_zoltan();
  }

 private:
  std::vector<int> divide(const Task& task) const override {
    return divide_by_zoltan(task, settings_);
  }

  ZoltanSettings settings_;
};

}  // namespace

void register_zoltan_phg(Registry<partition::Partitioner>& registry) {
  registry.add({.name = "zoltan_phg",
                .summary = "multilevel hypergraph partitioning of faces, by Zoltan",
                .source = "Devine et al. 2006; Zoltan 3.9, LB_METHOD HYPERGRAPH",
                .params = kParams,
                .make = [](const Params& params) { return std::make_unique<ZoltanPhg>(params); }});
}

}  // namespace evenkeel::adapters
