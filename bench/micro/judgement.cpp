// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What judging a patch after its step takes.
#include <vector>

#include <benchmark/benchmark.h>

#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::bench {
namespace {

/// Values a second, of patches of state.range(0) cells a side with five components and two ghosts.
void all_finite(benchmark::State& state) {
  constexpr int kComponents = 5;
  const auto side = static_cast<std::int32_t>(state.range(0));
  const geometry::Box<2> box{{0, 0}, {side, side}};
  std::vector<double> memory(solver::temporary_size(box.grow(2), kComponents), 1.5);
  const auto values = solver::temporary_view(memory.data(), box.grow(2), kComponents);
  for (auto _ : state) {
    benchmark::DoNotOptimize(solver::all_finite(values, box, kComponents));
  }
  state.counters["values/s"] =
      benchmark::Counter(static_cast<double>(kComponents * box.volume() * state.iterations()),
                         benchmark::Counter::kIsRate);
}
BENCHMARK(all_finite)->Arg(16)->Arg(30)->Arg(64);

}  // namespace
}  // namespace evenkeel::bench
