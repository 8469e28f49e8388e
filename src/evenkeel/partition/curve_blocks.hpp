// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Blocks along the curve: consecutive units that are dealt out together.
///
/// Keys that agree in all but their last D h bits name the places of one cube of the curve's
/// lattice, 2^h blocks a side; in all but their last bits by any number, a halving of one. So keys
/// alone tell which units form a block, whatever the curve.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "evenkeel/core/params.hpp"
#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// First unit of every block, and the number of units at the end. Shape [blocks + 1].
using Blocks = std::vector<std::size_t>;

/// Blocks of equal size, 2^halvings places each. Those without units are left out.
Blocks equal_blocks(const workload::UnitList& units, int halvings);

/// The most halvings that still give \p wanted blocks; 0 when even single places do not.
int halvings_for(const workload::UnitList& units, std::size_t wanted);

/// True where the units first <= u < last stay together.
using IsWhole = std::function<bool(std::size_t first, std::size_t last)>;

/// Blocks of unequal size: those of 2^halvings places, halved along every axis until \p is_whole
/// says so or they are single units.
///
/// \param halvings  a multiple of the dimension
Blocks split_blocks(const workload::UnitList& units, int halvings, const IsWhole& is_whole);

/// Blocks of unequal size: cubes, halved along every axis until none has more load than \p heaviest
/// or they are single units.
Blocks graded_blocks(const workload::UnitList& units, const Chain& chain, double heaviest);

/// How a chain is cut: cut_at_shares or balanced_cuts.
using Cutter = Cuts (*)(const Chain&, const Workers&);

/// Owner of every unit when \p blocks of them are cut by \p cut.
Owners cut_blocks(const Chain& units, const Blocks& blocks, const Workers& workers, Cutter cut);

/// The parameter `grain` of a GradedPartitioner.
std::span<const ParamSpec> grain_params();

/// cut_blocks() of graded blocks no heavier than the share of the slowest processor over `grain`.
class GradedPartitioner final : public Partitioner {
 public:
  GradedPartitioner(const Params& params, Cutter cut) : grain_(params["grain"]), cut_(cut) {}

  Owners assign(const Problem& problem) const override;

 private:
  double grain_;
  Cutter cut_;
};

}  // namespace evenkeel::partition
