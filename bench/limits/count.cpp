// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Counts what one stage of each row loop does to one cell, as lines of JSON.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "evenkeel/solver/schemes/advection.hpp"
#include "evenkeel/solver/schemes/euler.hpp"
#include "evenkeel/solver/schemes/high_order.hpp"
#include "evenkeel/solver/schemes/muscl.hpp"
#include "evenkeel/solver/schemes/two_gas.hpp"
#include "evenkeel/solver/temporary.hpp"

namespace evenkeel::solver {
namespace {

template <int D>
constexpr std::int32_t kSide = D == 2 ? 64 : 32;

/// A type of its own: the row loops of this program must not be taken for those of the library.
template <class F>
struct Counted : F {
  using F::F;
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
  int stages;  ///< of a step
};

/// Advances a block by one stage and prints what that took per cell.
template <int D, class Sweep, class Flow, class How>
void count(const Kernel& kernel, const Flow& flow, const How& how) {
  const geometry::Box<D> box{{}, geometry::uniform<D>(kSide<D>)};
  const geometry::Box<D> grown = box.grow(kHighOrderGhosts);
  std::vector<double> memory(temporary_size(grown, static_cast<int>(Flow::kValues)));
  StageStep<D> step;
  step.state = temporary_view(memory.data(), grown, static_cast<int>(Flow::kValues));
  fill(step.state);
  step.box = box;
  step.place.spacing.fill(1.0);
  step.dt = 1e-3;
  step.stage = 1;  // signal rates are for the first stage alone
  std::vector<double> scratch(Sweep::scratch_doubles(box));
  double rate = 0.0;
  counted = {};
  Sweep(flow, {&step, 1}, {&rate, 1}, how, scratch.data()).run();
  const auto per_cell = [&](std::int64_t n) {
    return static_cast<double>(n) / static_cast<double>(box.volume());
  };
  std::printf(
      "{\"kernel\": \"%s\", \"dimensions\": %d, \"values\": %d, \"stages\": %d, "
      "\"sums\": %.1f, \"products\": %.1f, \"fused\": %.1f, \"quotients\": %.2f, "
      "\"roots\": %.2f, \"others\": %.1f, \"moves\": %.1f}\n",
      kernel.name, D, static_cast<int>(Flow::kValues), kernel.stages, per_cell(counted.sums),
      per_cell(counted.products), per_cell(counted.fused), per_cell(counted.quotients),
      per_cell(counted.roots), per_cell(counted.others), per_cell(counted.moves));
}

template <int D>
void count_all() {
  using Gas = Counted<Euler<D>>;
  using Gases = Counted<TwoGas<D>>;
  using Wind = Counted<Advection<D, UnitWind>>;
  const geometry::Box<D> box{{}, geometry::uniform<D>(kSide<D>)};
  std::vector<double> tables(Wind::table_doubles(box));
  Place<D> place;
  place.spacing.fill(1.0);
  const Wind wind({}, place, box, 0.0, tables.data());
  count<D, Muscl<D, Gas>>({"euler", 1}, Gas{}, Reconstruction{});
  count<D, Muscl<D, Gases>>({"two_gas", 1}, Gases{}, Reconstruction{});
  count<D, Muscl<D, Wind>>({"advection", 1}, wind, Reconstruction{});
  count<D, HighOrder<D, Gas>>({"weno5", 3}, Gas{}, HighOrderStage{});
  count<D, HighOrder<D, Gas>>({"eno3", 3}, Gas{}, HighOrderStage{.eno = true});
}

}  // namespace
}  // namespace evenkeel::solver

int main() {
  evenkeel::solver::count_all<2>();
  evenkeel::solver::count_all<3>();
}
