// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Standard error as a terminal, for tests.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include <fcntl.h>
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

  /// What has been written since it was last asked for; waits for something.
  std::string seen() const {
    std::string text(4096, '\0');
    text.resize(
        static_cast<std::size_t>(std::max<ssize_t>(0, read(ours_, text.data(), text.size()))));
    return text;
  }

 private:
  int ours_;
  int before_;
};

}  // namespace evenkeel
