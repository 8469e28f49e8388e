// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel run`: integrate a case, alone or under mpirun.
#include "evenkeel/runtime/run.hpp"

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/families.hpp"
#include "evenkeel/cli/under_mpi.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/runtime/control.hpp"

namespace evenkeel::cli {
namespace {

int run(const runtime::RunRequest& request, int& argc, char**& argv) {
  runtime::listen_for_stops();
  return run_under_mpi(argc, argv, [&](const comm::Communicator& world) {
    const runtime::RunEnd end = runtime::run(request, all_families(), world);
    return end == runtime::RunEnd::kDone      ? kDone
           : end == runtime::RunEnd::kStopped ? kStopped
                                              : kFailed;
  });
}

}  // namespace

void add_run(Command& program, Action& action) {
  auto request = std::make_shared<runtime::RunRequest>();
  Command command = program.add_subcommand("run", "integrate a case, alone or under mpirun");
  command.footer(
      "Under mpirun stop a run with `touch OUT/control/stop`, or `kill -USR1` of mpirun:\n"
      "two seconds after Ctrl-C it kills what still runs. A batch system may end a job at any\n"
      "time: one line with --out and --resume starts it, and goes on with it (examples/slurm).\n\n"
      "Example:\n  mpirun -np 4 evenkeel run rm2d.toml -s time.steps=200 --out shock --explain\n"
      "Exit code: 0 done, 1 failed, 2 bad input, 75 stopped on request: with a checkpoint, or\n"
      "before the first step. --resume goes on from there.");
  command.add_option("case", request->case_path, "case file (TOML)").required();
  command.add_option("-s,--set", request->overrides, "override a key: -s mesh.max_levels=3")
      .one_value();
  command.add_option("--out", request->out, "run directory; default: NAME.run beside you");
  Option resume =
      command.add_option("--resume", request->checkpoint,
                         "continue from a checkpoint; default: the newest whole one, if any");
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
