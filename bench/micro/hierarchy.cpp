// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Plans, ghost exchange, clustering and regrids on one rank, up to 10^5 boxes.
#include "evenkeel/hierarchy/hierarchy.hpp"

#include <optional>

#include <benchmark/benchmark.h>

#include "evenkeel/hierarchy/berger_rigoutsos.hpp"
#include "evenkeel/hierarchy/layout.hpp"
#include "evenkeel/hierarchy/regrid.hpp"
#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/workload/grid_unit_list.hpp"
#include "micro/shapes.hpp"

namespace evenkeel::bench {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::Index;
using hierarchy::Level;
using hierarchy::LevelLayout;
using hierarchy::Mesh;

constexpr auto kAll = [](const auto&) { return true; };

/// begin() and finish() of a periodic base level of 128^3 cells and 5 components.
void ghost_fill(benchmark::State& state) {
  const comm::Communicator self(MPI_COMM_SELF);
  const Mesh<3> mesh = cube<3>(128, true, 1);
  hierarchy::Hierarchy<3> grid(self, mesh, {.components = 5, .ghosts = 2});
  grid.install(0, {on_one_rank(blocks<3>(mesh.domain(0), static_cast<int>(state.range(0)), kAll))},
               {});
  for (auto& patch : grid.level(0).patches()) {
    const storage::View<3> view = patch.state.view();
    std::fill_n(view.data, view.component_stride * view.components, 1.0);
  }
  for (auto _ : state) {
    grid.ghosts(0).begin(grid.level(0), {});
    grid.ghosts(0).finish(grid.level(0));
  }
  const auto cells = static_cast<double>(grid.ghosts(0).copies().local_cells());
  state.counters["ghosts/s"] = benchmark::Counter(cells * static_cast<double>(state.iterations()),
                                                  benchmark::Counter::kIsRate);
  state.counters["ns_per_cell"] =
      benchmark::Counter(1e-9 * static_cast<double>(mesh.domain(0).volume() * state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(ghost_fill)->Arg(16)->Arg(32)->Unit(benchmark::kMillisecond);

/// 10^6 tags on a shell.
void berger_rigoutsos(benchmark::State& state) {
  const Box<3> domain{{}, geometry::uniform<3>(512)};
  const Shells<3> shell{{256.0, 256.0, 256.0}, {200.0}, 2.0};
  hierarchy::TileSet<3> tags;
  for_each_cell(domain, [&](const Index<3>& at) {
    if (shell.contains(at)) {
      tags.add({at, {at[0] + 1, at[1] + 1, at[2] + 1}});
    }
  });
  std::int64_t count = 0;
  for (const auto& block : tags.blocks()) {
    count += block.count();
  }
  std::size_t boxes = 0;
  for (auto _ : state) {
    boxes = hierarchy::cluster_tiles(tags.blocks(), domain, 0.7).size();
  }
  state.counters["tags"] = static_cast<double>(count);
  state.counters["boxes"] = static_cast<double>(boxes);
}
BENCHMARK(berger_rigoutsos)->Unit(benchmark::kMillisecond);

/// The base in blocks of 8 cells, and those blocks of level 1 that lie on shells: about 10^5 boxes.
struct TwoLevels {
  TwoLevels() : mesh(cube<3>(256, true, 2)) {
    const Shells<3> shells{{128.0, 128.0, 128.0}, {40.0, 56.0, 72.0, 88.0, 104.0, 120.0}, 12.0};
    const auto is_fine = [&](Index<3> at) {
      for (std::int32_t& x : at) {
        x = 4 * x + 2;
      }
      return shells.contains(at);
    };
    coarse.emplace(0, on_one_rank(blocks<3>(mesh.domain(0), 8, kAll)), 0);
    fine.emplace(1, on_one_rank(blocks<3>(mesh.domain(1), 8, is_fine)), 0);
  }

  Mesh<3> mesh;
  std::optional<Level<3>> coarse;
  std::optional<Level<3>> fine;
};

void ghost_plan(benchmark::State& state) {
  const comm::Communicator self(MPI_COMM_SELF);
  const TwoLevels levels;
  storage::Pool pool;
  for (auto _ : state) {
    const hierarchy::GhostPlan<3> plan(self, pool, levels.mesh, *levels.fine, &*levels.coarse,
                                       {.components = 1});
    benchmark::DoNotOptimize(plan.copies().local_cells());
  }
  state.counters["boxes"] = static_cast<double>(levels.fine->patches().size());
}
BENCHMARK(ghost_plan)->Unit(benchmark::kMillisecond);

void sync_plan(benchmark::State& state) {
  const comm::Communicator self(MPI_COMM_SELF);
  const TwoLevels levels;
  storage::Pool pool;
  for (auto _ : state) {
    const hierarchy::SyncPlan<3> plan(self, pool, levels.mesh, *levels.coarse, *levels.fine, 1);
    benchmark::DoNotOptimize(plan.fine_recorder(0).is_empty());
  }
  state.counters["boxes"] = static_cast<double>(levels.fine->patches().size());
}
BENCHMARK(sync_plan)->Unit(benchmark::kMillisecond);

/// The base lattice dealt to \p ranks along the curve, by base cells alone.
workload::OwnerMap<3> owners_of(const Mesh<3>& mesh, int ranks) {
  const std::vector<BoxList<3>> boxes{{mesh.domain(0)}};
  const workload::UnitList units = workload::build_units<3>(mesh.domain(0), boxes, {});
  partition::Owners owners(units.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    owners[unit] = static_cast<int>(unit * static_cast<std::size_t>(ranks) / units.size());
  }
  return {mesh.domain(0), units, owners};
}

/// 10^5 boxes, one by one from a regrid, cut for state.range(0) owners.
void column_layout(benchmark::State& state) {
  const TwoLevels levels;
  const auto owners = owners_of(levels.mesh, static_cast<int>(state.range(0)));
  const BoxList<3>& boxes = levels.fine->layout().boxes;
  std::size_t made = 0;
  for (auto _ : state) {
    made = hierarchy::column_layout(levels.mesh, 1, boxes, owners, 8, 4).boxes.size();
  }
  state.counters["boxes"] = static_cast<double>(boxes.size());
  state.counters["patches"] = static_cast<double>(made);
}
BENCHMARK(column_layout)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);

hierarchy::Flags flags_of(const Box<3>& box, const Shells<3>& shells) {
  hierarchy::Flags flags;
  flags.reserve(static_cast<std::size_t>(box.volume()));
  for_each_cell(box, [&](const Index<3>& at) { flags.push_back(shells.contains(at) ? 1 : 0); });
  return flags;
}

/// From flags of 256^3 base cells to about 10^5 patches of level 1.
void regrid(benchmark::State& state) {
  const comm::Communicator self(MPI_COMM_SELF);
  const Mesh<3> mesh = cube<3>(256, true, 2);
  const auto owners = owners_of(mesh, 1);
  const Shells<3> shells{{128.0, 128.0, 128.0}, {40.0, 56.0, 72.0, 88.0, 104.0, 120.0}, 3.0};
  std::vector<std::unique_ptr<Level<3>>> levels;
  levels.push_back(
      std::make_unique<Level<3>>(0, on_one_rank(blocks<3>(mesh.domain(0), 32, kAll)), 0));
  std::vector<hierarchy::Flags> flags;
  for (const auto& patch : levels[0]->patches()) {
    flags.push_back(flags_of(patch.box, shells));
  }
  std::size_t clusters = 0;
  std::size_t patches = 0;
  for (auto _ : state) {
    const auto boxes = hierarchy::regrid_boxes<3>(
        self, mesh, levels, 0, {.efficiency = 0.7, .buffer = 1}, [&](int) { return flags; });
    LevelLayout<3> layout = hierarchy::column_layout(mesh, 1, boxes[0], owners, 8, 4);
    clusters = boxes[0].size();
    patches = layout.boxes.size();
    const Level<3> made(1, std::move(layout), 0);
    benchmark::DoNotOptimize(made.cells());
  }
  state.counters["clusters"] = static_cast<double>(clusters);
  state.counters["patches"] = static_cast<double>(patches);
}
BENCHMARK(regrid)->Unit(benchmark::kMillisecond);

/// A level of about 17 M cells in 5,800 boxes moves by two base cells: flags to filled patches.
class MovingShell {
 public:
  MovingShell()
      : self_(MPI_COMM_SELF),
        mesh_(cube<3>(192, true, 2)),
        owners_(owners_of(mesh_, 1)),
        grid_(self_, mesh_, {.components = 1, .ghosts = 2}) {
    kernels::register_builtin(registry_);
    kernel_ = registry_.make("sv3d");
    stepper_.emplace(grid_, application(), application().boundaries());
    grid_.install(0, {on_one_rank(blocks<3>(mesh_.domain(0), 32, kAll))}, {});
    for (auto& patch : grid_.level(0).patches()) {
      application().initialise(patch.state.view(), patch.state.view().box,
                               {0, mesh_.lower, mesh_.spacing(0)});
    }
    for (const double shift : {0.0, 2.0}) {
      const Shells<3> shell{{95.0 + shift, 96.0, 96.0}, {65.0}, 21.0};
      flags_.emplace_back();
      for (const auto& patch : grid_.level(0).patches()) {
        flags_.back().push_back(flags_of(patch.box, shell));
      }
    }
  }

  void regrid(std::size_t place) {
    const auto boxes = hierarchy::regrid_boxes<3>(self_, mesh_, grid_.levels().first(1), 0,
                                                  {.efficiency = 0.7, .min_box = 8},
                                                  [&](int) { return flags_[place]; });
    grid_.install(1, {hierarchy::column_layout(mesh_, 1, boxes[0], owners_, 16, 8)},
                  [&](auto& level, auto& pieces) { stepper_->prolong_pieces(level, pieces, 0.0); });
  }

  const Level<3>& fine() const { return grid_.level(1); }

 private:
  const solver::Application<3>& application() const {
    return *std::get<std::unique_ptr<solver::Application<3>>>(kernel_->application);
  }

  comm::Communicator self_;
  Mesh<3> mesh_;
  workload::OwnerMap<3> owners_;
  Registry<kernels::ApplicationPlugin> registry_;
  std::unique_ptr<kernels::ApplicationPlugin> kernel_;
  hierarchy::Hierarchy<3> grid_;
  std::optional<solver::LevelStepper<3>> stepper_;
  std::vector<std::vector<hierarchy::Flags>> flags_;  ///< [places][base patches]
};

void regrid_and_fill(benchmark::State& state) {
  MovingShell shell;
  shell.regrid(0);
  std::size_t place = 0;
  for (auto _ : state) {
    place = 1 - place;
    shell.regrid(place);
  }
  state.counters["boxes"] = static_cast<double>(shell.fine().patches().size());
  state.counters["cells"] = static_cast<double>(shell.fine().cells());
}
BENCHMARK(regrid_and_fill)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace evenkeel::bench
