// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Chopping boxes and dealing out the pieces: what partitioners of patches are made of.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "evenkeel/core/params.hpp"
#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"

namespace evenkeel::partition {

/// Pieces of one level to be dealt out.
struct Deal {
  std::span<const double> load;      ///< [pieces], falling
  const Workers& workers;            ///< at least one
  std::span<const double> given;     ///< [workers] load of finer levels
  double enough;                     ///< time that is good enough: the level counts no longer then
  std::span<const int> before = {};  ///< [pieces] who had most of each, kNoOwner: nobody; or empty
};

/// Worker of every piece, shape [pieces].
using Dealer = std::function<std::vector<int>(const Deal&)>;

/// How small pieces may become.
struct Chopping {
  double share;      ///< largest load of a piece before trimming, in mean loads of a processor
  double tolerance;  ///< above the ideal time that ends trimming
};

/// The parameters `chop` and `tolerance`, for all who chop.
std::span<const ParamSpec> chopping_params();
Chopping chopping(const Params& params);

/// Every piece, the heaviest first, to the worker that will have finished it first: the least
/// (W_k + w) / C_k, with the piece counted; of those for whom that is good enough, the one who had
/// it before, or else the one with the least to do on all levels.                        (Graham
/// 1969; for unequal speeds Gonzalez, Ibarra, Sahni 1977)
std::vector<int> deal_longest_first(const Deal& deal);

/// Largest time of any worker on the level.
double slowest(const Deal& deal, std::span<const int> worker);

/// Boxes bisected across their longest axis at multiples of \p align until none has more than
/// \p most cells or can be cut.
geometry::BoxList<3> chop(const geometry::BoxList<3>& boxes, double most, std::int32_t align);

/// How levels are dealt out.
struct Dealing {
  Chopping chopping;
  Dealer dealer;
};

/// Deals out level by level, the finest first: boxes are chopped, the pieces dealt out, and slices
/// cut off those of processors that are above the tolerance.
OwnedPatches deal_levels(const PatchProblem& problem, const Dealing& how);

}  // namespace evenkeel::partition
