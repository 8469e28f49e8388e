// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Block distribution: slabs along the first axis, base cells by capacity.
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/slabs.hpp"

namespace evenkeel::partition {
namespace {

class SlabsAlongX final : public Partitioner {
 public:
  Owners assign(const Problem& problem) const override { return cut_into_slabs(problem, 1); }
};

}  // namespace

void register_block_x(Registry<Partitioner>& registry) {
  registry.add({.name = "block_x",
                .summary = "slabs along the first axis, base cells by capacity, refinement ignored",
                .source = "Sinha & Parashar 2002, section 4.1 (DAGH block distributions)",
                .make = [](const Params&) { return std::make_unique<SlabsAlongX>(); }});
}

}  // namespace evenkeel::partition
