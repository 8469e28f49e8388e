// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A text file that is written bit by bit.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace evenkeel::simulator {

/// Whole when it is closed. Removed where it never is: an error came first.
class OutputFile {
 public:
  /// Replaces the file, or goes on with it.
  ///
  /// \throws SystemError if \p path cannot be written
  OutputFile(const std::filesystem::path& path, bool goes_on);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// \throws SystemError if the disk is full; it may be told as late as by close()
  void write(std::string_view text);
  void close();

 private:
  void check() const;

  std::filesystem::path path_;
  std::ofstream file_;
};

}  // namespace evenkeel::simulator
