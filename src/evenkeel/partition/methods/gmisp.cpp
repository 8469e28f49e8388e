// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// G-MISP: blocks refined where the load is, in curve order, cut at the shares.
#include "evenkeel/partition/curve_blocks.hpp"

namespace evenkeel::partition {

void register_gmisp(Registry<Partitioner>& registry) {
  registry.add({.name = "gmisp",
                .summary = "blocks refined where the load is, cut at the capacity shares",
                .source = "Steensland, Chandra, Parashar 2002; definition of this code",
                .params = grain_params(),
                .make = [](const Params& params) {
                  return std::make_unique<GradedPartitioner>(params, cut_at_shares);
                }});
}

}  // namespace evenkeel::partition
