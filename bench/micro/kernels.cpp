// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One step of many patches of one kernel, without ghosts or levels.
#include <benchmark/benchmark.h>

#include "evenkeel/kernels/application_registry.hpp"
#include "micro/patch_groups.hpp"

namespace evenkeel::bench {
namespace {

template <int D>
solver::Place<D> place_of(const kernels::ApplicationPlugin& kernel) {
  solver::Place<D> place;
  for (std::size_t d = 0; d < D; ++d) {
    place.origin[d] = kernel.lower[d];
    place.spacing[d] = (kernel.upper[d] - kernel.lower[d]) / (D == 2 ? 512.0 : 64.0);
  }
  return place;
}

/// Updates a second, all stages of each, of patches of state.range(0) cells a side.
/// \param scheme  null where the kernel has but one
template <int D>
void advance(benchmark::State& state, const char* name, const char* scheme) {
  Registry<kernels::ApplicationPlugin> registry;
  kernels::register_builtin(registry);
  const auto kernel =
      scheme == nullptr ? registry.make(name, {}) : registry.make(name, {{"scheme", scheme}});
  const auto& application = *std::get<std::unique_ptr<solver::Application<D>>>(kernel->application);
  const solver::Place<D> place = place_of<D>(*kernel);
  GroupedPatches<D> patches(static_cast<int>(state.range(0)),
                            static_cast<int>(application.components().size()), application.ghosts(),
                            place,
                            [&](const storage::View<D>& values, const geometry::Box<D>& box) {
                              application.initialise(values, box, place);
                            });
  solver::Scratch scratch;
  std::vector<double> rates(hierarchy::PatchGroups<D>::kMostPatches);
  for (auto _ : state) {
    for (int stage = 0; stage < application.stages(); ++stage) {
      for (const auto& group : patches.at_stage(stage)) {
        application.advance_group(group, std::span(rates).first(group.size()), scratch);
        benchmark::DoNotOptimize(rates.data());
      }
    }
  }
  state.counters["updates/s"] = benchmark::Counter(static_cast<double>(kCells * state.iterations()),
                                                   benchmark::Counter::kIsRate);
}
constexpr auto advance_2d = advance<2>;
constexpr auto advance_3d = advance<3>;
BENCHMARK_CAPTURE(advance_2d, euler, "vortex", "hancock")->Arg(16)->Arg(32)->Arg(64)->Arg(256);
BENCHMARK_CAPTURE(advance_3d, euler, "blast", "hancock")->Arg(16)->Arg(32)->Arg(64);
BENCHMARK_CAPTURE(advance_2d, advection, "sv2d", "hancock")->Arg(16)->Arg(32)->Arg(64)->Arg(256);
BENCHMARK_CAPTURE(advance_3d, advection, "sv3d", "hancock")->Arg(16)->Arg(32)->Arg(64);
BENCHMARK_CAPTURE(advance_2d, weno5, "vortex", "weno5")->Arg(16)->Arg(32)->Arg(64)->Arg(256);
BENCHMARK_CAPTURE(advance_3d, weno5, "blast", "weno5")->Arg(16)->Arg(32)->Arg(64);
BENCHMARK_CAPTURE(advance_2d, eno3, "vortex", "eno3")->Arg(16)->Arg(64);
BENCHMARK_CAPTURE(advance_3d, eno3, "blast", "eno3")->Arg(16)->Arg(32);
BENCHMARK_CAPTURE(advance_2d, wave, "wave2d", nullptr)->Arg(16)->Arg(64);
BENCHMARK_CAPTURE(advance_3d, wave, "wave3d", nullptr)->Arg(16)->Arg(32);

}  // namespace
}  // namespace evenkeel::bench
