// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two gathers between the steps.
#include "evenkeel/runtime/distributed_cut.hpp"

#include <numeric>
#include <vector>

namespace evenkeel::runtime {

partition::PartCut distributed_cut(const comm::Communicator& communicator,
                                   std::span<const double> load, std::span<const double> capacity,
                                   int per_processor) {
  const double mine = std::accumulate(load.begin(), load.end(), 0.0);
  const std::vector<double> sums = communicator.gather_all(mine);
  const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
  const std::vector<partition::UnitBlock> own =
      partition::blocks_of(load, partition::block_load(total, capacity.size(), per_processor));
  std::vector<std::size_t> counts;
  const std::vector<partition::UnitBlock> all =
      communicator.gather_all(std::span<const partition::UnitBlock>(own), &counts);
  const auto before = counts.begin() + communicator.rank();
  const std::size_t first = std::accumulate(counts.begin(), before, std::size_t{0});
  return partition::cut_part(load, all, first, capacity);
}

}  // namespace evenkeel::runtime
