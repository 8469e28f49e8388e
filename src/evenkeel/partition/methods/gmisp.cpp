// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// G-MISP: blocks refined where the load is, in curve order, cut at the shares.
#include "evenkeel/partition/curve_blocks.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

class Multilevel final : public Partitioner {
 public:
  explicit Multilevel(double grain) : grain_(grain) {}

  Owners assign(const Problem& problem) const override {
    return cut_graded_blocks(problem, grain_, cut_at_shares);
  }

 private:
  double grain_;
};

}  // namespace

void register_gmisp(Registry<Partitioner>& registry) {
  registry.add(
      {.name = "gmisp",
       .summary = "blocks refined where the load is, cut at the capacity shares",
       .source = "Steensland, Chandra, Parashar 2002; definition of this code",
       .params = grain_params(),
       .make = [](const Params& params) { return std::make_unique<Multilevel>(params["grain"]); }});
}

}  // namespace evenkeel::partition
