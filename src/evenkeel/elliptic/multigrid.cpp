// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The composite operator, and cycles until its residual is small.
#include "evenkeel/elliptic/multigrid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/elliptic/working.hpp"
#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr std::array kMatched{true};
constexpr std::array kLeft{false};
constexpr double kBalance = 1e-9;  ///< of sources, as a part of their sizes

/// Calls fn(level, patch) for all local patches.
template <int D, class Fn>
void for_each_patch(const std::vector<std::unique_ptr<Grid<D>>>& grids, int base, const Fn& fn) {
  for (std::size_t g = static_cast<std::size_t>(base); g < grids.size(); ++g) {
    for (std::size_t p = 0; p < grids[g]->patches(); ++p) {
      fn(static_cast<int>(g) - base, p);
    }
  }
}

template <int D>
storage::View<D> first_component(storage::View<D> view) {
  view.components = 1;
  return view;
}

template <int D>
void zero(hierarchy::Level<D>& level) {
  for (const storage::View<D>& view : level.state_views()) {
    std::fill_n(view.data, view.component_stride, 0.0);
  }
}

}  // namespace

double SolveReport::factor() const {
  if (cycles == 0 || residuals.front() <= 0.0) {
    return 0.0;
  }
  return std::pow(residuals.back() / residuals.front(), 1.0 / cycles);
}

template <int D>
bool Multigrid<D>::fits(const hierarchy::Hierarchy<D>& hierarchy) const {
  if (hierarchy.finest() + 1 != levels()) {
    return false;
  }
  for (int level = 0; level < levels(); ++level) {
    if (hierarchy.level(level).layout() != grid(level).values.layout()) {
      return false;
    }
  }
  return true;
}

template <int D>
void Multigrid<D>::load(const Field& field) {
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    storage::copy(first_component(field(level, p)), grid(level).values.state_views()[p],
                  grid(level).box(p));
  });
}

template <int D>
void Multigrid<D>::average_down() {
  for (int level = levels() - 1; level > 0; --level) {
    grid(level).sync()->clear();
    grid(level).sync()->run(grid(level - 1).values, grid(level).values, &solver::average<D>, kLeft);
  }
}

template <int D>
void Multigrid<D>::set_sources(const Field& source) {
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    storage::copy(first_component(source(level, p)),
                  sources_[static_cast<std::size_t>(level)][p].view(), grid(level).box(p));
  });
  if (!frame_.walls.is_singular()) {
    return;
  }
  load(source);
  average_down();
  const double sum = base_sum();
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    const storage::View<D> view = grid(level).values.state_views()[p];
    std::transform(view.data, view.data + view.component_stride, view.data,
                   [](double value) { return std::abs(value); });
  });
  average_down();
  if (std::abs(sum) > kBalance * base_sum()) {
    throw InputError(fmt::format(
        "found sources that add up to {:.6g} in a domain without a boundary of given value: there "
        "is no solution; expected sources that add up to 0, or a boundary of kind inflow",
        sum));
  }
}

/// Integral over the base level of what is in values. Collective.
template <int D>
double Multigrid<D>::base_sum() const {
  double sum = 0.0;
  for (std::size_t p = 0; p < grid(0).patches(); ++p) {
    const storage::View<D> view = grid(0).values.state_views()[p];
    storage::for_each_row(grid(0).box(p), [&](const geometry::Index<D>& cell, std::int32_t count) {
      sum = std::accumulate(view.row(0, cell), view.row(0, cell) + count, sum);
    });
  }
  double total = 0.0;
  for (const double part : communicator_->gather_all(sum)) {
    total += part;
  }
  for (const double h : grid(0).spacing()) {
    total *= h;
  }
  return total;
}

template <int D>
void Multigrid<D>::record(int level, bool to_coarser, const std::optional<Side>& side) {
  Grid<D>& fine = grid(level);
  for (std::size_t p = 0; p < fine.patches(); ++p) {
    const storage::View<D> values = fine.values.state_views()[p];
    if (to_coarser && level > 0) {
      record_fluxes<D>(fine.stencil(p), values, fine.spacing(), fine.sync()->fine_recorder(p),
                       side);
    }
    if (!to_coarser && level + 1 < levels()) {
      record_fluxes<D>(fine.stencil(p), values, fine.spacing(),
                       grid(level + 1).sync()->coarse_recorder(p), side);
    }
  }
}

/// Ghosts of what load() brought; the solution then stands with all that lies around it.
template <int D>
void Multigrid<D>::fill_solution() {
  average_down();
  for (int level = 0; level < levels(); ++level) {
    grid(level).clear_edges();
    grid(level).set_walls();
    if (level > 0) {
      grid(level).gather_solution();
    }
    grid(level).fill_ghosts();
  }
}

