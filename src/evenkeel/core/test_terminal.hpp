// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Standard error as a terminal, for tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace evenkeel {

/// Standard error is a pseudo-terminal for as long as it lives.
class TestTerminal {
 public:
  TestTerminal() : ours_(posix_openpt(O_RDWR | O_NOCTTY)), before_(dup(STDERR_FILENO)) {
    if (grantpt(ours_) == 0 && unlockpt(ours_) == 0) {
      const int theirs = open(ptsname(ours_), O_RDWR | O_NOCTTY);
      dup2(theirs, STDERR_FILENO);
      close(theirs);
    }
  }
  ~TestTerminal() {
    dup2(before_, STDERR_FILENO);
    close(before_);
    close(ours_);
  }
  TestTerminal(const TestTerminal&) = delete;
  TestTerminal& operator=(const TestTerminal&) = delete;

  /// What has been written since it was last asked for. Terminals hand on in pieces, and late.
  std::string seen() const {
    constexpr int kQuiet = 300;  // [ms] without anything more
    std::string text;
    std::array<char, 256> piece;
    for (pollfd ready{ours_, POLLIN, 0}; poll(&ready, 1, kQuiet) > 0;) {
      const ssize_t count = read(ours_, piece.data(), piece.size());
      text.append(piece.data(), static_cast<std::size_t>(std::max<ssize_t>(0, count)));
      if (count <= 0) {
        break;
      }
    }
    return text;
  }

 private:
  int ours_;
  int before_;
};

}  // namespace evenkeel
