// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Making and opening run folders.
#include "evenkeel/runtime/run_directory.hpp"

#include <cerrno>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;

bool holds_run(const fs::path& directory) {
  return fs::exists(directory / "config.toml");
}

fs::path numbered(const fs::path& case_path, int number) {
  return fmt::format("{}.run{}", case_path.stem().string(),
                     number > 1 ? std::to_string(number) : "");
}

}  // namespace

fs::path choose_run_directory(const fs::path& case_path, const fs::path& wanted, bool resume) {
  if (!wanted.empty()) {
    if (holds_run(wanted) && !resume) {
      throw InputError(
          fmt::format("{} holds a run already: continue it with --resume, or give "
                      "another --out",
                      wanted.string()));
    }
    if (!holds_run(wanted) && resume) {
      throw InputError(fmt::format("{} holds no run to resume", wanted.string()));
    }
    return wanted;
  }
  int next = 1;
  while (fs::exists(numbered(case_path, next))) {
    ++next;
  }
  if (!resume) {
    return numbered(case_path, next);
  }
  if (next == 1) {
    throw InputError(
        fmt::format("no {} to resume: give --out DIR", numbered(case_path, 1).string()));
  }
  return numbered(case_path, next - 1);
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

RunDirectory::RunDirectory(fs::path path, const std::string& config, bool resume)
    : path_(std::move(path)), lock_(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  // A file system without locks is no reason not to run.
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(lock_);
    throw InputError(
        fmt::format("another run is writing to {}: wait for it or end it", path_.string()));
  }
  write_file(path_ / "config.toml", config);
  const OpenMode mode = resume ? OpenMode::kContinue : OpenMode::kReplace;
  recorder_ = std::make_unique<telemetry::Recorder>(path_, mode);
  log_ = std::make_unique<LineFile>(path_ / "log.txt", mode);
}

RunDirectory::~RunDirectory() {
  ::close(lock_);
}

void RunDirectory::record(const telemetry::Event& event) {
  (*recorder_)(event);
}

void RunDirectory::log(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    log_->append(line);
  }
}

}  // namespace evenkeel::runtime
