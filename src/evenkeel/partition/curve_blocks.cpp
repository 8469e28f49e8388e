// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Key prefixes.
#include "evenkeel/partition/curve_blocks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace evenkeel::partition {
namespace {

constexpr int kKeyBits = 64;

constexpr std::array kGrain = {ParamSpec{
    .name = "grain",
    .unit = "1",
    .fallback = 4,
    .min = 1,
    .max = 1024,
    .help = "blocks are halved until their load is the slowest processor's share over this"}};

/// Place of \p key when 2^halvings places count as one.
std::uint64_t block_of(std::uint64_t key, int halvings) {
  return halvings < kKeyBits ? key >> halvings : 0;
}

/// Appends the blocks of the units first <= u < last, which agree but for \p halvings bits.
void split(const workload::UnitList& units, std::size_t first, std::size_t last, int halvings,
           const IsWhole& is_whole, Blocks& blocks) {
  if (last - first == 1 || halvings == 0 || is_whole(first, last)) {
    blocks.push_back(first);
    return;
  }
  const int within = halvings - units.dimension;
  while (first < last) {
    const std::uint64_t block = block_of(units.key[first], within);
    const auto end =
        std::partition_point(units.key.begin() + static_cast<std::ptrdiff_t>(first),
                             units.key.begin() + static_cast<std::ptrdiff_t>(last),
                             [&](std::uint64_t key) { return block_of(key, within) <= block; });
    const auto next = static_cast<std::size_t>(end - units.key.begin());
    split(units, first, next, within, is_whole, blocks);
    first = next;
  }
}

}  // namespace

Blocks equal_blocks(const workload::UnitList& units, int halvings) {
  Blocks blocks;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    if (unit == 0 ||
        block_of(units.key[unit], halvings) != block_of(units.key[unit - 1], halvings)) {
      blocks.push_back(unit);
    }
  }
  blocks.push_back(units.size());
  return blocks;
}

int halvings_for(const workload::UnitList& units, std::size_t wanted) {
  // Two neighbours are in different blocks while fewer bits are dropped than tell them apart.
  std::array<std::size_t, kKeyBits + 1> differ{};
  for (std::size_t unit = 1; unit < units.size(); ++unit) {
    ++differ[static_cast<std::size_t>(std::bit_width(units.key[unit] ^ units.key[unit - 1]))];
  }
  std::size_t blocks = 1;
  int halvings = kKeyBits;
  while (halvings > 0 && blocks < wanted) {
    blocks += differ[static_cast<std::size_t>(halvings--)];
  }
  return halvings;
}

Blocks split_blocks(const workload::UnitList& units, int halvings, const IsWhole& is_whole) {
  const Blocks equal = equal_blocks(units, halvings);
  Blocks blocks;
  for (std::size_t block = 0; block + 1 < equal.size(); ++block) {
    split(units, equal[block], equal[block + 1], halvings, is_whole, blocks);
  }
  blocks.push_back(units.size());
  return blocks;
}

Blocks graded_blocks(const workload::UnitList& units, const Chain& chain, double heaviest) {
  if (units.size() == 0) {
    return {0};
  }
  const auto bits = static_cast<int>(std::bit_width(units.key.back()));
  const int cubes = (bits + units.dimension - 1) / units.dimension;
  return split_blocks(units, cubes * units.dimension, [&](std::size_t first, std::size_t last) {
    return chain.load(first, last) <= heaviest;
  });
}

Owners cut_blocks(const Chain& units, const Blocks& blocks, const Workers& workers, Cutter cut) {
  std::vector<double> load;
  for (std::size_t block = 0; block + 1 < blocks.size(); ++block) {
    load.push_back(units.load(blocks[block], blocks[block + 1]));
  }
  Cuts cuts = cut(Chain(std::span<const double>(load)), workers);
  std::ranges::transform(cuts, cuts.begin(), [&](std::size_t block) { return blocks[block]; });
  return owners_of(workers, cuts);
}

std::span<const ParamSpec> grain_params() {
  return kGrain;
}

Owners GradedPartitioner::assign(const Problem& problem) const {
  check(problem);
  const Workers workers(problem.capacity);
  const Chain units(problem.units);
  const double heaviest = units.total() * workers.least_share() / grain_;
  return cut_blocks(units, graded_blocks(problem.units, units, heaviest), workers, cut_);
}

}  // namespace evenkeel::partition
