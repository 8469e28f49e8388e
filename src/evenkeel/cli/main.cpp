// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The program: reads the command line, runs one sub-command, turns errors into exit codes.
#include <algorithm>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "evenkeel/cli/best_build.hpp"
#include "evenkeel/cli/command.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"

namespace {

using namespace evenkeel::cli;

/// The words of a list of sub-commands or options, and their joined text.
std::string known_words(const std::vector<std::string>& words, const std::string& found) {
  const std::vector<std::string_view> known(words.begin(), words.end());
  return evenkeel::join(known) + evenkeel::suggestion(found, known);
}

/// What is wrong with the command line, if it is a word that nobody knows; else "".
std::string unknown_word(const CLI::App& program, std::span<char*> words) {
  const CLI::App* command = &program;
  std::string path = "evenkeel";
  for (const std::string word : words.subspan(1)) {
    std::vector<std::string> commands;
    for (const CLI::App* each : command->get_subcommands([](const CLI::App*) { return true; })) {
      commands.push_back(each->get_name());
    }
    const std::string option = word.substr(0, word.find('='));
    if (std::ranges::find(commands, word) != commands.end()) {
      command = command->get_subcommand(word);
      path += " " + word;
    } else if (word.starts_with("--") && command->get_option_no_throw(option) == nullptr) {
      std::vector<std::string> options;
      for (const CLI::Option* each : command->get_options()) {
        options.push_back(each->get_lnames().empty() ? "" : "--" + each->get_lnames().front());
      }
      std::erase(options, "");
      return fmt::format("no option '{}' of `{}`; known: {}", option, path,
                         known_words(options, option));
    } else if (!commands.empty() && !word.starts_with("-")) {
      return fmt::format("no command '{}'; known: {}", word, known_words(commands, word));
    }
  }
  return "";
}

int parse_and_run(int argc, char** argv) {
  CLI::App program("Adaptive mesh refinement that keeps every rank busy on uneven machines.");
  program.footer("Example:\n  mpirun -np 4 evenkeel run examples/rm2d/rm2d.toml --explain");
  program.set_version_flag("--version", EVENKEEL_VERSION);
  program.require_subcommand(1);
  Action action;
  add_run(program, action);
  add_check(program, action);
  add_explain(program, action);
  add_list(program, action);
  add_partition(program, action);
  add_checkpoint(program, action);
  add_machine(program, action);
  add_sense(program, action);
  add_load(program, action);
  add_forecast(program, action);
  add_capacity(program, action);
  add_simulation(program, action);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      return program.exit(error);  // help was asked for
    }
    const std::string word = unknown_word(program, {argv, static_cast<std::size_t>(argc)});
    throw evenkeel::InputError((word.empty() ? error.what() : word) + "; see --help");
  }
  return action(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  give_way_to_best_build(argv);
  try {
    return parse_and_run(argc, argv);
  } catch (const evenkeel::InputError& error) {
    evenkeel::complain(std::cerr, error);
    return kBadInput;
  } catch (const std::exception& error) {
    evenkeel::complain(std::cerr, error);
    return kFailed;
  }
}
