// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// POSIX calls, repeated until they have done all.
#include "evenkeel/io/raw_file.hpp"

#include <cerrno>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"

namespace evenkeel::io {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;

}  // namespace

RawFile::RawFile(std::filesystem::path path, Mode mode)
    : path_(std::move(path)), file_(path_, mode == Mode::kRead ? O_RDONLY : O_WRONLY | O_CREAT) {}

void RawFile::close() {
  if (::close(file_.release()) != 0 && errno != EINTR) {
    throw system_error("write", path_, errno);
  }
}

void RawFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno != EINTR) {
      throw system_error("write", path_, errno);
    }
    const auto done = static_cast<std::size_t>(written > 0 ? written : 0);
    bytes = bytes.subspan(done);
    offset += done;
  }
}

std::size_t RawFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::pread(file_.number(), bytes.data() + done, bytes.size() - done,
                                static_cast<off_t>(offset + done));
    if (got == 0) {
      break;
    }
    if (got < 0 && errno != EINTR) {
      throw system_error("read", path_, errno);
    }
    done += static_cast<std::size_t>(got > 0 ? got : 0);
  }
  return done;
}

std::uint64_t RawFile::size() const {
  struct stat status{};
  if (::fstat(file_.number(), &status) != 0) {
    throw system_error("read", path_, errno);
  }
  return static_cast<std::uint64_t>(status.st_size);
}

void RawFile::sync() {
  if (::fsync(file_.number()) != 0) {
    throw system_error("sync", path_, errno);
  }
}

void SequentialWriter::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) {
    flush();
  }
  if (bytes.size() > kBufferBytes) {
    file_->write_at(offset_, bytes);
    offset_ += bytes.size();
    return;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void SequentialWriter::flush() {
  file_->write_at(offset_, buffer_);
  offset_ += buffer_.size();
  buffer_.clear();
}

}  // namespace evenkeel::io
