// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Comparison of a case with that of the run before.
#include "evenkeel/runtime/own_run.hpp"

#include <fmt/format.h>

#include "evenkeel/io/verify.hpp"

namespace evenkeel::runtime {
namespace {

/// What a run keeps for all its life. \see io::expect_same_case
io::Settings kept_keys(const io::Case& settings) {
  io::Settings keys = settings.written({"kernel", "domain", "mesh"});
  std::erase_if(keys, [](const auto& each) {
    return each.first.starts_with("mesh.") && each.first != "mesh.ratio" &&
           each.first != "mesh.max_levels";
  });
  return keys;
}

void expect_same(const std::filesystem::path& directory, const io::Settings& then,
                 const io::Settings& now) {
  Problems problems;
  for (const auto& [key, value] : then) {
    if (const auto found = now.find(key); found != now.end() && found->second != value) {
      problems.add(fmt::format("{} holds another run: '{}' is {} there and {} in the case",
                               directory.string(), key, value, found->second));
    }
  }
  problems.throw_if_any();
}

}  // namespace

void expect_own_run(const std::filesystem::path& directory, const io::Case& settings,
                    const Plugins& plugins) {
  const std::string config = directory / "config.toml";
  if (!std::filesystem::exists(config) || !io::list_checkpoints(directory).empty()) {
    return;
  }
  if (std::filesystem::exists(directory / "summary.json")) {
    throw InputError(
        fmt::format("{} holds a run that is done, and no checkpoint to go on from: give another "
                    "--out",
                    directory.string()));
  }
  const CheckedCase before = check_case(config, read_case_text(config), {}, plugins, 0);
  expect_same(directory, kept_keys(before.settings), kept_keys(settings));
}

}  // namespace evenkeel::runtime
