// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Counts the vector instructions that row loops take for an update, as lines of JSON.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <type_traits>
#include <vector>

#include "evenkeel/kernels/combustion.hpp"
#include "evenkeel/kernels/react_rows.hpp"
#include "evenkeel/kernels/saturation.hpp"
#include "evenkeel/solver/schemes/advection.hpp"
#include "evenkeel/solver/schemes/euler.hpp"
#include "evenkeel/solver/schemes/high_order.hpp"
#include "evenkeel/solver/schemes/muscl.hpp"
#include "evenkeel/solver/schemes/point_scheme.hpp"
#include "evenkeel/solver/schemes/two_gas.hpp"
#include "evenkeel/solver/schemes/wave_equation.hpp"
#include "evenkeel/solver/temporary.hpp"
#include "micro/burning.hpp"
#include "micro/patch_groups.hpp"

namespace evenkeel::solver {
namespace {

constexpr int kTwoPhaseGhosts = 2;
constexpr int kFlameGhosts = 4;

/// A type of its own: the row loops of this program must not be taken for those of the library.
template <class F>
struct Counted : F {
  using F::F;
  Counted() = default;
  explicit Counted(const F& base) : F(base) {}
};

struct UnitWind {
  Lanes factor(int, int, const Lanes& x, double) const { return x * x; }
  double strength(int, double) const { return 1.0; }
};

/// Smooth values that make sense for every Flow: the first is a density, one is an energy.
template <int D>
void fill(const storage::View<D>& view) {
  storage::for_each_row(view.box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      const double wave = std::sin(0.1 * cell[0] + 0.2 * cell[D - 1]);
      for (int c = 0; c < view.components; ++c) {
        view(c, cell) = c == D + 1 ? 5.0 + wave : 1.0 + 0.1 * wave;
      }
    }
  });
}

struct Kernel {
  const char* name;
  int side;    ///< of patches
  int values;  ///< of a cell
  int stages;  ///< of a step
  int moved;   ///< values of a cell that a step must read and write in arrays, each once a stage
  const char* family = "advance";  ///< of benchmarks that time it
};

/// Makes a step of patches and prints, per register of cells, what it took.
/// \param advance  advance(steps, stage) advances a group
template <int D, class Advance>
void count(const Kernel& kernel, int ghosts, const Advance& advance) {
  Place<D> place;
  place.spacing.fill(1.0);
  bench::GroupedPatches<D> patches(
      kernel.side, kernel.values, ghosts, place,
      [](const storage::View<D>& values, const geometry::Box<D>&) { fill(values); });
  counted = {};
  for (int stage = 0; stage < kernel.stages; ++stage) {
    for (const auto& steps : patches.at_stage(stage)) {
      advance(steps, stage);
    }
  }
  std::printf(
      "{\"kernel\": \"%s\", \"lanes\": %d, \"dimensions\": %d, \"side\": %d, \"values\": %d, "
      "\"stages\": %d, "
      "\"moved\": %d, \"family\": \"%s\"",
      kernel.name, kLanes, D, kernel.side, kernel.values, kernel.stages, kernel.moved,
      kernel.family);
  const auto show = [](const char* kind, std::int64_t n) {
    std::printf(", \"%s\": %.2f", kind, static_cast<double>(n * kLanes) / bench::kCells);
  };
  show("sums", counted.sums);
  show("products", counted.products);
  show("fused", counted.fused);
  show("quotients", counted.quotients);
  show("roots", counted.roots);
  show("orders", counted.orders);
  show("choices", counted.choices);
  show("signs", counted.signs);
  show("loads", counted.loads);
  show("split_loads", counted.split_loads);
  show("stores", counted.stores);
  show("split_stores", counted.split_stores);
  std::printf("}\n");
}

/// Of a finite-volume scheme. \param how  how(stage)
/// \param complete  what is made of each step after its sweep
template <int D, class Sweep, class MakeFlow, class How>
void count_sweep(
    const Kernel& kernel, int ghosts, const MakeFlow& make_flow, const How& how,
    void (*complete)(const StageStep<D>&) = [](const StageStep<D>&) {}) {
  using Flow = std::invoke_result_t<MakeFlow, const geometry::Box<D>&, double*>;
  Scratch scratch;
  std::vector<double> tables;
  std::vector<double> rates(hierarchy::PatchGroups<D>::kMostPatches);
  count<D>(kernel, ghosts, [&](std::span<const StageStep<D>> steps, int stage) {
    const geometry::Box<D> box = group_box(steps);
    tables.resize(Advection<D, UnitWind>::table_doubles(box));
    const Operations before = counted;
    const Flow flow = make_flow(box, tables.data());
    counted = before;  // tables are made once a row, not a cell
    Sweep(flow, steps, std::span(rates).first(steps.size()), how(stage),
          scratch.take(Sweep::scratch_doubles(box)))
        .run();
    for (const StageStep<D>& step : steps) {
      complete(step);
    }
  });
}

