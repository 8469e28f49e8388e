// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Words that nobody knows are answered with those that there are; the rest is CLI11's.
#include "evenkeel/core/command_line.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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

/// Numbers that \p is_taken takes, in words and as the help names them.
CLI::Validator numbers(bool (*is_taken)(double), const std::string& words,
                       const std::string& name) {
  return CLI::Validator(
      [is_taken, words](const std::string& text) {
        double value = 0.0;
        const bool taken = CLI::detail::lexical_cast(text, value) && is_taken(value);
        return taken ? "" : fmt::format("'{}'; expected a number {}", text, words);
      },
      name);
}

template <class T>
constexpr bool kIsUnsigned = std::is_unsigned_v<T>;
template <class T>
constexpr bool kIsUnsigned<std::vector<T>> = std::is_unsigned_v<T>;

/// What is wrong with the sign of a number that has none; CLI11 would let it wrap.
std::string sign_of(const std::string& text) {
  return text.starts_with('-') ? fmt::format("'{}'; expected a number of at least 0", text) : "";
}

}  // namespace

Option Option::required(bool is_required) {
  return Option(option_->required(is_required));
}

Option Option::one_value() {
  return Option(option_->allow_extra_args(false));
}

Option Option::comma_separated() {
  return Option(option_->delimiter(','));
}

Option Option::values(int least, int most) {
  return Option(option_->expected(least, most));
}

Option Option::range(int least, int most) {
  return Option(option_->check(CLI::Range(least, most)));
}

Option Option::range(double least, double most) {
  return Option(option_->check(CLI::Range(least, most)));
}

Option Option::positive() {
  return Option(option_->check(numbers([](double x) { return x > 0.0; }, "above 0", "POSITIVE")));
}

Option Option::not_negative() {
  return Option(
      option_->check(numbers([](double x) { return x >= 0.0; }, "of at least 0", "NONNEGATIVE")));
}

Option Option::one_of(const std::vector<std::string>& words) {
  return Option(option_->check(CLI::IsMember(words)));
}

Option Option::excludes(Option other) {
  return Option(option_->excludes(other.option_));
}

bool Option::is_given() const {
  return option_->count() > 0;
}

Command Command::add_subcommand(const std::string& name, const std::string& help) {
  return Command(command_->add_subcommand(name, help));
}

template <class T>
Option Command::add_option(const std::string& name, T& value, const std::string& help) {
  CLI::Option* option = command_->add_option(name, value, help);
  if (value != T{}) {  // what is 0 or empty has no default, or none that a word could say
    option->capture_default_str();
  }
  if constexpr (kIsUnsigned<T>) {
    option->check(CLI::Validator(sign_of, ""));
  }
  return Option(option);
}

template Option Command::add_option(const std::string&, int&, const std::string&);
template Option Command::add_option(const std::string&, std::int64_t&, const std::string&);
template Option Command::add_option(const std::string&, std::size_t&, const std::string&);
template Option Command::add_option(const std::string&, unsigned long long&, const std::string&);
template Option Command::add_option(const std::string&, double&, const std::string&);
template Option Command::add_option(const std::string&, std::filesystem::path&, const std::string&);
template Option Command::add_option(const std::string&, std::string&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<int>&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::size_t>&,
                                    const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::string>&,
                                    const std::string&);

Option Command::add_flag(const std::string& name, bool& value, const std::string& help) {
  return Option(command_->add_flag(name, value, help));
}

void Command::footer(const std::string& text) {
  command_->footer(text);
}

void Command::require_subcommand() {
  command_->require_subcommand(1);
}

void Command::callback(std::function<void()> called) {
  command_->callback(std::move(called));
}

void Command::take_all_words() {
  command_->set_help_flag();
  command_->prefix_command();
}

std::string Command::name() const {
  return command_->get_name();
}

std::vector<std::string> Command::words() const {
  return command_->remaining();
}

Program::Program(const std::string& description, const std::string& name)
    : Command(nullptr), app_(std::make_shared<CLI::App>(description, name)) {
  command_ = app_.get();
}

void Program::version(const std::string& version) {
  app_->set_version_flag("--version", version);
}

std::optional<int> Program::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    const std::string word =
        unknown_word(*app_, std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
    if (error.get_exit_code() == 0 && word.empty()) {
      return app_->exit(error);  // help was asked for
    }
    throw InputError((word.empty() ? error.what() : word) + "; see --help");
  }
}

}  // namespace evenkeel
