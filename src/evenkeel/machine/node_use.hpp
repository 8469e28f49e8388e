// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Processor availability of the nodes of a sample.
#pragma once

#include <string>
#include <vector>

#include "evenkeel/machine/power.hpp"
#include "evenkeel/machine/sample.hpp"

namespace evenkeel::machine {

/// What DRUM's formulas need of one node. Loopback and silent interfaces are left out. A node whose
/// idle times are not known counts as idle, one whose processes are not known has one a processor;
/// both are noted.
NodeUse use_of(const NodeSample& node, std::vector<std::string>& unknown);

/// Ratings of the computing nodes; the mean of the others' where not known, 1 where nobody's is.
std::vector<double> ratings(const Sample& sample, std::vector<std::string>& unknown);

/// Of each computing node: rating times the processor time its processes can get; where it has
/// none, times what is idle.
std::vector<double> available_power(const Sample& sample, std::vector<std::string>& unknown);

}  // namespace evenkeel::machine
