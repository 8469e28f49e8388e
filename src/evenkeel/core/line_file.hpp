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

/// Appends lines, each by one system call: a process killed at any moment leaves whole lines.
///
/// Not thread safe; one writer per file. A line that meets a full disk is left out whole.
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
