// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The hosts of an MPI job, as machine descriptions want them.
#pragma once

#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/machine/tree.hpp"

namespace evenkeel::cli {

/// Collective. All hosts of \p world under one network, in the order of their lowest ranks.
machine::Tree discover_hosts(const comm::Communicator& world);

/// What rank 0 reads at \p path, on all ranks. Collective.
machine::Tree machine_of_all(const comm::Communicator& world, const std::string& path);

/// One processor of a host, rated while all hosts rate theirs. 0: not rated.
struct HostRating {
  std::string host;      ///< as the tree calls it
  double linpack = 0.0;  ///< [Mflop/s]
  double triad = 0.0;    ///< [byte/s]
  double kernel = 0.0;   ///< cell updates a second
  double spread = 0.0;   ///< the largest of all, as a fraction
};

/// Collective. The first rank of every host rates, the others wait politely. Rates are of wall
/// time; where a quota is less than one core they are divided by it, since a description keeps
/// the quota apart.
///
/// \param tree    that has the hosts   \param kernel  the name of one, or "" for none
/// \throws InputError on every rank, before anything is rated, if there is no such kernel or a host
///         is not in \p tree
std::vector<HostRating> rate_hosts(const comm::Communicator& world, const machine::Tree& tree,
                                   const std::string& kernel);

/// \p tree with the rating named \p by as benchmark (in millions a second) of every node whose
/// name or address is among \p ratings; the others beside it as attributes.
///
/// \throws InputError if no node is a host of \p ratings, or \p by was not rated
machine::Tree with_ratings(const machine::Tree& tree, const std::vector<HostRating>& ratings,
                           const std::string& by);

}  // namespace evenkeel::cli
