// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One step of many patches of one kernel, without ghosts or levels.
#include <benchmark/benchmark.h>

#include "evenkeel/hierarchy/patch_groups.hpp"
#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/storage/array.hpp"
#include "micro/shapes.hpp"

namespace evenkeel::bench {
namespace {

constexpr std::int64_t kCells = 1 << 18;  ///< in all patches together: 512^2 or 64^3

template <int D>
solver::Place<D> place_of(const kernels::ApplicationPlugin& kernel) {
  solver::Place<D> place;
  for (std::size_t d = 0; d < D; ++d) {
    place.origin[d] = kernel.lower[d];
    place.spacing[d] = (kernel.upper[d] - kernel.lower[d]) / (D == 2 ? 512.0 : 64.0);
  }
  return place;
}

/// Updates a second, all stages counted, of patches of state.range(0) cells a side that together
/// exceed the L2 cache.
template <int D>
void advance(benchmark::State& state, const char* name, const char* scheme) {
  Registry<kernels::ApplicationPlugin> registry;
  kernels::register_builtin(registry);
  const auto kernel = registry.make(name, {{"scheme", scheme}});
  const auto& application = *std::get<std::unique_ptr<solver::Application<D>>>(kernel->application);
  const solver::Place<D> place = place_of<D>(*kernel);
  const auto side = static_cast<int>(state.range(0));
  const int domain = D == 2 ? 512 : 64;
  const int components = static_cast<int>(application.components().size());
  storage::Pool pool;
  std::vector<storage::Patch<D>> patches;
  for (const geometry::Box<D>& box :
       blocks<D>({{}, geometry::uniform<D>(domain)}, side, [](const auto&) { return true; })) {
    const geometry::Box<D> grown = box.grow(application.ghosts());
    patches.emplace_back().box = box;
    patches.back().state = storage::Array<D>(pool, grown, components);
    application.initialise(patches.back().state.view(), grown, place);
  }
  const hierarchy::PatchGroups<D> groups(patches, std::vector<bool>(patches.size(), false),
                                         application.ghosts());
  std::vector<std::vector<solver::StageStep<D>>> steps(groups.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const std::size_t position : groups[group]) {
      solver::StageStep<D> step;
      step.state = patches[position].state.view();
      step.box = patches[position].box;
      step.place = place;
      step.dt = 1e-9;  // the same arithmetic, and values that stay
      steps[group].push_back(step);
    }
  }
  solver::Scratch scratch;
  std::vector<double> rates(hierarchy::PatchGroups<D>::kMostPatches);
  for (auto _ : state) {
    for (const auto& group : steps) {
      application.advance_group(group, std::span(rates).first(group.size()), scratch);
      benchmark::DoNotOptimize(rates.data());
    }
  }
  state.counters["updates/s"] =
      benchmark::Counter(static_cast<double>(kCells * state.iterations()) / application.stages(),
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

}  // namespace
}  // namespace evenkeel::bench
