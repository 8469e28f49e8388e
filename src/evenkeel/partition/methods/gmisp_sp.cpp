// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// G-MISP+SP: blocks refined where the load is, cut by the sequence partitioner.
#include "evenkeel/partition/curve_blocks.hpp"

namespace evenkeel::partition {

void register_gmisp_sp(Registry<Partitioner>& registry) {
  registry.add({.name = "gmisp_sp",
                .summary = "blocks refined where the load is, cut with the least bottleneck",
                .source = "Steensland, Chandra, Parashar 2002; definition of this code",
                .params = grain_params(),
                .make = [](const Params& params) {
                  return std::make_unique<GradedPartitioner>(params, balanced_cuts);
                }});
}

}  // namespace evenkeel::partition
