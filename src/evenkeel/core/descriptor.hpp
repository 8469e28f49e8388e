// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// An open file that closes itself.
#pragma once

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"

namespace evenkeel {

/// Owns the descriptor of a file or folder.
class Descriptor {
 public:
  /// \param flags  of open(2)   \throws SystemError if it cannot be opened
  Descriptor(const std::filesystem::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) {
      throw system_error("open", path, errno);
    }
  }
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace evenkeel
