// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Lines appended by single writes, and the cut of an unfinished one.
#include "evenkeel/core/line_file.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

/// Bytes up to and including the last newline of the open file. Looks from the end in blocks.
off_t whole_lines(int descriptor) {
  off_t end = ::lseek(descriptor, 0, SEEK_END);
  std::string block(4096, '\0');
  while (end > 0) {
    const off_t begin = std::max<off_t>(0, end - static_cast<off_t>(block.size()));
    const auto wanted = static_cast<std::size_t>(end - begin);
    if (::pread(descriptor, block.data(), wanted, begin) != static_cast<ssize_t>(wanted)) {
      return -1;
    }
    const std::size_t newline = block.rfind('\n', wanted - 1);
    if (newline < wanted) {
      return begin + static_cast<off_t>(newline) + 1;
    }
    end = begin;
  }
  return end;
}

}  // namespace

LineFile::LineFile(std::filesystem::path path, OpenMode mode)
    : path_(std::move(path)),
      descriptor_(::open(
          path_.c_str(),
          O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | (mode == OpenMode::kReplace ? O_TRUNC : 0),
          0666)) {
  if (descriptor_ < 0) {
    throw system_error("open", path_, errno);
  }
  const off_t length = whole_lines(descriptor_);
  if (length < 0 || ::ftruncate(descriptor_, length) != 0) {
    const int reason = errno;
    ::close(descriptor_);
    throw system_error("continue", path_, reason);
  }
}

LineFile::~LineFile() {
  ::close(descriptor_);
}

void LineFile::append(std::string_view line) {
  EVENKEEL_EXPECT(line.find('\n') == std::string_view::npos);
  buffer_.assign(line);
  buffer_ += '\n';
  ssize_t written = -1;
  do {
    written = ::write(descriptor_, buffer_.data(), buffer_.size());
  } while (written < 0 && errno == EINTR);
  if (written != static_cast<ssize_t>(buffer_.size())) {
    const int reason = written < 0 ? errno : ENOSPC;
    // What was written of the line goes, so that a caller may carry on when there is room again.
    [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, whole_lines(descriptor_));
    throw system_error("append to", path_, reason);
  }
}

}  // namespace evenkeel
