// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Words that nobody knows are answered with those that there are.
#include "evenkeel/core/command_line.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel {
namespace {

/// The words of a list of sub-commands or options, and the nearest to what was found.
std::string known_words(const std::vector<std::string>& words, const std::string& found) {
  const std::vector<std::string_view> known(words.begin(), words.end());
  return join(known) + suggestion(found, known);
}

std::vector<std::string> commands_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(each->get_name());
  }
  return names;
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* each : command.get_options()) {
    if (!each->get_lnames().empty()) {
      names.push_back("--" + each->get_lnames().front());
    }
  }
  return names;
}

/// What is wrong with the words, if there is one that nobody knows; else "".
std::string unknown_word(const CLI::App& program, std::span<char*> words) {
  const CLI::App* command = &program;
  std::string path = "evenkeel";
  for (const std::string word : words) {
    const std::vector<std::string> commands = commands_of(*command);
    const std::string option = word.substr(0, word.find('='));
    if (std::ranges::find(commands, word) != commands.end()) {
      command = command->get_subcommand(word);
      path += " " + word;
    } else if (word.starts_with("--") && command->get_option_no_throw(option) == nullptr) {
      return fmt::format("no option '{}' of `{}`; known: {}", option, path,
                         known_words(options_of(*command), option));
    } else if (!commands.empty() && !word.starts_with("-")) {
      return fmt::format("no command '{}'; known: {}", word, known_words(commands, word));
    }
  }
  return "";
}

}  // namespace

std::optional<int> parse_command_line(CLI::App& program, int argc, char** argv) {
  try {
    program.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      return program.exit(error);  // help was asked for
    }
    const std::string word =
        unknown_word(program, std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
    throw InputError((word.empty() ? error.what() : word) + "; see --help");
  }
}

}  // namespace evenkeel
