// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Lines of a text file, whether it is compressed or not.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace evenkeel {

/// Reads a plain or gzip file line by line.
class LineReader {
 public:
  /// \throws InputError if \p path cannot be opened
  explicit LineReader(const std::filesystem::path& path);

  /// Gives the next line without its newline; false at the end. The last line may lack one.
  ///
  /// \throws InputError naming the file if it is compressed and cut short or damaged
  bool next(std::string& line);

 private:
  struct Close {
    void operator()(void* file) const;
  };

  std::string path_;
  std::unique_ptr<void, Close> file_;
};

}  // namespace evenkeel
