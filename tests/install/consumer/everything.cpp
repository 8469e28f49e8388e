// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A program with all modules but the simulator.
#include <cstdio>

#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/runtime/run.hpp"

int main() {
  evenkeel::Registry<evenkeel::partition::Partitioner> partitioners;
  evenkeel::partition::register_builtin(partitioners);
  evenkeel::adapters::register_builtin(partitioners);
  std::puts(partitioners.make("ccp") ? "ccp" : "none");
}
