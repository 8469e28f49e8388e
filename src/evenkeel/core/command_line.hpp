// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How programs read their command lines.
#pragma once

#include <optional>

namespace CLI {
class App;
}

namespace evenkeel {

/// Lets \p program read its command line. The exit code where nothing is left to do, because help
/// or the version was asked for. \throws InputError what is wrong, in one line; of a word that
/// nobody knows it says which there are and which is nearest.
std::optional<int> parse_command_line(CLI::App& program, int argc, char** argv);

}  // namespace evenkeel
