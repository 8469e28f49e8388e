// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One step of many patches of one kernel, without ghosts or levels.
#include <benchmark/benchmark.h>

#include "evenkeel/kernels/application_registry.hpp"
#include "micro/burning.hpp"
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

std::unique_ptr<kernels::ApplicationPlugin> kernel_of(const char* name, const ParamValues& params) {
  Registry<kernels::ApplicationPlugin> registry;
  kernels::register_builtin(registry);
  return registry.make(name, params);
}

template <int D>
const solver::Application<D>& application_of(const kernels::ApplicationPlugin& kernel) {
  return *std::get<std::unique_ptr<solver::Application<D>>>(kernel.application);
}

template <int D>
GroupedPatches<D> patches_of(const kernels::ApplicationPlugin& kernel, std::int64_t side) {
  const auto& application = application_of<D>(kernel);
  const solver::Place<D> place = place_of<D>(kernel);
  return {static_cast<int>(side), static_cast<int>(application.components().size()),
          application.ghosts(), place,
          [&](const storage::View<D>& values, const geometry::Box<D>& box) {
            application.initialise(values, box, place);
          }};
}

void count_updates(benchmark::State& state) {
  state.counters["updates/s"] = benchmark::Counter(static_cast<double>(kCells * state.iterations()),
                                                   benchmark::Counter::kIsRate);
}

/// Updates a second, all stages of each, of patches of state.range(0) cells a side.
template <int D>
void advance(benchmark::State& state, const char* name, const ParamValues& params) {
  const auto kernel = kernel_of(name, params);
  const auto& application = application_of<D>(*kernel);
  GroupedPatches<D> patches = patches_of<D>(*kernel, state.range(0));
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
  count_updates(state);
}
constexpr auto advance_2d = advance<2>;
constexpr auto advance_3d = advance<3>;

#define EVENKEEL_ADVANCE(kind, in_2d, in_3d, ...)                            \
  BENCHMARK_CAPTURE(advance_2d, kind, in_2d, __VA_ARGS__)->Arg(16)->Arg(64); \
  BENCHMARK_CAPTURE(advance_3d, kind, in_3d, __VA_ARGS__)->Arg(16)->Arg(32)
BENCHMARK_CAPTURE(advance_2d, euler, "vortex", {{"scheme", "hancock"}})
    ->Arg(16)
    ->Arg(32)
    ->Arg(64)
    ->Arg(256);
BENCHMARK_CAPTURE(advance_3d, euler, "blast", {{"scheme", "hancock"}})->Arg(16)->Arg(32)->Arg(64);
BENCHMARK_CAPTURE(advance_2d, advection, "sv2d", {{"scheme", "hancock"}})
    ->Arg(16)
    ->Arg(32)
    ->Arg(64)
    ->Arg(256);
BENCHMARK_CAPTURE(advance_3d, advection, "sv3d", {{"scheme", "hancock"}})
    ->Arg(16)
    ->Arg(32)
    ->Arg(64);
BENCHMARK_CAPTURE(advance_2d, weno5, "vortex", {{"scheme", "weno5"}})
    ->Arg(16)
    ->Arg(32)
    ->Arg(64)
    ->Arg(256);
BENCHMARK_CAPTURE(advance_3d, weno5, "blast", {{"scheme", "weno5"}})->Arg(16)->Arg(32)->Arg(64);
EVENKEEL_ADVANCE(eno3, "vortex", "blast", {{"scheme", "eno3"}});
EVENKEEL_ADVANCE(two_gases, "rm2d", "rm3d", {{"scheme", "hancock"}, {"gases", "two"}});
EVENKEEL_ADVANCE(wave, "wave2d", "wave3d", {});
EVENKEEL_ADVANCE(two_phase, "bl2d", "bl3d", {});
#undef EVENKEEL_ADVANCE
BENCHMARK_CAPTURE(advance_2d, diffusion, "flame2d", {})->Arg(16)->Arg(64);

/// Updates a second by the reaction alone.
void react_2d(benchmark::State& state, const char* name) {
  const auto kernel = kernel_of(name, {});
  const auto& application = application_of<2>(*kernel);
  GroupedPatches<2> patches(static_cast<int>(state.range(0)),
                            static_cast<int>(application.components().size()), application.ghosts(),
                            place_of<2>(*kernel), fill_burning<2>);
  for (auto _ : state) {
    for (const auto& group : patches.at_stage(0)) {
      for (const solver::StageStep<2>& step : group) {
        storage::copy(step.old, step.state, step.box);  // burns down anew each time
        application.react({step.state, step.box, step.place, 0.0, kReactionTime});
      }
    }
  }
  count_updates(state);
}
BENCHMARK_CAPTURE(react_2d, reaction, "flame2d")->Arg(16)->Arg(64);

}  // namespace
}  // namespace evenkeel::bench
