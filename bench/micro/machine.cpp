// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the machine can do at best: limits of the row loops. \see bench/limits.py
#include <array>
#include <vector>

#include <benchmark/benchmark.h>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::bench {
namespace {

using solver::Lanes;

constexpr int kChains = 12;    ///< that depend on nothing but themselves
constexpr int kRounds = 1000;  ///< between two looks at the clock

/// Operations a second of \p step, which makes \p operations of them on one register.
template <class Step>
void peak(benchmark::State& state, int operations, const Step& step) {
  std::array<Lanes, kChains> chain;
  chain.fill(Lanes(1.0));
  for (auto _ : state) {
    for (int round = 0; round < kRounds; ++round) {
      for (Lanes& value : chain) {
        value = step(value);
      }
    }
    for (Lanes& value : chain) {
      benchmark::DoNotOptimize(value);
    }
  }
  const auto done = static_cast<double>(state.iterations()) * kRounds * kChains;
  state.counters["operations/s"] =
      benchmark::Counter(done * operations * solver::kLanes, benchmark::Counter::kIsRate);
}

void peak_fused(benchmark::State& state) {
  peak(state, 1, [](Lanes a) { return multiply_add(a, Lanes(0.999), Lanes(0.001)); });
}
void peak_mixed(benchmark::State& state) {
  peak(state, 2, [](Lanes a) { return multiply_add(a, Lanes(0.999), Lanes(0.001)) + Lanes(1e-9); });
}
void peak_quotients(benchmark::State& state) {
  peak(state, 1, [](Lanes a) { return Lanes(1.5) / a; });
}
void peak_roots(benchmark::State& state) {
  peak(state, 1, [](Lanes a) { return sqrt(a); });
}
BENCHMARK(peak_fused);
BENCHMARK(peak_mixed);
BENCHMARK(peak_quotients);
BENCHMARK(peak_roots);

/// Bytes a second of a <- a + b, arrays far larger than the caches: two read and one written.
void peak_memory(benchmark::State& state) {
  constexpr std::size_t kDoubles = std::size_t{1} << 24U;
  std::vector<double> a(kDoubles, 1.0);
  const std::vector<double> b(kDoubles, 1e-9);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kDoubles; i += solver::kLanes) {
      store(a.data() + i, solver::load(a.data() + i) + solver::load(b.data() + i));
    }
    benchmark::ClobberMemory();
  }
  state.counters["operations/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * 24.0 * kDoubles, benchmark::Counter::kIsRate);
}
BENCHMARK(peak_memory);

}  // namespace
}  // namespace evenkeel::bench
