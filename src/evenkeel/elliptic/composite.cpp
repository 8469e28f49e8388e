// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The composite operator: residuals and fluxes of all levels, faces matched between them.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "evenkeel/elliptic/multigrid.hpp"
#include "evenkeel/elliptic/working.hpp"
#include "evenkeel/solver/restrict.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr std::array kMatched{true};
constexpr std::array kLeft{false};

template <int D>
void zero(hierarchy::Level<D>& level) {
  for (const storage::View<D>& view : level.state_views()) {
    std::fill_n(view.data, view.component_stride, 0.0);
  }
}

}  // namespace

template <int D>
void Multigrid<D>::average_down() {
  for (int level = levels() - 1; level > 0; --level) {
    grid(level).sync()->clear();
    grid(level).sync()->run(grid(level - 1).values, grid(level).values, &solver::average<D>, kLeft);
  }
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
      grid(level).begin_gather();
    }
    grid(level).begin_ghosts();
  }
  for (int level = 0; level < levels(); ++level) {
    if (level > 0) {
      grid(level).finish_gather(true);
    }
    grid(level).finish_ghosts();
  }
}

/// Right sides become the residuals of what is in values, faces matched between levels.
template <int D>
void Multigrid<D>::composite_residual() {
  fill_solution();
  for (int level = 0; level < levels(); ++level) {
    Grid<D>& one = grid(level);
    {
      const Working working(seconds_of(level));
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

template <int D>
void Multigrid<D>::fluxes(const Field& solution, const Field& lower, const Field& upper) {
  load(solution);
  fill_solution();
  for_each_patch([&](int level, std::size_t p) {
    face_fluxes<D>(grid(level).stencil(p), grid(level).values.state_views()[p],
                   grid(level).spacing(), lower(level, p), upper(level, p));
  });
  for (int level = 0; level < levels(); ++level) {
    grid(level).for_each_flux([&](std::size_t p, std::size_t axis, bool is_upper, const auto& cell,
                                  double flux) {
      (is_upper ? upper : lower)(level, p)(static_cast<int>(axis), cell) = is_upper ? flux : -flux;
    });
  }
  for (int level = levels() - 1; level > 0; --level) {
    for (int axis = 0; axis < D; ++axis) {
      match_fluxes(level, {axis, false}, upper, axis);
      match_fluxes(level, {axis, true}, lower, axis);
    }
  }
  for (int level = levels() - 1; level > 0; --level) {
    for (int axis = 0; axis < D; ++axis) {
      share_matched(level, {axis, false}, upper, lower);
      share_matched(level, {axis, true}, lower, upper);
    }
    grid(level - 1).clear();  // of what is no number
  }
}

/// Copies matched fluxes \p from the cells beside a finer level \p to those below it, which may be
/// in another patch: a face has one flux, whichever cell is asked. Uses the values of the coarser
/// level.
template <int D>
void Multigrid<D>::share_matched(int level, const Side& side, const Field& from, const Field& to) {
  Grid<D>& coarse = grid(level - 1);
  const auto axis = static_cast<std::size_t>(side.axis);
  geometry::Index<D> inside{};  // from the cell beside the finer level to that below it
  inside[axis] = side.upper ? -1 : 1;
  for (std::size_t p = 0; p < coarse.patches(); ++p) {
    const storage::View<D> matched = coarse.values.state_views()[p];
    std::fill_n(matched.data, matched.component_stride, std::numeric_limits<double>::quiet_NaN());
    for (const hierarchy::FaceStrip<D>& strip : grid(level).sync()->coarse_recorder(p).strips()) {
      if (strip.axis == side.axis && strip.upper == side.upper) {
        const geometry::Index<D> beside = side.upper ? geometry::Index<D>{} : inside;
        storage::for_each_cell(strip.faces.shift(geometry::opposite<D>(beside)),
                               [&](const geometry::Index<D>& cell) {
                                 matched(0, cell) = from(level - 1, p)(side.axis, cell);
                               });
      }
    }
  }
  coarse.copy_ghosts();
  for (std::size_t p = 0; p < coarse.patches(); ++p) {
    const storage::View<D> below = to(level - 1, p);
    const std::int64_t shift = (side.upper ? 1 : -1) * coarse.values.state_views()[p].stride[axis];
    storage::for_each_row(coarse.box(p), [&](const geometry::Index<D>& cell, std::int32_t count) {
      const double* const beside = coarse.values.state_views()[p].row(0, cell) + shift;
      double* const row = below.row(side.axis, cell);
      for (std::int32_t i = 0; i < count; ++i) {
        row[i] = std::isnan(beside[i]) ? row[i] : beside[i];
      }
    });
  }
}

template <int D>
void Multigrid<D>::flux_differences(const Field& solution,
                                    const std::function<void(int axis)>& take) {
  load(solution);
  fill_solution();
  const auto difference = [&](int level, std::size_t p) { return rest(level, p); };
  for (int axis = 0; axis < D; ++axis) {
    for_each_patch([&](int level, std::size_t p) {
      flux_difference<D>(grid(level).stencil(p), grid(level).values.state_views()[p],
                         grid(level).spacing(), axis, rest(level, p));
    });
    for (int level = 0; level < levels(); ++level) {
      grid(level).for_each_flux(
          [&](std::size_t p, std::size_t d, bool, const auto& cell, double flux) {
            rest(level, p)(0, cell) += static_cast<int>(d) == axis ? flux : 0.0;
          });
    }
    for (int level = levels() - 1; level > 0; --level) {
      match_fluxes(level, {axis, false}, difference, 0);
      match_fluxes(level, {axis, true}, difference, 0, -1.0);
    }
    take(axis);
  }
}

/// Sets coarse fluxes through one kind of face of the level to the means of the fine ones.
///
/// \param sign  with which they are in the component of \p coarse_fluxes
template <int D>
void Multigrid<D>::match_fluxes(int level, const Side& side, const Field& coarse_fluxes,
                                int component, double sign) {
  Grid<D>& fine = grid(level);
  Grid<D>& coarse = grid(level - 1);
  zero(fine.rest);
  zero(coarse.rest);
  fine.sync()->clear();
  record(level - 1, false, side);
  record(level, true, side);
  fine.sync()->run(coarse.rest, fine.rest, &solver::average<D>, kMatched);
  const auto axis = static_cast<std::size_t>(side.axis);
  const double width = sign * (side.upper ? 1.0 : -1.0) * coarse.spacing()[axis];
  for (std::size_t p = 0; p < coarse.patches(); ++p) {
    const storage::View<D> flux = coarse_fluxes(level - 1, p);
    storage::for_each_row(coarse.box(p), [&](const geometry::Index<D>& cell, std::int32_t count) {
      const double* const change = coarse.rest.state_views()[p].row(0, cell);
      double* const row = flux.row(component, cell);
      for (std::int32_t i = 0; i < count; ++i) {
        row[i] += width * change[i];
      }
    });
  }
}

#define EVENKEEL_INSTANTIATE(D)                                                 \
  template void Multigrid<D>::average_down();                                   \
  template void Multigrid<D>::record(int, bool, const std::optional<Side>&);    \
  template void Multigrid<D>::composite_residual();                             \
  template double Multigrid<D>::residual(const Field&);                         \
  template void Multigrid<D>::fluxes(const Field&, const Field&, const Field&); \
  template void Multigrid<D>::flux_differences(const Field&, const std::function<void(int)>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
