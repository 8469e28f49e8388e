// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel run`: integrate a case, alone or under mpirun.
#include "evenkeel/runtime/run.hpp"

#include <iostream>
#include <new>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/families.hpp"
#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/telemetry/phases.hpp"

namespace evenkeel::cli {
namespace {

/// Input errors are found on every rank alike: rank 0 speaks for all, and MPI ends in order.
int run_on(const runtime::RunRequest& request, const comm::Communicator& world) {
  try {
    return runtime::run(request, all_families(), world) == runtime::RunEnd::kDone ? kDone
                                                                                  : kStopped;
  } catch (const InputError& error) {
    if (world.rank() == 0) {
      complain(std::cerr, error);
    }
    return kBadInput;
  }
}

int run(const runtime::RunRequest& request, int& argc, char**& argv) {
  comm::Session session(argc, argv);
  telemetry::PhaseClock clock;
  const comm::Communicator world(MPI_COMM_WORLD, &clock);
  try {
    return run_on(request, world);
  } catch (const std::exception& error) {
    const bool is_full = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    const std::string what =
        is_full ? "out of memory: take fewer cells, fewer levels or more ranks" : error.what();
    const std::string place =
        what.starts_with("rank ") ? "" : fmt::format("rank {}: ", world.rank());
    std::cerr << "evenkeel: " << place << what << std::endl;
    if (world.size() > 1) {
      comm::Session::abort(kFailed);
    }
    return kFailed;
  }
}

}  // namespace

void add_run(Command& program, Action& action) {
  auto request = std::make_shared<runtime::RunRequest>();
  Command command = program.add_subcommand("run", "integrate a case, alone or under mpirun");
  command.footer(
      "Example:\n  mpirun -np 4 evenkeel run rm2d.toml -s time.steps=200 --out shock --explain\n"
      "Exit code: 0 done, 1 failed, 2 bad input, 75 stopped on request with a checkpoint.");
  command.add_option("case", request->case_path, "case file (TOML)").required();
  command.add_option("-s,--set", request->overrides, "override a key: -s mesh.max_levels=3")
      .one_value();
  command.add_option("--out", request->out, "run directory; default: NAME.run beside you");
  Option resume = command.add_option("--resume", request->checkpoint,
                                     "continue from a checkpoint; default: the newest whole one");
  resume.values(0, 1);
  command.add_flag("--explain", request->explain, "print the reason of every decision");
  command.add_flag("--json", request->json, "print the summary as JSON");
  command.add_flag("--quiet", request->quiet, "no progress lines");
  command.callback([request, resume, &action] {
    request->resume = resume.is_given();
    action = [request](int& argc, char**& argv) { return run(*request, argc, argv); };
  });
}

}  // namespace evenkeel::cli
