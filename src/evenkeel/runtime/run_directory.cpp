// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Making and opening run folders.
#include "evenkeel/runtime/run_directory.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/io/publish.hpp"
#include "evenkeel/io/verify.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;

bool holds_run(const fs::path& directory) {
  return fs::exists(directory / "config.toml");
}

/// The step in the name of a checkpoint or plot file; -1 for other files.
std::int64_t step_in(const std::string& name) {
  constexpr std::size_t kPrefix = 3;
  const bool is_kind = name.starts_with("chk") || name.starts_with("plt");
  std::int64_t step = -1;
  const char* const end = name.data() + name.size();
  const bool is_number = is_kind && name.size() > kPrefix &&
                         std::from_chars(name.data() + kPrefix, end, step).ptr == end;
  return is_number ? step : -1;
}

bool is_output(const std::string& name) {
  static const std::set<std::string_view> kFiles = {"events.ndjson", "trace.ndjson", "summary.json",
                                                    "log.txt", "latest"};
  return kFiles.contains(name) || step_in(name) >= 0;
}

/// \throws InputError where a run in \p directory, which holds none, would write over something
void require_vacant(const fs::path& directory) {
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, none)) {
    const std::string name = entry.path().filename().string();
    if (is_output(name)) {
      throw InputError(fmt::format("{} holds {}, which a run would write over: give another --out",
                                   directory.string(), name));
    }
  }
}

fs::path numbered(const fs::path& case_path, int number) {
  return fmt::format("{}.run{}", case_path.stem().string(),
                     number > 1 ? std::to_string(number) : "");
}

/// The least number that no run of \p case_path has.
int next_number(const fs::path& case_path) {
  int next = 1;
  while (fs::exists(numbered(case_path, next))) {
    ++next;
  }
  return next;
}

/// The run that goes on from \p checkpoint.
fs::path run_of(const fs::path& case_path, const fs::path& wanted, const fs::path& checkpoint) {
  if (!fs::exists(checkpoint / "evenkeel" / "manifest.json")) {
    throw InputError(fmt::format("{} is no checkpoint to resume from", checkpoint.string()));
  }
  const fs::path home = (checkpoint / "").parent_path().parent_path();
  const fs::path writer = home.empty() ? "." : home;
  if (wanted.empty()) {
    return holds_run(writer) ? writer : numbered(case_path, next_number(case_path));
  }
  if (holds_run(wanted) && !fs::equivalent(wanted, writer)) {
    throw InputError(fmt::format(
        "{} is no checkpoint of the run in {}: give one of that run's, or an --out that holds none",
        checkpoint.string(), wanted.string()));
  }
  if (!holds_run(wanted)) {
    require_vacant(wanted);
  }
  return wanted;
}

/// Points `latest` to the newest checkpoint of \p directory; to none where there is none.
void point_to_latest(const fs::path& directory) {
  const fs::path link = directory / "latest";
  if (const std::vector<fs::path> all = io::list_checkpoints(directory); !all.empty()) {
    io::point_link(link, all.front().filename());
  } else {
    fs::remove(link);
  }
}

}  // namespace

std::vector<std::string> set_aside_after(const fs::path& directory, std::int64_t step) {
  std::vector<std::string> later;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (step_in(name) > step) {
      later.push_back(name);
    }
  }
  if (!later.empty() && fs::exists(directory / "summary.json")) {
    later.emplace_back("summary.json");
  }
  std::ranges::sort(later);
  for (const std::string& name : later) {
    fs::path left = directory / (name + ".left");
    for (int number = 2; fs::exists(left); ++number) {
      left = directory / fmt::format("{}.left{}", name, number);
    }
    fs::rename(directory / name, left);
  }
  if (!later.empty()) {
    point_to_latest(directory);
  }
  return later;
}

fs::path choose_run_directory(const fs::path& case_path, const fs::path& wanted, bool resume,
                              const fs::path& checkpoint) {
  if (resume && !checkpoint.empty()) {
    return run_of(case_path, wanted, checkpoint);
  }
  const int next = next_number(case_path);
  const fs::path directory =
      wanted.empty() ? numbered(case_path, resume ? std::max(next - 1, 1) : next) : wanted;
  if (!holds_run(directory)) {
    require_vacant(directory);
  } else if (!resume) {
    throw InputError(
        fmt::format("{} holds a run already: continue it with --resume, or give another --out",
                    directory.string()));
  }
  return directory;
}

void make_run_directory(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path / "control", error);
  if (!error && ::access(path.c_str(), W_OK) != 0) {
    error.assign(errno, std::generic_category());
  }
  if (error) {
    throw InputError(fmt::format("{}; give another --out",
                                 system_error("write to", path, error.value()).what()));
  }
}

std::string LostLines::append(const std::function<void()>& append,
                              const std::function<void(std::int64_t)>& note) {
  try {
    if (missing_ > 0) {
      note(missing_);
    }
    append();
    missing_ = 0;
  } catch (const SystemError& error) {
    ++missing_;
    return std::exchange(has_told_, true)
               ? ""
               : fmt::format("{}: lines are left out until there is room", error.what());
  }
  return "";
}

RunDirectory::RunDirectory(fs::path path, const std::string& config, bool resume,
                           std::function<void(const std::string&)> complain)
    : path_(std::move(path)), lock_(path_, O_RDONLY | O_DIRECTORY), complain_(std::move(complain)) {
  // A file system without locks is no reason not to run.
  if (::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw InputError(
        fmt::format("another run is writing to {}: wait for it or end it", path_.string()));
  }
  write_file(path_ / "config.toml", config);
  const OpenMode mode = resume ? OpenMode::kContinue : OpenMode::kReplace;
  recorder_ = std::make_unique<telemetry::Recorder>(path_, mode);
  log_ = std::make_unique<LineFile>(path_ / "log.txt", mode);
}

void RunDirectory::record(const telemetry::Event& event) {
  const std::string fault = lost_events_.append(
      [&] { (*recorder_)(event); },
      [&](std::int64_t missing) {
        telemetry::Event gap{event.t, event.step, std::string(telemetry::kind::kWarn), {}};
        gap.fields.add("text", fmt::format("{} events before this one are missing", missing));
        (*recorder_)(gap);
      });
  if (!fault.empty()) {
    complain_(fault);
  }
}

void RunDirectory::log(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::string fault = lost_log_.append(
        [&] { log_->append(line); },
        [&](std::int64_t missing) {
          log_->append(fmt::format("warning: {} lines before this one are missing", missing));
        });
    if (!fault.empty()) {
      complain_(fault);
    }
  }
}

}  // namespace evenkeel::runtime
