// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Turns standard output to /dev/null and back.
#include "evenkeel/core/silence.hpp"

#include <cstdio>
#include <iostream>

#include <fcntl.h>
#include <unistd.h>

namespace evenkeel {
namespace {

void flush() {
  std::cout.flush();
  std::fflush(stdout);
}

}  // namespace

Silence::Silence() : before_(dup(STDOUT_FILENO)) {
  flush();
  if (const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); before_ >= 0 && nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
  }
}

Silence::~Silence() {
  flush();
  if (before_ >= 0) {
    dup2(before_, STDOUT_FILENO);
    close(before_);
  }
}

}  // namespace evenkeel
