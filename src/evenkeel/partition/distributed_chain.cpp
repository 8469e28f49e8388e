// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Blocks first, then units between cuts.
#include "evenkeel/partition/distributed_chain.hpp"

#include <algorithm>

#include "evenkeel/partition/chains.hpp"

namespace evenkeel::partition {
namespace {

/// Cuts \p load, all of it, among workers first <= w < last; their cuts are counted from
/// \p start.
void refine(std::span<const double> load, std::size_t start, const Workers& workers,
            std::size_t first, std::size_t last, Cuts& cuts) {
  const std::span<const double> capacity = std::span(workers.capacity).subspan(first, last - first);
  const Cuts inside = balanced_cuts(Chain(load), Workers(capacity));
  for (std::size_t w = first + 1; w < last; ++w) {
    cuts[w] = start + inside[w - first];
  }
}

}  // namespace

std::vector<UnitBlock> blocks_of(std::span<const double> load, double most) {
  std::vector<UnitBlock> blocks;
  for (const double of_unit : load) {
    if (blocks.empty() || blocks.back().load + of_unit > most) {
      blocks.emplace_back();
    }
    blocks.back().load += of_unit;
    blocks.back().units += 1.0;
  }
  return blocks;
}

double block_load(double total, std::size_t processors, int per_processor) {
  return total / (static_cast<double>(processors) * per_processor);
}

PartCut cut_part(std::span<const double> load, std::span<const UnitBlock> blocks, std::size_t first,
                 std::span<const double> capacity) {
  const Workers workers(capacity);
  std::vector<double> of_block;
  std::vector<std::size_t> start = {0};  // unit each block begins with, on all holders
  double heaviest = 0.0;
  for (const UnitBlock& block : blocks) {
    of_block.push_back(block.load);
    start.push_back(start.back() + static_cast<std::size_t>(block.units));
    heaviest = block.units > 1.0 ? std::max(heaviest, block.load) : heaviest;
  }
  Cuts cuts = balanced_cuts(Chain(std::span<const double>(of_block)), workers);
  std::ranges::transform(cuts, cuts.begin(), [&](std::size_t block) { return start[block]; });

  // Of the cuts among the units of this holder the outer two stay: its neighbours know them, too.
  const std::size_t begin = start[first];
  const std::size_t end = begin + load.size();
  const auto from = static_cast<std::size_t>(std::ranges::lower_bound(cuts, begin) - cuts.begin());
  const auto past = static_cast<std::size_t>(std::ranges::upper_bound(cuts, end) - cuts.begin());
  if (past - from > 2 && cuts[from] < cuts[past - 1]) {
    refine(load.subspan(cuts[from] - begin, cuts[past - 1] - cuts[from]), cuts[from], workers, from,
           past - 1, cuts);
  }
  PartCut part;
  part.bound = heaviest / *std::ranges::min_element(workers.capacity);
  part.owners.resize(load.size());
  for (std::size_t w = 0; w < workers.size(); ++w) {
    const std::size_t low = std::clamp(cuts[w], begin, end);
    const std::size_t high = std::clamp(cuts[w + 1], begin, end);
    std::fill(part.owners.begin() + static_cast<std::ptrdiff_t>(low - begin),
              part.owners.begin() + static_cast<std::ptrdiff_t>(high - begin), workers.rank[w]);
  }
  return part;
}

}  // namespace evenkeel::partition
