// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the base level of a case takes, told before a run asks for it.
#pragma once

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/io/case_file.hpp"
#include "evenkeel/kernels/application_registry.hpp"

namespace evenkeel::runtime {

/// The values of the base level once, without ghosts. A run takes more. [byte]
double base_level_bytes(const io::Case& settings, const kernels::ApplicationPlugin& kernel);

/// memory.budget or memory.budgets of all \p ranks together; 0 where the case sets no limit. [byte]
double budget_bytes(const io::Case& settings, std::size_t ranks);

/// That a base level takes \p bytes, and that \p owner has \p room only; "" where it fits or \p
/// room is 0, unknown.
std::string memory_fault(double bytes, double room, std::string_view owner);

/// Collective: memory of all hosts that ranks of \p world run on; 0 where one does not tell. [byte]
double hosts_memory(const comm::Communicator& world);

}  // namespace evenkeel::runtime
