// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One method's answer to `evenkeel partition`, and its figures.
#pragma once

#include <cstdint>
#include <string>

#include "evenkeel/cli/partition_input.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/traffic.hpp"

namespace evenkeel::cli {

struct Result {
  std::string method;
  partition::Owners owners;    ///< shape [units]; empty where patches have owners of their own
  double seconds = 0.0;        ///< [CPU s]
  partition::Quality quality;  ///< without a cut where patches have owners of their own: NaN
  partition::Traffic traffic;
  double migration_max = 0.0;  ///< most memory one part receives [cells]; NaN likewise
};

/// What \p method does with columns of units.
Result divide_columns(const std::string& name, const partition::Partitioner& method,
                      const PartitionInput& input);

/// What \p method does with the boxes of every level. Those of a units file are its blocks, joined
/// where they touch; their cost factors do not count.
Result divide_patches(const std::string& name, const partition::PatchPartitioner& method,
                      const PartitionInput& input);

/// Whether cells of \p input cost more or less than others of their level.
bool has_costs(const PartitionInput& input);

/// Boxes of all levels before anything is cut.
std::int64_t boxes_before(const PartitionInput& input);

}  // namespace evenkeel::cli
