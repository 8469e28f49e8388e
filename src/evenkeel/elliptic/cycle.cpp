// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The grids of a multigrid, and one cycle through them.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/elliptic/multigrid.hpp"
#include "evenkeel/elliptic/working.hpp"
#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr std::int64_t kFewCells = 4096;  ///< every rank has grids of as many cells whole
constexpr int kSweeps = 2;
constexpr std::array kMatched{true};

/// True where all boxes can be made half as large.
template <int D>
bool halves(const geometry::BoxList<D>& boxes) {
  return std::ranges::all_of(boxes,
                             [](const auto& box) { return box.coarsen(2).refine(2) == box; });
}

template <int D>
hierarchy::LevelLayout<D> halved(hierarchy::LevelLayout<D> layout) {
  for (geometry::Box<D>& box : layout.boxes) {
    box = box.coarsen(2);
  }
  return layout;
}

/// True where the whole grid can still be made coarser.
template <int D>
bool is_divisible(const geometry::Box<D>& domain) {
  for (std::size_t d = 0; d < D; ++d) {
    if (domain.side(d) % 2 != 0 || domain.side(d) < 4) {
      return false;
    }
  }
  return true;
}

}  // namespace

/// The layouts below the base, finest first: halved while boxes allow, then whole on every rank.
template <int D>
struct Multigrid<D>::Plan {
  std::vector<hierarchy::LevelLayout<D>> halved;
  int whole = 0;  ///< grids that every rank has whole; the first has the cells of the last halved

  Plan(const hierarchy::LevelLayout<D>& base, geometry::Box<D> domain) {
    halved.push_back(base);
    while (domain.volume() > kFewCells && is_divisible(domain) && halves(halved.back().boxes)) {
      halved.push_back(elliptic::halved(halved.back()));
      domain = domain.coarsen(2);
    }
    for (whole = 1; is_divisible(domain); ++whole) {
      domain = domain.coarsen(2);
    }
    coarsest = domain;
  }
  geometry::Box<D> coarsest;
};

template <int D>
Multigrid<D>::Multigrid(const hierarchy::Hierarchy<D>& hierarchy, const Walls<D>& walls)
    : communicator_(&hierarchy.communicator()) {
  if (hierarchy.mesh().ratio != 2 && hierarchy.mesh().max_levels > 1) {
    throw InputError(fmt::format("found mesh.ratio = {}; elliptic problems are solved with 2",
                                 hierarchy.mesh().ratio));
  }
  const Plan plan(hierarchy.level(0).layout(), hierarchy.mesh().domain(0));
  frame_.communicator = communicator_;
  frame_.mesh = hierarchy.mesh();
  frame_.mesh.ratio = 2;
  frame_.mesh.cells = plan.coarsest.hi;
  frame_.walls = walls;
  int number = 0;
  const auto append = [&](hierarchy::LevelLayout<D> layout, bool is_copy) {
    Grid<D>* const coarser = grids_.empty() ? nullptr : grids_.back().get();
    grids_.push_back(
        std::make_unique<Grid<D>>(frame_, number, std::move(layout), coarser, is_copy));
  };
  whole_ = plan.whole;
  for (; number < plan.whole; ++number) {
    append(Grid<D>::replicated(frame_, number), false);
  }
  --number;
  append(plan.halved.back(), true);
  for (std::size_t k = plan.halved.size() - 1; k-- > 0;) {
    ++number;
    append(plan.halved[k], false);
  }
  base_ = static_cast<int>(grids_.size()) - 1;
  for (int level = 1; level <= hierarchy.finest(); ++level) {
    ++number;
    append(hierarchy.level(level).layout(), false);
  }
  bottom_ = std::make_unique<Bottom<D>>(*grids_.front(), walls.is_singular());
  std::vector<std::size_t> cells;
  for (int level = 0; level < levels(); ++level) {
    cells.push_back(0);
    auto& patches = sources_.emplace_back();
    for (std::size_t p = 0; p < grid(level).patches(); ++p) {
      patches.emplace_back(frame_.pool, grid(level).box(p), 1);
      const storage::View<D> view = patches.back().view();
      std::fill_n(view.data, view.component_stride, 0.0);
      cells.back() += static_cast<std::size_t>(grid(level).box(p).volume());
    }
  }
  acceleration_.emplace(*communicator_, std::move(cells), D);
  set_uniform_coefficients();
}

template <int D>
void Multigrid<D>::smooth(Grid<D>& one, int first_colour) {
  for (int half = 0; half < 2 * kSweeps; ++half) {
    one.fill_ghosts();
    const Working working(*this, one);
    for (std::size_t p = 0; p < one.patches(); ++p) {
      relax<D>(one.stencil(p), one.values.state_views()[p], one.rhs.state_views()[p],
               first_colour ^ (half & 1));
    }
  }
}

/// Improves the correction of one grid from zero; what is left goes to the coarser one.
template <int D>
void Multigrid<D>::go_down(std::size_t position) {
  Grid<D>& one = *grids_[position];
  if (one.is_copy()) {
    one.pass_down(&Grid<D>::rhs);
    return;
  }
  for (const storage::View<D>& view : one.values.state_views()) {
    std::fill_n(view.data, view.component_stride, 0.0);
  }
  one.clear_edges();
  smooth(one, 0);
  one.fill_ghosts();
  {
    const Working working(*this, one);
    for (std::size_t p = 0; p < one.patches(); ++p) {
      elliptic::residual<D>(one.stencil(p), one.values.state_views()[p], one.rhs.state_views()[p],
                            one.rest.state_views()[p]);
    }
  }
  one.sync()->clear();
  if (const int level = static_cast<int>(position) - base_; level > 0) {
    record(level, true);
  }
  one.sync()->run(grids_[position - 1]->rhs, one.rest, &solver::average<D>, kMatched);
}

template <int D>
void Multigrid<D>::go_up(std::size_t position) {
  Grid<D>& one = *grids_[position];
  if (one.is_copy()) {
    one.pass_up();
    return;
  }
  one.gather_correction();
  {
    const Working working(*this, one);
    one.prolong_add();
  }
  smooth(one, 1);
}

template <int D>
void Multigrid<D>::cycle() {
  for (std::size_t position = grids_.size() - 1; position > 0; --position) {
    go_down(position);
  }
  bottom_->solve();
  for (std::size_t position = 1; position < grids_.size(); ++position) {
    go_up(position);
  }
  for (int level = 0; level < levels(); ++level) {
    for (std::size_t p = 0; p < grid(level).patches(); ++p) {
      report_.updates[static_cast<std::size_t>(level)] += grid(level).box(p).volume();
    }
  }
}

template class Multigrid<1>;
template class Multigrid<2>;
template class Multigrid<3>;

}  // namespace evenkeel::elliptic
