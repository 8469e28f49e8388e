// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// pread from the start, as often as wanted.
#include "evenkeel/monitor/kept_file.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::size_t kFirstBytes = 4096;
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

}  // namespace

KeptFile::KeptFile(std::filesystem::path path) : path_(std::move(path)) {}

KeptFile::~KeptFile() {
  close();
}

KeptFile::KeptFile(KeptFile&& other) noexcept
    : path_(std::move(other.path_)),
      buffer_(std::move(other.buffer_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

void KeptFile::close() noexcept {
  if (descriptor_ >= 0) {
    ::close(std::exchange(descriptor_, -1));
  }
}

std::string_view KeptFile::read() {
  if (descriptor_ < 0) {
    // Not blocking: a pipe put where a file was must not stop the monitor.
    descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) {
      throw system_error("open", path_, errno);
    }
  }
  if (buffer_.empty()) {
    buffer_.resize(kFirstBytes);
  }
  std::size_t filled = 0;
  while (true) {
    if (filled == kMaxBytes) {
      close();
      throw SystemError("cannot read " + path_.string() + ": more than 1 MiB");
    }
    if (filled == buffer_.size()) {
      buffer_.resize(2 * buffer_.size());
    }
    const ssize_t got = pread(descriptor_, buffer_.data() + filled, buffer_.size() - filled,
                              static_cast<off_t>(filled));
    if (got < 0) {
      const int reason = errno;
      close();
      throw system_error("read", path_, reason);
    }
    if (got == 0) {  // less than asked for is no end: /proc gives a page of whole lines at a time
      return std::string_view(buffer_).substr(0, filled);
    }
    filled += static_cast<std::size_t>(got);
  }
}

}  // namespace evenkeel::monitor
