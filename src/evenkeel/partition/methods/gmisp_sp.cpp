// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// G-MISP+SP: blocks refined where the load is, cut by the sequence partitioner.
#include "evenkeel/partition/curve_blocks.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

class MultilevelSequence final : public Partitioner {
 public:
  explicit MultilevelSequence(double grain) : grain_(grain) {}

  Owners assign(const Problem& problem) const override {
    return cut_graded_blocks(problem, grain_, balanced_cuts);
  }

 private:
  double grain_;
};

}  // namespace

void register_gmisp_sp(Registry<Partitioner>& registry) {
  registry.add({.name = "gmisp_sp",
                .summary = "blocks refined where the load is, cut with the least bottleneck",
                .source = "Steensland, Chandra, Parashar 2002; definition of this code",
                .params = grain_params(),
                .make = [](const Params& params) {
                  return std::make_unique<MultilevelSequence>(params["grain"]);
                }});
}

}  // namespace evenkeel::partition
