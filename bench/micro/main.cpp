// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The main function of the micro benchmarks: one rank, alone.
#include <benchmark/benchmark.h>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/heap.hpp"

int main(int argc, char** argv) {
  evenkeel::keep_heap();
  const evenkeel::comm::Session session(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
