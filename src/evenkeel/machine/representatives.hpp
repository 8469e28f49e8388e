// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which computing nodes watch the networks.  (Faik et al. 2004, section 3.2)
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "evenkeel/machine/tree.hpp"

namespace evenkeel::machine {

/// Of the computing nodes \p hosts the one that probes each network node: of those below it that
/// with the fewest networks so far, the first of equals. Nothing for nodes that compute, for
/// networks that are not monitorable or have no address, and for those with no host below. The same
/// wherever \p hosts are.
///
/// \param hosts  positions; repeated ones count once
/// \returns      shape [nodes], positions
std::vector<std::optional<std::size_t>> representatives(const Tree& tree,
                                                        std::span<const std::size_t> hosts);

/// Groups of computing nodes that probe the links among them, one at a time: the siblings below
/// each network, where there are two or more. Positions.    (Teresco et al. 2005, section 5)
std::vector<std::vector<std::size_t>> cliques(const Tree& tree);

}  // namespace evenkeel::machine