/// Right sides become the residuals of what is in values, faces matched between levels.
template <int D>
void Multigrid<D>::composite_residual() {
  fill_solution();
  for (int level = 0; level < levels(); ++level) {
    Grid<D>& one = grid(level);
    {
      const Working working(*this, one);
      for (std::size_t p = 0; p < one.patches(); ++p) {
        elliptic::residual<D>(one.stencil(p), one.values.state_views()[p],
                              sources_[static_cast<std::size_t>(level)][p].view(),
                              one.rhs.state_views()[p]);
      }
    }
    if (level > 0) {
      one.sync()->clear();
      record(level - 1, false);
      record(level, true);
    }
  }
  for (int level = levels() - 1; level > 0; --level) {
    grid(level).sync()->run(grid(level - 1).rhs, grid(level).rhs, &solver::average<D>, kMatched);
  }
}

template <int D>
double Multigrid<D>::residual(const Field& solution) {
  load(solution);
  composite_residual();
  return communicator_->max(worst().value);
}

/// The cell of this rank with the largest residual; one that is no number counts as infinite.
template <int D>
auto Multigrid<D>::worst() const -> Worst {
  Worst worst;
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    const storage::View<D> view = grid(level).rhs.state_views()[p];
    storage::for_each_row(grid(level).box(p), [&](geometry::Index<D> cell, std::int32_t count) {
      const double* const row = view.row(0, cell);
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        const double size = std::abs(row[i]);
        if (!(size <= worst.value)) {
          worst = {std::isfinite(size) ? size : std::numeric_limits<double>::infinity(), level,
                   grid(level).box(p), cell};
        }
      }
    });
  });
  return worst;
}

template <int D>
void Multigrid<D>::give_up(const SolveReport& report) const {
  const std::vector<Worst> all = communicator_->gather_all(worst());
  const Worst& found = *std::ranges::min_element(all, [](const Worst& a, const Worst& b) {
    return std::tuple(-a.value, a.level, a.box) < std::tuple(-b.value, b.level, b.box);
  });
  throw InstabilityError(fmt::format(
      "the elliptic solve does not converge: after {} cycles the largest residual is {:.3g}, of "
      "{:.3g} at first, on level {}, box ({}) to ({}), cell ({})",
      report.cycles, found.value, report.residuals.front(), found.level,
      fmt::join(found.box.lo, ","), fmt::join(found.box.hi, ","), fmt::join(found.cell, ",")));
}

/// True where what is left of the residual is what rounding leaves in its largest terms.
template <int D>
bool Multigrid<D>::is_at_rounding(const Field& solution, double size) {
  load(solution);
  constexpr double kRounding = 32.0 * std::numeric_limits<double>::epsilon();
  double largest = 0.0;
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    const storage::View<D> view = grid(level).values.state_views()[p];
    const storage::View<D> faces = grid(level).stencil(p).faces;
    double value = 0.0;
    double coefficient = 0.0;
    storage::for_each_row(
        grid(level).box(p), [&](const geometry::Index<D>& cell, std::int32_t count) {
          const double* const row = view.row(0, cell);
          value = std::accumulate(row, row + count, value, [](double most, double here) {
            return std::max(most, std::abs(here));
          });
          for (int d = 0; d < D; ++d) {
            coefficient = std::max(
                coefficient, *std::max_element(faces.row(d, cell), faces.row(d, cell) + count));
          }
        });
    largest = std::max(largest, value * coefficient);
  });
  return size <= kRounding * communicator_->max(largest);
}

template <int D>
SolveReport Multigrid<D>::solve(const SolveOptions& options, const Field& solution) {
  report_ = {};
  acceleration_->restart();
  is_slow_ = false;
  report_.updates.assign(static_cast<std::size_t>(levels()), 0);
  report_.seconds.assign(static_cast<std::size_t>(levels()), 0.0);
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t) { zero(grid(level).values); });
  composite_residual();
  report_.reference = communicator_->max(worst().value);
  report_.residuals.push_back(residual(solution));
  for (;;) {
    const double size = report_.residuals.back();
    if (size <= options.tolerance * report_.reference) {
      break;
    }
    const bool stalls = report_.cycles > 0 && size > 0.5 * report_.residuals.end()[-2];
    if (stalls && is_at_rounding(solution, size)) {
      break;
    }
    if (report_.cycles == options.max_cycles || !std::isfinite(size)) {
      give_up(report_);
    }
    report_.residuals.push_back(improve(solution, size));
    ++report_.cycles;
  }
  load(solution);
  average_down();
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    storage::copy(grid(level).values.state_views()[p], solution(level, p), grid(level).box(p));
  });
  return report_;
}

