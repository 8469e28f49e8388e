// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sub-commands whose work is done by all ranks of a job.
#pragma once

#include <functional>

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::cli {

/// Runs \p act on all ranks, alone or under mpirun, and returns its exit code. Bad input, which
/// \p act throws on every rank or on none, is said by rank 0, and MPI ends in order; what else one
/// rank throws is said by that rank, and ends all of them.
int run_under_mpi(int& argc, char**& argv,
                  const std::function<int(const comm::Communicator& world)>& act);

}  // namespace evenkeel::cli
