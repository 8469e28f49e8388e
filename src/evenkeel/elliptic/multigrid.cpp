// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Problems, and cycles until their residual is small.
#include "evenkeel/elliptic/multigrid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr double kBalance = 1e-9;  ///< of sources, as a part of their sizes

/// True where no size is above \p bound; one that is no number is.
bool all_within(const double* row, std::int32_t count, double bound) {
  std::int64_t within = 0;
  for (std::int32_t i = 0; i < count; ++i) {
    within += std::abs(row[i]) <= bound ? 1 : 0;
  }
  return within == count;
}

}  // namespace

double SolveReport::factor() const {
  if (cycles == 0 || residuals.front() <= 0.0) {
    return 0.0;
  }
  return std::pow(residuals.back() / residuals.front(), 1.0 / cycles);
}

template <int D>
Multigrid<D>::Multigrid(const hierarchy::Hierarchy<D>& hierarchy, const Walls<D>& walls)
    : communicator_(&hierarchy.communicator()),
      frame_{communicator_, {}, walls, {}},
      coarse_(frame_, hierarchy.mesh(), hierarchy.level(0).layout()) {
  if (hierarchy.mesh().ratio != 2 && hierarchy.mesh().max_levels > 1) {
    throw InputError(fmt::format("found mesh.ratio = {}; elliptic problems are solved with 2",
                                 hierarchy.mesh().ratio));
  }
  const hierarchy::LevelLayout<D>& base = hierarchy.level(0).layout();
  const int depth =
      coarse_.smooths_base() ? 1 : DeepSmoother<D>::depth(hierarchy.mesh().domain(0), base);
  grids_.push_back(std::make_unique<Grid<D>>(frame_, coarse_.base_number(), base, nullptr, depth));
  if (depth > 1) {
    deep_.emplace(frame_, grid(0));
  }
  set_uniform_coefficients();
  follow(hierarchy);
}

template <int D>
bool Multigrid<D>::fits(const hierarchy::Hierarchy<D>& hierarchy) const {
  return hierarchy.finest() + 1 == levels() && fitting(hierarchy) == levels() &&
         sources_.size() == grids_.size();
}

template <int D>
int Multigrid<D>::fitting(const hierarchy::Hierarchy<D>& hierarchy) const {
  int level = 0;
  while (level < levels() && level <= hierarchy.finest() &&
         hierarchy.level(level).layout() == grid(level).values.layout()) {
    ++level;
  }
  return level;
}

template <int D>
void Multigrid<D>::drop_levels(int first) {
  if (first >= levels()) {
    return;
  }
  leaves_.reset();
  sources_.clear();
  while (levels() > first) {
    grids_.pop_back();  // each refers to the one below
  }
  frame_.pool.trim();
}

template <int D>
void Multigrid<D>::follow(const hierarchy::Hierarchy<D>& hierarchy) {
  EVENKEEL_EXPECT(fitting(hierarchy) > 0);
  drop_levels(fitting(hierarchy));
  leaves_.reset();
  for (int level = levels(); level <= hierarchy.finest(); ++level) {
    grids_.push_back(std::make_unique<Grid<D>>(frame_, coarse_.base_number() + level,
                                               hierarchy.level(level).layout(), &grid(level - 1)));
    grids_.back()->set_uniform();
  }
  if (!is_uniform_) {
    set_uniform_coefficients();
  }
  make_registers();
}

/// What has a value for each cell of all levels, or one for each level.
template <int D>
void Multigrid<D>::make_registers() {
  sources_.clear();
  std::vector<std::size_t> cells;
  for (int level = 0; level < levels(); ++level) {
    cells.push_back(0);
    auto& patches = sources_.emplace_back();
    for (std::size_t p = 0; p < grid(level).patches(); ++p) {
      const storage::View<D> view = patches.emplace_back(frame_.pool, grid(level).box(p), 1).view();
      std::fill_n(view.data, view.component_stride, 0.0);
      cells.back() += static_cast<std::size_t>(grid(level).box(p).volume());
    }
  }
  add_wall_fluxes();
  seconds_.assign(grids_.size(), 0.0);
  acceleration_.emplace(*communicator_, std::move(cells), D);
}

/// What leaves through walls is missing in the cells beside them.
template <int D>
void Multigrid<D>::add_wall_fluxes() {
  for (int level = 0; level < levels(); ++level) {
    const auto& sources = sources_[static_cast<std::size_t>(level)];
    grid(level).for_each_flux(
        [&](std::size_t p, std::size_t axis, bool, const auto& cell, double flux) {
          sources[p].view()(0, cell) -= flux / grid(level).spacing()[axis];
        });
  }
}

template <int D>
void Multigrid<D>::load(const Field& field) {
  for_each_patch([&](int level, std::size_t p) {
    storage::copy(field(level, p).first(1), grid(level).values.state_views()[p],
                  grid(level).box(p));
  });
}

template <int D>
void Multigrid<D>::set_sources(const Field& source) {
  for_each_patch([&](int level, std::size_t p) {
    storage::copy(source(level, p).first(1), sources_[static_cast<std::size_t>(level)][p].view(),
                  grid(level).box(p));
  });
  add_wall_fluxes();
  if (frame_.walls.is_singular()) {
    check_balance();
  }
}

/// \throws InputError where what enters does not leave
template <int D>
void Multigrid<D>::check_balance() {
  load([this](int level, std::size_t p) {
    return sources_[static_cast<std::size_t>(level)][p].view();
  });
  average_down();
  const double sum = base_sum();
  for_each_patch([&](int level, std::size_t p) {
    const storage::View<D> view = grid(level).values.state_views()[p];
    std::transform(view.data, view.data + view.component_stride, view.data,
                   [](double value) { return std::abs(value); });
  });
  average_down();
  if (std::abs(sum) > kBalance * base_sum()) {
    throw InputError(fmt::format(
        "found sources that add up to {:.6g}, with what passes the boundaries, in a domain without "
        "a boundary of given value: there is no solution; expected sources that add up to 0, or a "
        "boundary of kind inflow",
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

/// The cell of this rank with the largest residual; one that is no number counts as infinite.
template <int D>
auto Multigrid<D>::worst() const -> Worst {
  Worst worst;
  for_each_patch([&](int level, std::size_t p) {
    const storage::View<D> view = grid(level).rhs.state_views()[p];
    storage::for_each_row(grid(level).box(p), [&](geometry::Index<D> cell, std::int32_t count) {
      const double* const row = view.row(0, cell);
      if (all_within(row, count, worst.value)) {
        return;
      }
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
  for_each_patch([&](int level, std::size_t p) {
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
  is_hard_ = false;
  report_.updates.assign(static_cast<std::size_t>(levels()), 0);
  std::ranges::fill(seconds_, 0.0);
  for (const auto& one : grids_) {
    one->clear();
  }
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
  for_each_patch([&](int level, std::size_t p) {
    storage::copy(grid(level).values.state_views()[p], solution(level, p), grid(level).box(p));
  });
  report_.seconds = seconds_;
  return report_;
}

template class Multigrid<1>;
template class Multigrid<2>;
template class Multigrid<3>;

}  // namespace evenkeel::elliptic
