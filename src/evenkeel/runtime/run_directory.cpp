// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Making and opening run folders.
#include "evenkeel/runtime/run_directory.hpp"

#include <algorithm>
#include <cerrno>
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
#include "evenkeel/core/text.hpp"
#include "evenkeel/io/publish.hpp"
#include "evenkeel/io/verify.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;

/// While a run goes back, the step that it goes back to is here.
constexpr const char* kGoingBack = "going_back";

/// The number that \p digits are; -1 if they are none.
std::int64_t number_in(std::string_view digits) {
  return digits.starts_with('-') ? -1 : parse<std::int64_t>(digits).value_or(-1);
}

/// The step in the name of a checkpoint or plot file, or of a table beside one; -1 for other files.
std::int64_t step_in(std::string_view name) {
  constexpr std::string_view kTable = ".csv";
  if (name.starts_with("plt") && name.ends_with(kTable)) {
    name.remove_suffix(kTable.size());
  }
  const bool is_kind = name.starts_with("chk") || name.starts_with("plt");
  return is_kind ? number_in(name.substr(3)) : -1;
}

bool is_output(const std::string& name) {
  static const std::set<std::string_view> kFiles = {"events.ndjson", "trace.ndjson", "summary.json",
                                                    "log.txt", "latest"};
  return kFiles.contains(name) || step_in(name) >= 0;
}

/// False where \p directory can be none, too: making it will say why. A config.toml without what a
/// run makes of it may be somebody's case.
bool holds_run(const fs::path& directory) {
  std::error_code none;
  return fs::exists(directory / "config.toml", none) &&
         std::ranges::any_of(fs::directory_iterator(directory, none), [](const auto& entry) {
           return is_output(entry.path().filename().string());
         });
}

/// \throws InputError where a run in \p directory, which holds none, would write over something
void require_vacant(const fs::path& directory) {
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, none)) {
    const std::string name = entry.path().filename().string();
    if (is_output(name) || name == "config.toml") {
      throw InputError(fmt::format("{} holds {}, which a run would write over: give another --out",
                                   directory.string(), name));
    }
  }
}

fs::path numbered(const fs::path& case_path, std::int64_t number) {
  return fmt::format("{}.run{}", case_path.stem().string(),
                     number > 1 ? std::to_string(number) : "");
}

/// The number of the last run of \p case_path here; 0 where there is none.
std::int64_t last_number(const fs::path& case_path) {
  const std::string first = numbered(case_path, 1);
  std::int64_t last = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(".")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(first)) {
      const std::string digits = name.substr(first.size());
      last = std::max(last, digits.empty() ? 1 : number_in(digits));
    }
  }
  return last;
}

/// The run that goes on from \p checkpoint.
fs::path run_of(const fs::path& case_path, const fs::path& wanted, const fs::path& checkpoint) {
  if (!fs::exists(checkpoint / "evenkeel" / "manifest.json")) {
    throw InputError(fmt::format("{} is no checkpoint to resume from", checkpoint.string()));
  }
  const fs::path writer = fs::proximate(fs::canonical(checkpoint).parent_path());
  if (wanted.empty()) {
    return holds_run(writer) ? writer : numbered(case_path, last_number(case_path) + 1);
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

/// What a kill has left of plot files; checkpoints of that kind go with the next one.
void remove_unfinished_plots(const fs::path& directory) {
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("plt") && name.ends_with(".tmp")) {
      std::error_code ignored;
      fs::remove_all(entry.path(), ignored);
    }
  }
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

bool is_going_back(const fs::path& directory) {
  return fs::exists(directory / kGoingBack);
}

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
  if (!later.empty()) {
    write_file(directory / kGoingBack, std::to_string(step));
  }
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
  fs::remove(directory / kGoingBack);  // also that of one that was killed behind its last rename
  return later;
}

void finish_setting_aside(const fs::path& directory) {
  const fs::path marker = directory / kGoingBack;
  if (fs::exists(marker)) {
    set_aside_after(directory, std::max<std::int64_t>(0, number_in(read_file(marker))));
  }
}

fs::path choose_run_directory(const fs::path& case_path, const fs::path& wanted, bool resume,
                              const fs::path& checkpoint) {
  if (resume && !checkpoint.empty()) {
    return run_of(case_path, wanted, checkpoint);
  }
  const std::int64_t last = last_number(case_path);
  const fs::path directory =
      wanted.empty() ? numbered(case_path, resume ? std::max<std::int64_t>(last, 1) : last + 1)
                     : wanted;
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

RunLock::RunLock(fs::path path) : path_(std::move(path)), folder_(path_, O_RDONLY | O_DIRECTORY) {
  // A file system without locks is no reason not to run.
  if (::flock(folder_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw InputError(
        fmt::format("another run is writing to {}: wait for it or end it", path_.string()));
  }
}

void expect_no_run_since(const RunLock& lock, bool resume) {
  if (!resume) {
    require_vacant(lock.path());
  }
}

RunDirectory::RunDirectory(const RunLock& lock, const std::string& config, bool resume,
                           std::function<void(const std::string&)> complain)
    : complain_(std::move(complain)) {
  remove_unfinished_plots(lock.path());
  write_file(lock.path() / "config.toml", config);
  const OpenMode mode = resume ? OpenMode::kContinue : OpenMode::kReplace;
  recorder_ = std::make_unique<telemetry::Recorder>(lock.path(), mode);
  log_ = std::make_unique<LineFile>(lock.path() / "log.txt", mode);
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