/// One cycle on \p solution, whose residual is \p before at most; accelerated once cycles are slow.
/// \returns the largest residual left
template <int D>
double Multigrid<D>::improve(const Field& solution, double before) {
  constexpr double kFast = 0.1;
  const std::vector<double>& past = report_.residuals;
  const bool is_slow = is_slow_ || (past.size() > 1 && past.back() > kFast * past.end()[-2]);
  if (is_slow) {
    pack(&Grid<D>::rhs, residual_before_);
  }
  cycle();
  if (is_slow) {
    pack(&Grid<D>::values, correction_);
  }
  add_to(solution);
  double after = residual(solution);
  if (is_slow && std::isfinite(after)) {
    is_slow_ = true;
    pack(&Grid<D>::rhs, residual_after_);
    cycle_correction_ = correction_;
    acceleration_->improve(correction_, residual_before_, residual_after_, {before, after});
    for (std::size_t i = 0; i < correction_.size(); ++i) {
      cycle_correction_[i] = correction_[i] - cycle_correction_[i];
    }
    unpack(cycle_correction_, &Grid<D>::values);
    add_to(solution);
    unpack(residual_after_, &Grid<D>::rhs);
    after = communicator_->max(worst().value);
  }
  return after;
}

/// Adds what is in values to \p solution.
template <int D>
void Multigrid<D>::add_to(const Field& solution) {
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    add<D>(grid(level).values.state_views()[p], solution(level, p), grid(level).box(p));
  });
}

/// All cells of all levels, from one of the levels of each grid.
template <int D>
void Multigrid<D>::pack(hierarchy::Level<D> Grid<D>::* what, Cells& cells) const {
  cells.resize(acceleration_->cells());
  double* next = cells.data();
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    const storage::View<D> view = (grid(level).*what).state_views()[p];
    storage::for_each_row(grid(level).box(p),
                          [&](const geometry::Index<D>& first, std::int32_t count) {
                            next = std::copy_n(view.row(0, first), count, next);
                          });
  });
}

template <int D>
void Multigrid<D>::unpack(const Cells& cells, hierarchy::Level<D> Grid<D>::* what) {
  const double* next = cells.data();
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    const storage::View<D> view = (grid(level).*what).state_views()[p];
    storage::for_each_row(grid(level).box(p),
                          [&](const geometry::Index<D>& first, std::int32_t count) {
                            std::copy_n(next, count, view.row(0, first));
                            next += count;
                          });
  });
}

template <int D>
void Multigrid<D>::fluxes(const Field& solution, const Field& lower, const Field& upper) {
  load(solution);
  fill_solution();
  for_each_patch<D>(grids_, base_, [&](int level, std::size_t p) {
    face_fluxes<D>(grid(level).stencil(p), grid(level).values.state_views()[p],
                   grid(level).spacing(), lower(level, p), upper(level, p));
  });
  for (int level = levels() - 1; level > 0; --level) {
    for (int axis = 0; axis < D; ++axis) {
      match_fluxes(level, {axis, false}, upper);
      match_fluxes(level, {axis, true}, lower);
    }
  }
}

/// Sets coarse fluxes through one kind of face of the level to the means of the fine ones.
template <int D>
void Multigrid<D>::match_fluxes(int level, const Side& side, const Field& coarse_fluxes) {
  Grid<D>& fine = grid(level);
  Grid<D>& coarse = grid(level - 1);
  zero(fine.rest);
  zero(coarse.rest);
  fine.sync()->clear();
  record(level - 1, false, side);
  record(level, true, side);
  fine.sync()->run(coarse.rest, fine.rest, &solver::average<D>, kMatched);
  const auto axis = static_cast<std::size_t>(side.axis);
  const double width = (side.upper ? 1.0 : -1.0) * coarse.spacing()[axis];
  for (std::size_t p = 0; p < coarse.patches(); ++p) {
    const storage::View<D> flux = coarse_fluxes(level - 1, p);
    storage::for_each_row(coarse.box(p), [&](const geometry::Index<D>& cell, std::int32_t count) {
      const double* const change = coarse.rest.state_views()[p].row(0, cell);
      double* const row = flux.row(side.axis, cell);
      for (std::int32_t i = 0; i < count; ++i) {
        row[i] += width * change[i];
      }
    });
  }
}

template class Multigrid<1>;
template class Multigrid<2>;
template class Multigrid<3>;

}  // namespace evenkeel::elliptic
