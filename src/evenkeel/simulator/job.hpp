// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A job of a batch system.
#pragma once

#include <cstdint>

namespace evenkeel::simulator {

struct Job {
  std::int64_t id = 0;
  double submit = 0.0;   ///< [s]
  double run = 0.0;      ///< [s] what it really takes, > 0
  double request = 0.0;  ///< [s] what its owner asks for, >= run
  int processors = 1;
  double start = -1.0;  ///< [s]; below 0: not started

  double wait() const { return start - submit; }
  double end() const { return start + run; }
};

}  // namespace evenkeel::simulator
