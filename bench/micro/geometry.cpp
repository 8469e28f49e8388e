// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Keys along curves, box search, grid unit lists, and cuts of curves.
#include <numeric>
#include <string_view>

#include <benchmark/benchmark.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"
#include "micro/shapes.hpp"

namespace evenkeel::bench {
namespace {

using geometry::Box;
using geometry::CurveKind;

/// About 10^7 cells of a square or cube.
template <int D>
void keys(benchmark::State& state, CurveKind kind) {
  constexpr int kSide = D == 2 ? 3200 : 216;
  const geometry::Curve<D> curve(geometry::uniform<D>(kSide), kind);
  const Box<D> all{{}, geometry::uniform<D>(kSide)};
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for_each_cell(all, [&](const geometry::Index<D>& at) { sum ^= curve.key(at); });
    benchmark::DoNotOptimize(sum);
  }
  const double made = static_cast<double>(all.volume() * state.iterations());
  state.counters["keys/s"] = benchmark::Counter(made, benchmark::Counter::kIsRate);
}
constexpr auto keys_2d = keys<2>;
constexpr auto keys_3d = keys<3>;
BENCHMARK_CAPTURE(keys_2d, hilbert, CurveKind::hilbert)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(keys_3d, hilbert, CurveKind::hilbert)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(keys_2d, morton, CurveKind::morton)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(keys_3d, morton, CurveKind::morton)->Unit(benchmark::kMillisecond);

/// Disjoint boxes of 4 to 16 cells a side, in random order.
template <int D>
geometry::BoxList<D> scattered(int count) {
  SplitMix64 random(7);
  const int side = static_cast<int>(std::ceil(std::pow(count, 1.0 / D)));
  geometry::BoxList<D> boxes = blocks<D>({{}, geometry::uniform<D>(16 * side)}, 16,
                                         [](const geometry::Index<D>&) { return true; });
  for (std::size_t last = boxes.size(); last > 1; --last) {
    std::swap(boxes[last - 1], boxes[uniform_below(random, last)]);
  }
  boxes.resize(static_cast<std::size_t>(count));
  for (Box<D>& box : boxes) {
    for (std::int32_t& end : box.hi) {
      end -= static_cast<std::int32_t>(uniform_below(random, 13));
    }
  }
  return boxes;
}

/// 10^5 boxes, each grown by 2, against 10^5: what a ghost plan asks. Building included.
template <int D>
void box_search(benchmark::State& state) {
  const geometry::BoxList<D> boxes = scattered<D>(static_cast<int>(state.range(0)));
  std::int64_t hits = 0;
  for (auto _ : state) {
    const geometry::BoxSearch<D> search(boxes);
    hits = 0;
    for (const Box<D>& box : boxes) {
      search.for_each(box.grow(2), [&](std::int32_t) { ++hits; });
    }
    benchmark::DoNotOptimize(hits);
  }
  state.counters["hits"] = static_cast<double>(hits);
}
BENCHMARK(box_search<2>)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(box_search<3>)->Arg(100'000)->Unit(benchmark::kMillisecond);

/// Units of granularity 4 of a cube of base cells with a refined shell of two more levels.
void unit_list(benchmark::State& state) {
  const Box<3> domain{{}, geometry::uniform<3>(static_cast<std::int32_t>(state.range(0)))};
  std::vector<geometry::BoxList<3>> levels{{domain}};
  for (const int ratio : {2, 4}) {
    const double radius = 0.3 * domain.hi[0];
    const Shells<3> shell{{0.5 * domain.hi[0], 0.5 * domain.hi[1], 0.5 * domain.hi[2]},
                          {radius},
                          ratio == 2 ? 8.0 : 4.0};
    levels.push_back(blocks<3>(domain.refine(ratio), 8, [&](geometry::Index<3> at) {
      for (std::int32_t& x : at) {
        x = (8 * x + 4) / ratio;
      }
      return shell.contains(at);
    }));
  }
  std::size_t units = 0;
  for (auto _ : state) {
    const auto list = workload::build_units<3>(domain, levels, {});
    units = list.size();
  }
  state.counters["units"] = static_cast<double>(units);
  state.counters["boxes"] = static_cast<double>(levels[1].size() + levels[2].size());
}
BENCHMARK(unit_list)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);

workload::UnitList chain_of(std::size_t units) {
  workload::UnitList list;
  list.dimension = 1;
  SplitMix64 random(3);
  list.key.resize(units);
  std::iota(list.key.begin(), list.key.end(), std::uint64_t{0});
  list.load.resize(units);
  for (double& load : list.load) {
    load = 1.0 + 99.0 * static_cast<double>(uniform_below(random, 8) == 0);
  }
  list.cells.assign(units, 1);
  list.memory.assign(units, 1.0);
  list.lo.resize(units);
  list.hi.resize(units);
  for (std::size_t unit = 0; unit < units; ++unit) {
    list.lo[unit] = {static_cast<std::int32_t>(unit), 0, 0};
    list.hi[unit] = {static_cast<std::int32_t>(unit) + 1, 1, 1};
  }
  return list;
}

void assign(benchmark::State& state, const workload::UnitList& units) {
  Registry<partition::Partitioner> methods;
  partition::register_builtin(methods);
  const auto ccp = methods.make("ccp");
  const std::vector<double> capacity =
      partition::lognormal_capacity(static_cast<std::size_t>(state.range(0)));
  const partition::Problem problem{units, capacity, {}};
  for (auto _ : state) {
    benchmark::DoNotOptimize(ccp->assign(problem));
  }
  state.counters["units"] = static_cast<double>(units.size());
}

void ccp_front(benchmark::State& state) {
  assign(state, partition::front_units<3>(128, 0.0, CurveKind::hilbert));
}
BENCHMARK(ccp_front)->Arg(1280)->Unit(benchmark::kMillisecond);

void ccp_chain(benchmark::State& state) {
  assign(state, chain_of(10'000'000));
}
BENCHMARK(ccp_chain)->Arg(1280)->Unit(benchmark::kMillisecond);

/// A rank for each of 10^6 equal boxes: units, keys, order and cut; faces between ranks beside it.
void box_to_rank(benchmark::State& state, CurveKind kind, std::string_view name) {
  const Box<3> domain{{}, geometry::uniform<3>(1600)};
  const std::vector<geometry::BoxList<3>> levels{{domain}};
  workload::UnitOptions options;
  options.granularity = 16;
  options.curve = kind;
  Registry<partition::Partitioner> methods;
  partition::register_builtin(methods);
  const auto method = name == "ccp" ? methods.make(name, {{"order", "given"}}) : methods.make(name);
  const std::vector<double> capacity(static_cast<std::size_t>(state.range(0)), 1.0);
  workload::UnitList units;
  partition::Owners owners;
  for (auto _ : state) {
    units = workload::build_units<3>(domain, levels, options);
    owners = method->assign({units, capacity, {}});
  }
  const partition::Quality quality = partition::measure({units, capacity, {}}, owners);
  state.counters["boxes"] = static_cast<double>(units.size());
  state.counters["max/mean"] = 1.0 + quality.bottleneck;
  state.counters["off_rank_faces"] = quality.cut_fraction;
}
BENCHMARK_CAPTURE(box_to_rank, rcb, CurveKind::hilbert, "rcb")
    ->Arg(1024)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(box_to_rank, hilbert, CurveKind::hilbert, "ccp")
    ->Arg(1024)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(box_to_rank, morton, CurveKind::morton, "ccp")
    ->Arg(1024)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace evenkeel::bench
