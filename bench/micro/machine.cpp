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

constexpr int kChains = 14;    ///< that depend on nothing but themselves; two registers are left
constexpr int kRounds = 1000;  ///< between two looks at the clock

void report(benchmark::State& state, double instructions) {
  state.counters["instructions/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * instructions, benchmark::Counter::kIsRate);
}

/// Instructions a second of \p step, which takes \p instructions for one register.
template <class Step>
void peak(benchmark::State& state, int instructions, const Step& step) {
  std::array<Lanes, kChains> chain;
  chain.fill(Lanes(1.2345678912345));
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
  report(state, static_cast<double>(instructions) * kRounds * kChains);
}

Lanes scale(Lanes a) {
  return a * Lanes(1.0000000001);
}
Lanes raise(Lanes a) {
  return a + Lanes(1e-9);
}
void peak_products(benchmark::State& state) {
  peak(state, 1, scale);
}
void peak_sums(benchmark::State& state) {
  peak(state, 1, raise);
}
void peak_sums_and_orders(benchmark::State& state) {
  peak(state, 2, [](Lanes a) { return max(raise(a), Lanes(0.5)); });
}
void peak_products_and_orders(benchmark::State& state) {
  peak(state, 2, [](Lanes a) { return max(scale(a), Lanes(0.5)); });
}
void peak_products_and_sums(benchmark::State& state) {
  peak(state, 2, [](Lanes a) { return raise(scale(a)); });
}
/// Chosen before the product, which else might write only what is chosen.
void peak_products_and_choices(benchmark::State& state) {
  double border = 0.5;
  benchmark::DoNotOptimize(border);
  const auto mask = solver::lane_numbers() < Lanes(border);
  peak(state, 2, [mask](Lanes a) { return scale(select(mask, a, Lanes(0.5))); });
}
void peak_quotients(benchmark::State& state) {
  peak(state, 1, [](Lanes a) { return Lanes(1.5) / a; });
}
void peak_roots(benchmark::State& state) {
  peak(state, 1, [](Lanes a) { return sqrt(a); });
}
void peak_quotients_and_roots(benchmark::State& state) {
  peak(state, 2, [](Lanes a) { return Lanes(1.5) / sqrt(a); });
}
/// 36 products beside 3 quotients: rounds a second.
void peak_products_beside_quotients(benchmark::State& state) {
  constexpr std::size_t kQuotients = 3;
  std::array<Lanes, 4 * kQuotients> chain;
  chain.fill(Lanes(1.2345678912345));
  for (auto _ : state) {
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t k = 0; k < kQuotients; ++k) {
        chain[k] = Lanes(1.5) / chain[k];
        for (std::size_t i = kQuotients + 3 * k; i < kQuotients + 3 * k + 3; ++i) {
          chain[i] = scale(scale(scale(scale(chain[i]))));
        }
      }
    }
    for (Lanes& value : chain) {
      benchmark::DoNotOptimize(value);
    }
  }
  report(state, kRounds);
}
BENCHMARK(peak_products);
BENCHMARK(peak_sums);
BENCHMARK(peak_sums_and_orders);
BENCHMARK(peak_products_and_orders);
BENCHMARK(peak_products_and_sums);
BENCHMARK(peak_products_and_choices);
BENCHMARK(peak_quotients);
BENCHMARK(peak_roots);
BENCHMARK(peak_quotients_and_roots);
BENCHMARK(peak_products_beside_quotients);

/// An array in the first cache that starts state.range(0) doubles after a cache line.
class NearArray {
 public:
  static constexpr std::size_t kDoubles = 2048;

  explicit NearArray(benchmark::State& state)
      : doubles_(kDoubles + 16, 1.0), first_(doubles_.data()) {
    while (reinterpret_cast<std::uintptr_t>(first_) % 64 != 0) {
      ++first_;
    }
    first_ += state.range(0);
  }
  double* first() { return first_; }

 private:
  std::vector<double> doubles_;
  double* first_;
};

/// Each load into a comparison, of which there are as many.
void peak_loads(benchmark::State& state) {
  constexpr std::size_t kGreatest = 8;
  NearArray array(state);
  const double* const from = array.first();
  for (auto _ : state) {
    std::array<Lanes, kGreatest> greatest;
    greatest.fill(Lanes(0.0));
    for (std::size_t i = 0; i < NearArray::kDoubles; i += kGreatest * solver::kLanes) {
      for (std::size_t k = 0; k < kGreatest; ++k) {
        greatest[k] = max(greatest[k], solver::load(from + i + k * solver::kLanes));
      }
    }
    Lanes all = greatest[0];
    for (const Lanes& one : greatest) {
      all = max(all, one);
    }
    benchmark::DoNotOptimize(all);
    benchmark::ClobberMemory();
  }
  report(state, static_cast<double>(NearArray::kDoubles) / solver::kLanes);
}
void peak_stores(benchmark::State& state) {
  NearArray array(state);
  double* const to = array.first();
  for (auto _ : state) {
    for (std::size_t i = 0; i < NearArray::kDoubles; i += solver::kLanes) {
      store(to + i, Lanes(1.0));
    }
    benchmark::ClobberMemory();
  }
  report(state, static_cast<double>(NearArray::kDoubles) / solver::kLanes);
}
BENCHMARK(peak_loads)->Arg(0)->Arg(1);
BENCHMARK(peak_stores)->Arg(0)->Arg(1);

/// Bytes a second of a <- a + b, two read and one written, for two arrays of so many doubles.
void peak_bytes(benchmark::State& state) {
  const auto doubles = static_cast<std::size_t>(state.range(0));
  std::vector<double> a(doubles, 1.0);
  const std::vector<double> b(doubles, 1e-9);
  for (auto _ : state) {
    for (std::size_t i = 0; i < doubles; i += solver::kLanes) {
      store(a.data() + i, solver::load(a.data() + i) + solver::load(b.data() + i));
    }
    benchmark::ClobberMemory();
  }
  report(state, 24.0 * static_cast<double>(doubles));
}
BENCHMARK(peak_bytes)->Arg(1 << 20)->Arg(1 << 21)->Arg(1 << 24);

}  // namespace
}  // namespace evenkeel::bench
