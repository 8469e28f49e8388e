// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Command lines with sub-commands: what a program takes, and how it is read. CLI11 is behind it,
/// compiled once: as headers it took longer to compile than all that the commands do.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace evenkeel {

/// One option or argument of a command. Every call but is_given() restricts what is taken, and
/// gives the option back, so that calls may follow one another.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option required(bool is_required = true);
  /// May be repeated, with one value each time.
  Option one_value();
  /// Values may be given as one word, with commas between them.
  Option comma_separated();
  /// So many values, at least and at most; 0 at least: the name alone is enough.
  Option values(int least, int most);
  /// Numbers from \p least to \p most.
  Option range(int least, int most);
  Option range(double least, double most);
  Option positive();
  Option not_negative();
  Option one_of(const std::vector<std::string>& words);
  Option excludes(Option other);
  bool is_given() const;  ///< once the command line has been read

 private:
  CLI::Option* option_;
};

/// A command, as long as its program lives.
class Command {
 public:
  explicit Command(CLI::App* command) : command_(command) {}
  Command add_subcommand(const std::string& name, const std::string& help);
  /// Takes `--name VALUE` (or VALUE, where the name has no dash) into \p value, which must live
  /// until the command line has been read: a number, a word, a path, or a vector. Instantiated in
  /// command_line.cpp, where a further type is a further line.
  template <class T>
  Option add_option(const std::string& name, T& value, const std::string& help);
  Option add_flag(const std::string& name, bool& value, const std::string& help);
  void footer(const std::string& text);  ///< below the help
  void require_subcommand();             ///< exactly one
  /// What is called when the command has been read.
  void callback(std::function<void()> called);
  /// Takes all words after its name as they are, help included.
  void take_all_words();
  std::string name() const;
  std::vector<std::string> words() const;  ///< those that take_all_words() took

 protected:
  CLI::App* command_;
};

/// The command that a program is.
class Program : public Command {
 public:
  explicit Program(const std::string& description, const std::string& name = "");
  void version(const std::string& version);  ///< of --version
  /// Reads the command line. The exit code where nothing is left to do, because help or the
  /// version was asked for. \throws InputError what is wrong, in one line; of a word that nobody
  /// knows it says which there are and which is nearest.
  std::optional<int> parse(int argc, char** argv);

 private:
  std::shared_ptr<CLI::App> app_;
};

}  // namespace evenkeel
