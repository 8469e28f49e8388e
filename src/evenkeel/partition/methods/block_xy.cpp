// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Block distribution: bars across the first two axes, base cells by capacity.
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/slabs.hpp"

namespace evenkeel::partition {
namespace {

class BarsAlongXy final : public Partitioner {
 public:
  Owners assign(const Problem& problem) const override { return cut_into_slabs(problem, 2); }
};

}  // namespace

void register_block_xy(Registry<Partitioner>& registry) {
  registry.add(
      {.name = "block_xy",
       .summary = "bars across the first two axes, base cells by capacity, refinement ignored",
       .source = "Sinha & Parashar 2002, section 4.1 (DAGH block distributions)",
       .make = [](const Params&) { return std::make_unique<BarsAlongXy>(); }});
}

}  // namespace evenkeel::partition
