// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A program with the simulator, which must not have MPI.
#include <cstdio>

#include "evenkeel/simulator/backend.hpp"

int main() {
  evenkeel::Registry<evenkeel::simulator::Backend> backends;
  evenkeel::simulator::register_builtin(backends);
  std::puts(backends.make("phase") ? "phase" : "none");
}
