// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel calibrate`: constants of replays from runs on this machine.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/output_path.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/simulator/calibration.hpp"
#include "evenkeel/simulator/commands/command.hpp"

namespace evenkeel::simulator {
namespace {

struct CalibrateRequest {
  std::vector<std::string> runs;
  std::string out;
  bool json = false;
};

int run(const CalibrateRequest& request) {
  if (!request.out.empty()) {
    require_writable(request.out);
  }
  std::vector<MeasuredRun> runs;
  for (const std::string& folder : request.runs) {
    runs.push_back(read_run(folder));
  }
  const ParamValues found = calibrate(runs);
  if (!request.out.empty()) {
    write_file(request.out, std::string_view(calibration_json(found) + "\n"));
  }
  if (request.json) {
    std::cout << calibration_json(found) << "\n";
    return 0;
  }
  for (const auto& [name, value] : found) {
    std::cout << fmt::format("{:<20} {:.4g} s\n", name, std::get<double>(value));
  }
  const auto both_ends = [&](const char* name) { return 2.0 * std::get<double>(found.at(name)); };
  const double byte = both_ends("byte_seconds");
  std::cout << fmt::format("a message takes processors {}{}, half at each end\n",
                           human_seconds(both_ends("message_seconds")),
                           byte > 0.0 ? " + bytes / " + human_bytes(1.0 / byte) + "/s" : "");
  return 0;
}

}  // namespace

void add_calibrate(Command& program, Action& action) {
  auto request = std::make_shared<CalibrateRequest>();
  Command command = program.add_subcommand("calibrate", "learn the constants of replays from runs");
  command.footer(
      "Runs of different size or rank count tell messages and bytes apart.\n"
      "Example:\n  evenkeel calibrate one.run two.run --out here.json\n"
      "  evenkeel replay two.run/trace.ndjson --ranks 64 --calibration here.json");
  command.add_option("runs", request->runs, "run directories with summary.json and trace.ndjson")
      .required();
  command.add_option("--out", request->out, "file to write");
  command.add_flag("--json", request->json, "one JSON object");
  command.callback([request, &action] { action = [request] { return run(*request); }; });
}

}  // namespace evenkeel::simulator
