// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Block distribution: boxes across all axes, base cells by capacity.
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/slabs.hpp"

namespace evenkeel::partition {
namespace {

class BoxesAlongAll final : public Partitioner {
 public:
  Owners assign(const Problem& problem) const override { return cut_into_slabs(problem, 3); }
};

}  // namespace

void register_block_all(Registry<Partitioner>& registry) {
  registry.add({.name = "block_all",
                .summary = "boxes across all axes, base cells by capacity, refinement ignored",
                .source = "Sinha & Parashar 2002, section 4.1 (DAGH block distributions)",
                .make = [](const Params&) { return std::make_unique<BoxesAlongAll>(); }});
}

}  // namespace evenkeel::partition
