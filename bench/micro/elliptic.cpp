// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Row loops of multigrid on many patches, without ghosts or plans. \see bench/elliptic_counts.py
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "evenkeel/elliptic/full_stencil.hpp"
#include "evenkeel/elliptic/interpolate.hpp"
#include "evenkeel/elliptic/stencil.hpp"
#include "evenkeel/solver/restrict.hpp"
#include "evenkeel/storage/array.hpp"
#include "micro/patch_groups.hpp"

namespace evenkeel::bench {
namespace {

template <int D>
storage::Array<D> filled(storage::Pool& pool, const geometry::Box<D>& box, int components,
                         double value) {
  storage::Array<D> array(pool, box, components);
  const storage::View<D> view = array.view();
  std::fill_n(view.data, components * view.component_stride, value);
  return array;
}

/// What the kernels of one patch read and write.
template <int D>
struct Part {
  geometry::Box<D> box;
  storage::Array<D> values;  ///< one ghost
  storage::Array<D> rhs;
  storage::Array<D> rest;
  storage::Array<D> under;         ///< coarse values and one around
  storage::Array<D> coefficients;  ///< of faces, of interpolation, or of all points

  Part(storage::Pool& pool, const geometry::Box<D>& cells, int components)
      : box(cells),
        values(filled(pool, cells.grow(1), 1, 1.0)),
        rhs(filled(pool, cells, 1, 0.0)),
        rest(filled(pool, cells, 1, 0.0)),
        under(filled(pool, cells.coarsen(2).grow(1), 1, 0.0)),
        coefficients(filled(pool, cells.grow(1), components, 0.25)) {}
  elliptic::Stencil<D> stencil() const { return {coefficients.view(), box}; }
};

/// Updates a second of kernel(part), which updates all cells of a patch of state.range(0) a side.
template <int D, class Kernel>
void run(benchmark::State& state, int components, const Kernel& kernel) {
  storage::Pool pool;
  std::vector<Part<D>> parts;
  const auto domain = geometry::uniform<D>(D == 2 ? 512 : 64);
  for (const geometry::Box<D>& box : blocks<D>({{}, domain}, static_cast<int>(state.range(0)),
                                               [](const auto&) { return true; })) {
    parts.emplace_back(pool, box, components);
  }
  for (auto _ : state) {
    for (const Part<D>& part : parts) {
      kernel(part);
    }
    benchmark::ClobberMemory();
  }
  state.counters["updates/s"] = benchmark::Counter(static_cast<double>(kCells * state.iterations()),
                                                   benchmark::Counter::kIsRate);
}

template <int D>
void relax(benchmark::State& state) {
  run<D>(state, D, [](const Part<D>& part) {
    for (const int colour : {0, 1}) {
      elliptic::relax<D>(part.stencil(), part.values.view(), part.rhs.view(), colour);
    }
  });
}
template <int D>
void residual(benchmark::State& state) {
  run<D>(state, D, [](const Part<D>& part) {
    elliptic::residual<D>(part.stencil(), part.values.view(), part.rhs.view(), part.rest.view());
  });
}
template <int D>
void full_relax(benchmark::State& state) {
  run<D>(state, elliptic::kPoints<D>, [](const Part<D>& part) {
    std::array<elliptic::Coloured<D>, std::size_t{1} << D> colours;
    for (unsigned colour = 0; colour < colours.size(); ++colour) {
      colours[colour] = {part.box, colour};
    }
    elliptic::relax<D>(part.coefficients.view(), part.values.view(), part.rhs.view(), colours);
  });
}
template <int D>
void full_residual(benchmark::State& state) {
  run<D>(state, elliptic::kPoints<D>, [](const Part<D>& part) {
    elliptic::residual<D>(part.coefficients.view(), part.values.view(), part.rhs.view(),
                          part.rest.view(), part.box);
  });
}
template <int D>
void prolong(benchmark::State& state) {
  run<D>(state, D, [](const Part<D>& part) {
    elliptic::add_interpolated<D>(part.under.view(), part.coefficients.view(), part.values.view(),
                                  part.box);
  });
}
template <int D>
void restrict_by_means(benchmark::State& state) {
  run<D>(state, 1, [](const Part<D>& part) {
    storage::View<D> coarse = part.under.view();
    const geometry::Box<D> inner = part.box.coarsen(2);
    coarse.data = coarse.row(0, inner.lo);
    coarse.box = inner;
    solver::average<D>(part.values.view(), coarse, 2);
  });
}

/// All of them, on patches of \p side.
template <int D>
bool enter(int side) {
  const auto one = [side](const char* name, void (*measure)(benchmark::State&)) {
    const std::string all = "elliptic_" + std::to_string(D) + "d/" + name;
    benchmark::RegisterBenchmark(all.c_str(), measure)->Arg(side);
  };
  one("relax", relax<D>);
  one("residual", residual<D>);
  one("full_relax", full_relax<D>);
  one("full_residual", full_residual<D>);
  one("prolong", prolong<D>);
  one("restrict", restrict_by_means<D>);
  return true;
}

[[maybe_unused]] const bool kEntered = enter<2>(64) && enter<3>(32);

}  // namespace
}  // namespace evenkeel::bench
