// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Comparison of a case with that of the run before.
#include "evenkeel/runtime/own_run.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/runtime/run_directory.hpp"
#include "evenkeel/telemetry/event.hpp"

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

/// What tells the case that the run in \p directory is of from one of \p settings.
Problems differences(const std::filesystem::path& directory, const io::Case& settings,
                     const Plugins& plugins) {
  const std::string config = directory / "config.toml";
  const CheckedCase before = check_case(config, read_input(config, kMostWritten), {}, plugins, 0);
  const io::Settings now = kept_keys(settings);
  Problems problems;
  for (const auto& [key, value] : kept_keys(before.settings)) {
    if (const auto found = now.find(key); found != now.end() && found->second != value) {
      problems.add(fmt::format("{} holds another run: '{}' is {} there and {} in the case",
                               directory.string(), key, value, found->second));
    }
  }
  return problems;
}

/// The last line of \p path, or of its last part if that has none; "" where there is no file.
std::string last_line(const std::filesystem::path& path) {
  constexpr std::streamoff kMost = 16 << 20;  // [byte]
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : 0;
  std::string text(static_cast<std::size_t>(std::min(size, kMost)), ' ');
  file.seekg(size - static_cast<std::streamoff>(text.size()));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file || !text.ends_with('\n')) {
    return "";
  }
  text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

std::optional<RunFinish> last_finish(const std::filesystem::path& directory) {
  const auto event = nlohmann::json::parse(last_line(directory / "events.ndjson"), nullptr, false);
  if (!event.is_object() || event.value("kind", "") != telemetry::kind::kFinish ||
      !event.contains("step") || !event.contains("time") || !event["step"].is_number_integer() ||
      !event["time"].is_number()) {
    return std::nullopt;
  }
  return RunFinish{event["step"].get<std::int64_t>(), event["time"].get<double>()};
}

}  // namespace

std::optional<RunFinish> finish_of(const std::filesystem::path& directory, const io::Case& settings,
                                   const Plugins& plugins) {
  if (!std::filesystem::exists(directory / "config.toml") ||
      !std::filesystem::exists(directory / "summary.json") || is_going_back(directory)) {
    return std::nullopt;
  }
  const std::optional<RunFinish> finish = last_finish(directory);
  const bool is_end = finish && is_at_end(settings, finish->step, finish->time);
  return is_end && differences(directory, settings, plugins).empty() ? finish : std::nullopt;
}

void tell_done(const std::filesystem::path& directory, const RunFinish& finish, bool json) {
  fmt::print(json ? stderr : stdout, "{}: nothing left to do at step {}, time {:g}\n",
             directory.string(), finish.step, finish.time);
  if (json) {
    fmt::print("{}", read_file(directory / "summary.json"));
  }
}

io::Usable choose_checkpoint(const std::filesystem::path& directory,
                             const std::filesystem::path& asked_for) {
  if (!asked_for.empty()) {
    const std::vector<std::string> faults = io::verify(asked_for);
    if (!faults.empty()) {
      throw InputError(
          fmt::format("{} cannot be resumed from: {}", asked_for.string(), faults.front()));
    }
    return {asked_for, {}};
  }
  finish_setting_aside(directory);
  io::Usable usable = io::find_usable(directory);
  if (!usable.checkpoint && !usable.problems.empty()) {
    throw InputError(fmt::format("{} holds no whole checkpoint to resume from\n{}",
                                 directory.string(), fmt::join(usable.problems, "\n")));
  }
  return usable;
}

bool is_at_end(const io::Case& settings, std::int64_t step, double time) {
  constexpr double kRounding = 1e-14;
  return (settings.has("time.steps") && step >= settings.integer("time.steps")) ||
         (settings.has("time.end") && time >= settings.number("time.end") * (1.0 - kRounding));
}

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
  differences(directory, settings, plugins).throw_if_any();
}

}  // namespace evenkeel::runtime
