// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Loops of the transport of water in a rock, a register of cells at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "evenkeel/kernels/fractional_flow.hpp"
#include "evenkeel/kernels/pressure_solve.hpp"
#include "evenkeel/solver/schemes/group_rows.hpp"
#include "evenkeel/solver/schemes/slope.hpp"

namespace evenkeel::kernels {

/// A value for each axis.
template <int D, class T>
using PerAxis = std::array<T, static_cast<std::size_t>(D)>;

/// The greatest rate at which water passes a cell of \p box: no faster than f' times all fluid, or
/// than a front does where none is yet. [1/time]
/// \param front_speed  in units of that of all fluid
template <int D>
double water_rate(const FractionalFlow& flow, double front_speed, const storage::View<D>& state,
                  const geometry::Box<D>& box, const solver::Place<D>& place) {
  using solver::Lanes;
  using Layout = TwoPhaseLayout<D>;
  PerAxis<D, double> inverse_spacing;
  for (std::size_t d = 0; d < D; ++d) {
    inverse_spacing[d] = 1.0 / place.spacing[d];
  }
  Lanes most = 0.0;
  storage::for_each_row(box, [&](const geometry::Index<D>& cell, std::int32_t count) {
    const double* const saturation = state.row(Layout::kSaturation, cell);
    const double* const lower = state.row(Layout::kLower, cell);
    const double* const upper = state.row(Layout::kUpper, cell);
    solver::for_each_lanes(count, [&](int i, auto lanes) {
      Lanes passing = 0.0;
      for (std::size_t d = 0; d < D; ++d) {
        const std::int64_t at = static_cast<std::int64_t>(d) * state.component_stride + i;
        passing += max(abs(solver::load_first(lower + at, lanes)),
                       abs(solver::load_first(upper + at, lanes))) *
                   inverse_spacing[d];
      }
      const Lanes speed = flow.slope(solver::load_first(saturation + i, lanes));
      most = max(first_lanes(passing * max(speed, Lanes(front_speed)), lanes), most);
    });
  });
  return greatest(most);
}

/// A row of faces across one axis.
struct WaterFaces {
  const double* saturation;  ///< of the cells above the faces
  std::int64_t next;         ///< from a cell to that above it [doubles]
  const double* velocity;    ///< of all fluid
  double* flux;              ///< out: of water
};

/// MUSCL, upwind: of the cells beside a face only that is looked at which fluid comes from.
inline void fill_water_fluxes(const FractionalFlow& flow, double beta, const WaterFaces& row,
                              int count) {
  using solver::Lanes;
  solver::for_each_lanes(count, [&](int i, auto lanes) {
    const double* const s = row.saturation + i;
    const Lanes velocity = solver::load_first(row.velocity + i, lanes);
    const auto rises = velocity > Lanes(0.0);
    const Lanes below = solver::load_first(s - row.next, lanes);
    const Lanes here = solver::load_first(s, lanes);
    const Lanes rest = select(rises, below - solver::load_first(s - 2 * row.next, lanes),
                              solver::load_first(s + row.next, lanes) - here);
    const Lanes rise = solver::limited_rise(rest, here - below, beta);
    const Lanes wet = select(rises, below + rise, here - rise);
    store_first(row.flux + i, velocity * flow.water(wet), lanes);
  });
}

/// Fluxes of water through the faces across \p axis.
/// \param beta  \see solver::limited_slope
template <int D>
void water_fluxes(const FractionalFlow& flow, double beta, const solver::StageStep<D>& step,
                  std::size_t axis, const storage::View<D>& out) {
  using Layout = TwoPhaseLayout<D>;
  const int d = static_cast<int>(axis);
  const std::int64_t next = step.state.stride[axis];
  const auto fill = [&](const geometry::Box<D>& faces, int component, std::int64_t from) {
    storage::for_each_row(faces, [&](const geometry::Index<D>& first, std::int32_t count) {
      fill_water_fluxes(flow, beta,
                        {step.state.row(Layout::kSaturation, first), next,
                         step.state.row(component, first) + from, out.row(0, first)},
                        count);
    });
  };
  geometry::Box<D> last = step.box;  // the faces above it belong to no lower face of a cell inside
  last.lo[axis] = step.box.hi[axis];
  last.hi[axis] = step.box.hi[axis] + 1;
  fill(step.box, Layout::kLower + d, 0);
  fill(last, Layout::kUpper + d, -next);
}

/// Adds what has flowed in.
template <int D>
void add_water(const solver::StageStep<D>& step, const PerAxis<D, storage::View<D>>& flux) {
  PerAxis<D, double> factor;
  for (std::size_t d = 0; d < D; ++d) {
    factor[d] = step.dt / step.place.spacing[d];
  }
  storage::for_each_row(step.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
    double* const saturation = step.state.row(TwoPhaseLayout<D>::kSaturation, cell);
    PerAxis<D, const double*> below;
    for (std::size_t d = 0; d < D; ++d) {
      below[d] = flux[d].row(0, cell);
    }
    solver::for_each_lanes(count, [&](int i, auto lanes) {
      solver::Lanes s = solver::load_first(saturation + i, lanes);
      for (std::size_t d = 0; d < D; ++d) {
        s -= factor[d] * (solver::load_first(below[d] + flux[d].stride[d] + i, lanes) -
                          solver::load_first(below[d] + i, lanes));
      }
      store_first(saturation + i, s, lanes);
    });
  });
}

/// The second stage: half of what two steps made, half of the start.
template <int D>
void halve_water(const solver::StageStep<D>& step) {
  using Layout = TwoPhaseLayout<D>;
  storage::for_each_row(step.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
    double* const s = step.state.row(Layout::kSaturation, cell);
    const double* const old = step.old.row(Layout::kSaturation, cell);
    solver::for_each_lanes(count, [&](int i, auto lanes) {
      const solver::Lanes sum =
          solver::load_first(s + i, lanes) + solver::load_first(old + i, lanes);
      store_first(s + i, 0.5 * sum, lanes);
    });
  });
}

}  // namespace evenkeel::kernels
