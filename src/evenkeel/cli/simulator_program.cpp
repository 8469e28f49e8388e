// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Asks evenkeel-sim for its plug-ins.
#include "evenkeel/cli/simulator_program.hpp"

#include <array>
#include <cstdio>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "evenkeel/core/error.hpp"

namespace evenkeel::cli {
namespace {

/// \p path as one word of a shell.
std::string quoted(const std::filesystem::path& path) {
  std::string word = "'";
  for (const char each : path.string()) {
    word += each == '\'' ? std::string("'\\''") : std::string(1, each);
  }
  return word + "'";
}

std::string output_of(const std::filesystem::path& program, const std::string& word) {
  std::FILE* pipe = popen((quoted(program) + " " + word).c_str(), "r");
  std::string text;
  std::array<char, 4096> piece;
  while (pipe != nullptr) {
    const std::size_t count = std::fread(piece.data(), 1, piece.size(), pipe);
    if (count == 0) {
      break;
    }
    text.append(piece.data(), count);
  }
  if (pipe == nullptr || pclose(pipe) != 0) {
    throw SystemError(program.string() + " " + word + " failed");
  }
  return text;
}

}  // namespace

std::filesystem::path simulator_program() {
  const std::filesystem::path beside =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "evenkeel-sim";
  // Builds for newer processors lie in isa/LEVEL, or in libexec/evenkeel/LEVEL.
  for (const char* way : {"../..", "../../../bin"}) {
    const std::filesystem::path program = beside.parent_path() / way / beside.filename();
    if (!std::filesystem::exists(beside) && std::filesystem::exists(program)) {
      return program;
    }
  }
  return beside;
}

std::vector<PluginInfo> simulator_plugins() {
  std::vector<PluginInfo> plugins;
  if (!std::filesystem::exists(simulator_program())) {
    return plugins;
  }
  std::istringstream lines(output_of(simulator_program(), "list"));
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json said = nlohmann::json::parse(line);
    PluginInfo& plugin = plugins.emplace_back(said.at("family"), said.at("name"),
                                              said.at("summary"), said.at("source"));
    for (const nlohmann::json& param : said.at("parameters")) {
      plugin.params.push_back({param.at("name"), param.at("unit"), param.at("default"),
                               param.at("allowed"), param.at("help")});
    }
  }
  return plugins;
}

}  // namespace evenkeel::cli