template <int D>
void count_wave(const Kernel& kernel) {
  const WaveEquation<D> wave(1.0, 0.0, 1);
  using Sweep = LinearRungeKutta<D, Counted<typename WaveEquation<D>::Equations>>;
  const Counted<typename WaveEquation<D>::Equations> equations{wave.equations({})};
  Scratch scratch;
  count<D>(kernel, wave.reach(), [&](std::span<const StageStep<D>> steps, int) {
    for (const StageStep<D>& step : steps) {
      Sweep(equations, step, scratch.take(Sweep::scratch_doubles(equations, step.box))).run();
    }
  });
}

/// All of TwoPhase but what its wells do.
template <int D>
void count_two_phase(int side) {
  const kernels::FractionalFlow flow{.viscosity_ratio = 0.5};
  std::vector<double> memory;
  const Kernel kernel{"two_phase", side, kernels::TwoPhaseLayout<D>::kComponents, 2, 5 + 3 * D};
  count<D>(kernel, kTwoPhaseGhosts, [&](std::span<const StageStep<D>> steps, int stage) {
    for (const StageStep<D>& step : steps) {
      if (stage == 0) {
        kernels::water_rate(flow, 1.0, step.state, step.box, step.place);
      }
      kernels::PerAxis<D, storage::View<D>> flux;
      const std::size_t room = temporary_size(step.box.grow(1), 1);
      memory.resize(D * room);
      for (std::size_t d = 0; d < D; ++d) {
        geometry::Box<D> faces = step.box;
        ++faces.hi[d];
        flux[d] = temporary_view<D>(memory.data() + d * room, faces, 1);
        kernels::water_fluxes(flow, 2.0, step, d, flux[d]);
      }
      kernels::add_water(step, flux);
      if (stage == 1) {
        kernels::halve_water(step);
      }
    }
  });
}

void count_reaction(int side) {
  const kernels::Combustion reaction;
  count<2>({"reaction", side, 2, 1, 4, "react"}, kFlameGhosts,
           [&](std::span<const StageStep<2>> steps, int) {
             for (const StageStep<2>& step : steps) {
               bench::fill_burning(step.state, step.box);
               kernels::react_rows<2>(
                   reaction, {step.state, step.box, step.place, 0.0, bench::kReactionTime});
             }
           });
}

template <int D>
void count_two_gases(int side) {
  using Gases = Counted<TwoGas<D>>;
  const auto gases = [](const geometry::Box<D>&, double*) { return Gases{}; };
  count_sweep<D, Muscl<D, Gases>>(
      {"two_gases", side, D + 5, 1, 2 * (D + 5)}, kMusclGhosts, gases,
      [](int) { return Reconstruction{}; }, [](const StageStep<D>& step) { normalise(step); });
}

template <int D>
void count_all(int side) {
  using Gas = Counted<Euler<D>>;
  using Wind = Counted<Advection<D, UnitWind>>;
  const auto gas = [](const geometry::Box<D>&, double*) { return Gas{}; };
  const auto wind = [](const geometry::Box<D>& box, double* tables) {
    Place<D> place;
    place.spacing.fill(1.0);
    return Wind({}, place, box, 0.0, tables);
  };
  const auto slopes = [](int) { return Reconstruction{}; };
  const auto high_order = [](bool eno) {
    return [eno](int stage) { return HighOrderStage{.eno = eno, .keep = stage == 0 ? 0.0 : 0.5}; };
  };
  count_sweep<D, Muscl<D, Gas>>({"euler", side, D + 3, 1, 2 * (D + 3)}, kMusclGhosts, gas, slopes);
  count_sweep<D, Muscl<D, Wind>>({"advection", side, 1, 1, 2}, kMusclGhosts, wind, slopes);
  count_sweep<D, HighOrder<D, Gas>>({"weno5", side, D + 3, 3, 8 * (D + 3)}, kHighOrderGhosts, gas,
                                    high_order(false));
  count_sweep<D, HighOrder<D, Gas>>({"eno3", side, D + 3, 3, 8 * (D + 3)}, kHighOrderGhosts, gas,
                                    high_order(true));
  count_wave<D>({"wave", side, 2, 4, 22});
  count_two_gases<D>(side);
  count_two_phase<D>(side);
}

}  // namespace
}  // namespace evenkeel::solver

int main() {
  evenkeel::solver::count_all<2>(16);
  evenkeel::solver::count_all<2>(64);
  evenkeel::solver::count_all<3>(16);
  evenkeel::solver::count_all<3>(32);
  evenkeel::solver::count_reaction(16);
  evenkeel::solver::count_reaction(64);
}
