// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches by LPT: the longest first, to whom will have finished it first.
#include "evenkeel/partition/patch_dealing.hpp"

namespace evenkeel::partition {
namespace {

class LongestFirst final : public PatchPartitioner {
 public:
  explicit LongestFirst(const Chopping& chopping) : chopping_(chopping) {}

  OwnedPatches assign(const PatchProblem& problem) const override {
    check(problem);
    return deal_levels(problem, {chopping_, deal_longest_first});
  }

 private:
  Chopping chopping_;
};

}  // namespace

void register_patch_lpt(Registry<PatchPartitioner>& registry) {
  registry.add({.name = "patch_lpt",
                .summary = "patches of each level, chopped, the longest first to the soonest done",
                .source = "Graham 1969; Gonzalez, Ibarra, Sahni 1977; Li 2005, section 2.6",
                .params = chopping_params(),
                .make = [](const Params& params) {
                  return std::make_unique<LongestFirst>(chopping(params));
                }});
}

}  // namespace evenkeel::partition
