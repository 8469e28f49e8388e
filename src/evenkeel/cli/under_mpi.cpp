// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From what ranks throw to messages and exit codes.
#include "evenkeel/cli/under_mpi.hpp"

#include <iostream>
#include <new>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/opening.hpp"
#include "evenkeel/telemetry/phases.hpp"

namespace evenkeel::cli {
namespace {

/// What \p error says, and whose it is where there are several ranks.
std::string failure_of(const std::exception& error, const comm::Communicator& world) {
  const bool is_full = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  const std::string what =
      is_full ? "out of memory: take fewer cells, fewer levels or more ranks" : error.what();
  return world.size() == 1 || what.starts_with("rank ")
             ? what
             : fmt::format("rank {}: {}", world.rank(), what);
}

}  // namespace

int run_under_mpi(int& argc, char**& argv,
                  const std::function<int(const comm::Communicator& world)>& act) {
  comm::Session session(argc, argv);
  telemetry::PhaseClock clock;
  const comm::Communicator world(MPI_COMM_WORLD, &clock);
  try {
    return act(world);
  } catch (const InputError& error) {
    if (world.rank() == 0) {
      complain(std::cerr, error);
    }
    return kBadInput;
  } catch (const InstabilityError& error) {  // of all ranks
    if (world.rank() == 0) {
      std::cerr << line_opening(Tone::kFault) << error.what() << std::endl;
    }
    return kFailed;
  } catch (const std::exception& error) {
    std::cerr << line_opening(Tone::kFault) << failure_of(error, world) << std::endl;
    if (world.size() > 1) {
      comm::Session::abort(kFailed);
    }
    return kFailed;
  }
}

}  // namespace evenkeel::cli
