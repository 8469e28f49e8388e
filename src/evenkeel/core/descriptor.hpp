// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// An open file that closes itself.
#pragma once

#include <cerrno>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"

namespace evenkeel {

/// Owns the descriptor of a file, a folder or a socket.
class Descriptor {
 public:
  /// \param number  as open(2) or socket(2) gave it; -1: nothing is open
  explicit Descriptor(int number = -1) : number_(number) {}

  /// \param flags  of open(2)   \throws SystemError if it cannot be opened
  Descriptor(const std::filesystem::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) {
      throw system_error("open", path, errno);
    }
  }
  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// Gives it away, to be closed by whoever takes it.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace evenkeel
