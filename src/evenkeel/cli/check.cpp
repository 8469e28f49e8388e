// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel check`: validate a case without running it, print it with all defaults.
#include <iostream>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/families.hpp"
#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/opening.hpp"
#include "evenkeel/monitor/inventory.hpp"
#include "evenkeel/runtime/base_memory.hpp"
#include "evenkeel/runtime/setting_warnings.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::cli {
namespace {

struct CheckOptions {
  std::string path;
  std::vector<std::string> overrides;
  std::size_t ranks = 0;
  bool json = false;
};

int check(const CheckOptions& options) {
  const std::string text = read_input(options.path, kMostWritten);
  const auto plugins = all_families();
  const auto checked =
      runtime::check_case(options.path, text, options.overrides, plugins, options.ranks);
  std::vector<std::string> warnings = runtime::setting_warnings(checked.settings, *checked.kernel);
  warnings.push_back(
      runtime::memory_fault(runtime::base_level_bytes(checked.settings, *checked.kernel),
                            monitor::host_memory(), "this machine has"));
  std::erase(warnings, "");
  for (const std::string& warning : warnings) {
    std::cerr << line_opening(Tone::kWarning) << "warning: " << warning << "\n";
  }
  if (options.json) {
    JsonLine line;
    line.add("case", options.path).add("valid", true).add("resolved", checked.settings.resolved());
    std::cout << line.text() << "\n";
  } else {
    std::cout << checked.settings.resolved();
  }
  return kDone;
}

}  // namespace

void add_check(Command& program, Action& action) {
  auto options = std::make_shared<CheckOptions>();
  Command command =
      program.add_subcommand("check", "validate a case without running it; print all its keys");
  command.footer("Example:\n  evenkeel check rm2d.toml -s partition.method=gpa");
  command.add_option("case", options->path, "case file (TOML)").required();
  command.add_option("-s,--set", options->overrides, "override a key: -s mesh.max_levels=3")
      .one_value();
  command.add_option("--ranks", options->ranks, "check lists with one entry a rank against this")
      .range(1, 1'000'000);
  command.add_flag("--json", options->json, "one JSON object");
  command.callback([options, &action] { action = once([options] { return check(*options); }); });
}

}  // namespace evenkeel::cli
