// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A text file that is written bit by bit.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace evenkeel::simulator {

/// Whole when it is closed. Where it never is, as an error came first, what was there before stays.
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
  std::filesystem::path made_;  ///< what is written: beside the file, unless that goes on
  std::uintmax_t before_ = 0;   ///< [byte] that a file has which goes on
  std::ofstream file_;
};

}  // namespace evenkeel::simulator
