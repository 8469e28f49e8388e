// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Row loops of the operator.
#include "evenkeel/elliptic/stencil.hpp"

#include <algorithm>

namespace evenkeel::elliptic {
namespace {

/// Pointers to the row of a cell: values, coefficients, and how far their neighbours are.
template <int D>
struct Rows {
  double* u;
  std::array<const double*, static_cast<std::size_t>(D)> c;
  std::array<std::int64_t, static_cast<std::size_t>(D)> u_step;
  std::array<std::int64_t, static_cast<std::size_t>(D)> c_step;

  Rows(const Stencil<D>& stencil, const storage::View<D>& values, const geometry::Index<D>& first)
      : u(values.row(0, first)), u_step(values.stride), c_step(stencil.faces.stride) {
    for (std::size_t d = 0; d < D; ++d) {
      c[d] = stencil.faces.row(static_cast<int>(d), first);
    }
  }
};

}  // namespace

template <int D>
void relax(const Stencil<D>& stencil, const storage::View<D>& values, const storage::View<D>& rhs,
           int colour) {
  storage::for_each_row(stencil.box, [&](const geometry::Index<D>& first, std::int32_t count) {
    const Rows<D> rows(stencil, values, first);
    double* const u = rows.u;
    const double* const f = rhs.row(0, first);
    std::int32_t parity = colour;
    for (const std::int32_t i : first) {
      parity ^= i;
    }
    for (std::int64_t i = parity & 1; i < count; i += 2) {
      double sum = 0.0;
      double diagonal = 0.0;
      for (std::size_t d = 0; d < D; ++d) {
        const double below = rows.c[d][i];
        const double above = rows.c[d][i + rows.c_step[d]];
        sum += below * u[i - rows.u_step[d]] + above * u[i + rows.u_step[d]];
        diagonal += below + above;
      }
      u[i] = (sum - f[i]) / diagonal;
    }
  });
}

template <int D>
void residual(const Stencil<D>& stencil, const storage::View<D>& values,
              const storage::View<D>& rhs, const storage::View<D>& out) {
  storage::for_each_row(stencil.box, [&](const geometry::Index<D>& first, std::int32_t count) {
    const Rows<D> rows(stencil, values, first);
    const double* const u = rows.u;
    const double* const f = rhs.row(0, first);
    double* const r = out.row(0, first);
#pragma GCC ivdep
    for (std::int64_t i = 0; i < count; ++i) {
      double sum = f[i];
      for (std::size_t d = 0; d < D; ++d) {
        sum -= rows.c[d][i + rows.c_step[d]] * (u[i + rows.u_step[d]] - u[i]) -
               rows.c[d][i] * (u[i] - u[i - rows.u_step[d]]);
      }
      r[i] = sum;
    }
  });
}

template <int D>
void record_fluxes(const Stencil<D>& stencil, const storage::View<D>& values,
                   const std::array<double, static_cast<std::size_t>(D)>& spacing,
                   const hierarchy::FluxRecorder<D>& recorder, const std::optional<Side>& side) {
  constexpr std::int32_t kChunk = 64;
  std::array<double, kChunk> flux;
  const std::array<const double*, 1> rows{flux.data()};
  for (const hierarchy::FaceStrip<D>& strip : recorder.strips()) {
    const auto axis = static_cast<std::size_t>(strip.axis);
    if (side && (side->axis != strip.axis || side->upper != strip.upper)) {
      continue;
    }
    storage::for_each_row(strip.faces, [&](geometry::Index<D> face, std::int32_t count) {
      for (std::int32_t done = 0; done < count; done += kChunk, face[0] += kChunk) {
        const std::int32_t part = std::min(kChunk, count - done);
        const double* const u = values.row(0, face);
        const double* const c = stencil.faces.row(strip.axis, face);
        for (std::int32_t i = 0; i < part; ++i) {
          flux[static_cast<std::size_t>(i)] =
              spacing[axis] * c[i] * (u[i] - u[i - values.stride[axis]]);
        }
        recorder.record(strip.axis, face, part, rows, 1.0);
      }
    });
  }
}

template <int D>
void face_fluxes(const Stencil<D>& stencil, const storage::View<D>& values,
                 const std::array<double, static_cast<std::size_t>(D)>& spacing,
                 const storage::View<D>& lower, const storage::View<D>& upper) {
  storage::for_each_row(stencil.box, [&](const geometry::Index<D>& first, std::int32_t count) {
    const Rows<D> rows(stencil, values, first);
    for (std::size_t d = 0; d < D; ++d) {
      double* const below = lower.row(static_cast<int>(d), first);
      double* const above = upper.row(static_cast<int>(d), first);
      for (std::int64_t i = 0; i < count; ++i) {
        const double u = rows.u[i];
        below[i] = spacing[d] * rows.c[d][i] * (u - rows.u[i - rows.u_step[d]]);
        above[i] = spacing[d] * rows.c[d][i + rows.c_step[d]] * (rows.u[i + rows.u_step[d]] - u);
      }
    }
  });
}

template <int D>
void flux_difference(const Stencil<D>& stencil, const storage::View<D>& values,
                     const std::array<double, static_cast<std::size_t>(D)>& spacing, int axis,
                     const storage::View<D>& out) {
  const auto d = static_cast<std::size_t>(axis);
  storage::for_each_row(stencil.box, [&](const geometry::Index<D>& first, std::int32_t count) {
    const Rows<D> rows(stencil, values, first);
    double* const to = out.row(0, first);
#pragma GCC ivdep
    for (std::int64_t i = 0; i < count; ++i) {
      const double u = rows.u[i];
      to[i] = spacing[d] * (rows.c[d][i + rows.c_step[d]] * (rows.u[i + rows.u_step[d]] - u) -
                            rows.c[d][i] * (u - rows.u[i - rows.u_step[d]]));
    }
  });
}

template <int D>
void add(const storage::View<D>& from, const storage::View<D>& to, const geometry::Box<D>& box) {
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    const double* const source = from.row(0, first);
    double* const target = to.row(0, first);
    for (std::int32_t i = 0; i < count; ++i) {
      target[i] += source[i];
    }
  });
}

#define EVENKEEL_INSTANTIATE(D)                                                                  \
  template void relax(const Stencil<D>&, const storage::View<D>&, const storage::View<D>&, int); \
  template void residual(const Stencil<D>&, const storage::View<D>&, const storage::View<D>&,    \
                         const storage::View<D>&);                                               \
  template void record_fluxes(const Stencil<D>&, const storage::View<D>&,                        \
                              const std::array<double, D>&, const hierarchy::FluxRecorder<D>&,   \
                              const std::optional<Side>&);                                       \
  template void face_fluxes(const Stencil<D>&, const storage::View<D>&,                          \
                            const std::array<double, D>&, const storage::View<D>&,               \
                            const storage::View<D>&);                                            \
  template void flux_difference(const Stencil<D>&, const storage::View<D>&,                      \
                                const std::array<double, D>&, int, const storage::View<D>&);     \
  template void add(const storage::View<D>&, const storage::View<D>&, const geometry::Box<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::elliptic
