// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The folder a run writes, and its events and log.
///
///   config.toml  events.ndjson  trace.ndjson  summary.json  log.txt
///   plt00020/ ...  chk00100/ ...  latest -> chk00100  control/
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/descriptor.hpp"
#include "evenkeel/core/line_file.hpp"
#include "evenkeel/telemetry/recorder.hpp"

namespace evenkeel::runtime {

/// The folder for a new run of \p case_path: \p wanted, or else NAME.run, NAME.run2, ..., the one
/// after the last that there is. For a resumed run: \p wanted, or else the last NAME.run* there is;
/// where there is none, it begins as a new run does. One from a \p checkpoint by name goes on in
/// the run that wrote it, or as another run in a new folder.
///
/// \throws InputError if \p wanted holds a run already that is not to be resumed, or no run but
///         what one would write over, or \p checkpoint is another run's
std::filesystem::path choose_run_directory(const std::filesystem::path& case_path,
                                           const std::filesystem::path& wanted, bool resume,
                                           const std::filesystem::path& checkpoint = {});

/// Renames checkpoints and plot files of \p directory of later steps than \p step, which a run that
/// goes back to that step would take for its own: chk00016 becomes chk00016.left. So does the
/// summary, and `latest` is the newest checkpoint that stays.
///
/// \returns the names they had
std::vector<std::string> set_aside_after(const std::filesystem::path& directory, std::int64_t step);

/// Whether a set_aside_after() there has been killed.
bool is_going_back(const std::filesystem::path& directory);

/// Does what a set_aside_after() that was killed has left undone.
void finish_setting_aside(const std::filesystem::path& directory);

/// Makes the folder of a run, and control/ in it.
///
/// \throws InputError naming the path and the system's reason if it cannot be made or written: a
///         wrong path is bad input
void make_run_directory(const std::filesystem::path& path);

/// Counts the lines of a file that could not be written. A full disk is no reason to end a run: a
/// file that tells of it has a gap then.
class LostLines {
 public:
  /// Does \p append. Where lines before it are missing, \p note, told how many, comes first.
  ///
  /// \returns why it could not, the first time
  std::string append(const std::function<void()>& append,
                     const std::function<void(std::int64_t)>& note);

 private:
  std::int64_t missing_ = 0;
  bool has_told_ = false;
};

/// Keeps other runs out of a folder while it lives. Nothing in the folder is changed without it.
class RunLock {
 public:
  /// \throws InputError if another run writes there: ranks may outlive a killed launcher
  /// \throws SystemError naming the path and the system's reason, as where there is none
  explicit RunLock(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor folder_;
};

/// Another run may have come and gone since a folder was chosen for one that does not \p resume.
/// \throws InputError if the locked folder holds what it would write over
void expect_no_run_since(const RunLock& lock, bool resume);

/// Files of one run that rank 0 keeps open. Other ranks have none of it.
class RunDirectory {
 public:
  /// Writes config.toml in the folder that \p lock holds; continues or replaces events and log.
  /// Removes what killed runs have begun to write.
  ///
  /// \param complain  hears of the first line of each file that could not be written
  /// \throws SystemError naming the path and the system's reason
  RunDirectory(
      const RunLock& lock, const std::string& config, bool resume,
      std::function<void(const std::string&)> complain = [](const std::string&) {});

  /// Appends a line to events.ndjson. One that cannot be written is left out, and counted.
  void record(const telemetry::Event& event);

  /// Appends the lines of \p text to log.txt, as far as they can be written.
  void log(std::string_view text);

 private:
  std::unique_ptr<telemetry::Recorder> recorder_;
  std::unique_ptr<LineFile> log_;
  LostLines lost_events_;
  LostLines lost_log_;
  std::function<void(const std::string&)> complain_;
};

}  // namespace evenkeel::runtime
