// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel experiment`: starts experiments/, which lies with the sources.
#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "evenkeel/cli/become.hpp"
#include "evenkeel/cli/command.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::cli {
namespace {

constexpr const char* kProgram = "--program";

/// Of the sources that \p program was built in: build/evenkeel, build/isa/LEVEL/evenkeel.
std::filesystem::path experiments_beside(const std::filesystem::path& program) {
  std::filesystem::path folder = program.parent_path();
  for (int up = 0; up < 4; ++up, folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / "experiments" / "__main__.py")) {
      return folder / "experiments";
    }
  }
  throw SystemError("no folder experiments above " + program.string() +
                    "; they lie with the sources: use the program that was built there");
}

int start(std::vector<std::string> words) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  const bool is_for_all = words.empty() || words[0] == "list" || words[0].starts_with('-');
  if (!is_for_all && std::ranges::find(words, kProgram) == words.end()) {
    words.insert(words.end(), {kProgram, program.string()});
  }
  words.insert(words.begin(), {"python3", experiments_beside(program).string()});
  become("python3", std::move(words));
}

}  // namespace

void add_experiment(Command& program, Action& action) {
  Command command =
      program.add_subcommand("experiment", "a published table or figure: ours beside theirs");
  command.take_all_words();  // experiments help
  command.callback(
      [command, &action] { action = once([command] { return start(command.words()); }); });
}

}  // namespace evenkeel::cli
