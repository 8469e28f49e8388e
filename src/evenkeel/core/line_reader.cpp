// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// zlib reads plain files as they are.
#include "evenkeel/core/line_reader.hpp"

#include <array>
#include <cerrno>

#include <zlib.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

gzFile handle(void* file) {
  return static_cast<gzFile>(file);
}

}  // namespace

void LineReader::Close::operator()(void* file) const {
  gzclose(handle(file));
}

LineReader::LineReader(const std::filesystem::path& path)
    : path_(path.string()), file_(gzopen(path.c_str(), "rb")) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(path_ + ": is a directory; expected a file");
  }
  if (!file_) {
    throw InputError(system_error("open", path, errno).what());
  }
}

bool LineReader::next(std::string& line) {
  line.clear();
  std::array<char, 4096> piece;
  while (gzgets(handle(file_.get()), piece.data(), piece.size()) != nullptr) {
    line += piece.data();  // up to a zero byte, which no text has
    if (line.ends_with('\n')) {
      line.pop_back();
      return true;
    }
  }
  int fault = Z_OK;
  gzerror(handle(file_.get()), &fault);
  if (fault != Z_OK) {
    throw InputError(path_ + ": is no whole gzip file");
  }
  return !line.empty();
}

}  // namespace evenkeel
