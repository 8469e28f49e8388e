// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Ghost cells beyond the physical boundaries of the domain.
#include "evenkeel/solver/boundary.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::Index;
using storage::View;

/// The cells of a view beyond one face of the domain.
template <int D>
struct Slab {
  std::size_t axis = 0;
  bool upper = false;
  Box<D> box;
  std::int32_t face = 0;  ///< first cell above the face

  std::int32_t layers() const { return box.side(axis); }
  /// Coordinate along axis of layer 0, 1, ... counted from the face outwards.
  std::int32_t outside(std::int32_t layer) const { return upper ? face + layer : face - 1 - layer; }
  /// Coordinate of the cell that mirrors that layer.
  std::int32_t inside(std::int32_t layer) const { return upper ? face - 1 - layer : face + layer; }
};

/// Cells side by side beyond a face that have the same kind of boundary.
template <int D>
struct Run {
  Index<D> first{};  ///< in layer 0
  std::size_t along = 0;
  std::int32_t count = 0;
};

/// Calls \p part with the parts of \p run, one after the other, of whose cells inflow() and
/// kind_at() say the same.
template <int D, class Part>
void for_each_alike(const Run<D>& run, const Surroundings<D>& around, double time,
                    const Part& part) {
  Index<D> last = run.first;
  last[run.along] += run.count - 1;
  if (run.count == 1 ||
      around.application->alike(around.place.center(run.first), around.place.center(last), time)) {
    part(run);
    return;
  }
  Run<D> half = run;
  half.count = run.count / 2;
  for_each_alike(half, around, time, part);
  half.first[run.along] += half.count;
  half.count = run.count - half.count;
  for_each_alike(half, around, time, part);
}

/// to[i stride] = factor * from[i stride]: cells of different layers.
void copy_cells(const double* __restrict from, double* __restrict to, std::int64_t stride,
                std::int32_t count, double factor) {
  if (stride == 1) {
    for (std::int32_t i = 0; i < count; ++i) {
      to[i] = factor * from[i];
    }
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    to[i * stride] = factor * from[i * stride];
  }
}

void set_cells(double* to, std::int64_t stride, std::int32_t count, double value) {
  for (std::int64_t i = 0; i < count; ++i) {
    to[i * stride] = value;
  }
}

template <int D>
void fill_inflow(const View<D>& values, const Slab<D>& slab, const Run<D>& run,
                 const Surroundings<D>& around, double time) {
  std::array<double, kMaxComponents> inflow{};
  const std::span<double> all{inflow.data(), static_cast<std::size_t>(values.components)};
  Run<D> line = run;
  for (std::int32_t layer = 0; layer < slab.layers(); ++layer) {
    line.first[slab.axis] = slab.outside(layer);
    for_each_alike(line, around, time, [&](const Run<D>& part) {
      around.application->inflow(around.place.center(part.first), time, all);
      for (int c = 0; c < values.components; ++c) {
        set_cells(values.row(c, part.first), values.stride[run.along], part.count,
                  all[static_cast<std::size_t>(c)]);
      }
    });
  }
}

/// One component at a run of cells: values of the two nearest cells inside, and where they are.
template <int D>
struct Edge {
  const double* first;   ///< nearest to the face
  const double* second;  ///< the next
  Edge(const View<D>& values, const Slab<D>& slab, const Run<D>& run, int component) {
    Index<D> cell = run.first;
    cell[slab.axis] = slab.inside(0);
    first = values.row(component, cell);
    cell[slab.axis] = slab.inside(1);
    second = values.row(component, cell);
  }
};

template <int D>
void fill_outgoing(const View<D>& values, const Slab<D>& slab, const Run<D>& run,
                   const Surroundings<D>& around) {
  const double h = around.place.spacing[slab.axis];
  const std::int64_t stride = values.stride[run.along];
  for (int component = 0; component < values.components; ++component) {
    const Outgoing wave = around.application->outgoing(component);
    const bool leaves = wave.rate >= 0;
    const Edge<D> edge(values, slab, run, leaves ? wave.rate : component);
    // Per cell from the face: at the face u_t is 3/2 of the first value less 1/2 of the second.
    const double scale = leaves ? -h / wave.speed : 1.0;
    const double near = leaves ? 1.5 * scale : scale;
    const double far = leaves ? -0.5 * scale : -scale;
    for (std::int32_t layer = 0; layer < slab.layers(); ++layer) {
      Index<D> cell = run.first;
      cell[slab.axis] = slab.outside(layer);
      double* const to = values.row(component, cell);
      cell[slab.axis] = slab.inside(leaves ? layer : 0);
      const double* const from = values.row(component, cell);
      const double cells = leaves ? 2 * layer + 1 : layer + 1;
      for (std::int64_t i = 0; i < run.count; ++i) {
        const std::int64_t at = i * stride;
        to[at] = from[at] + cells * (near * edge.first[at] + far * edge.second[at]);
      }
    }
  }
}

template <int D>
void fill_run(const View<D>& values, const Slab<D>& slab, const Run<D>& run,
              const Surroundings<D>& around, std::pair<BoundaryKind, double> kind_and_time) {
  const auto [kind, time] = kind_and_time;
  if (kind == BoundaryKind::kInflow) {
    fill_inflow(values, slab, run, around, time);
    return;
  }
  if (kind == BoundaryKind::kOutgoing) {
    fill_outgoing(values, slab, run, around);
    return;
  }
  const bool mirrors = kind == BoundaryKind::kReflect;
  for (std::int32_t layer = 0; layer < slab.layers(); ++layer) {
    Index<D> cell = run.first;
    cell[slab.axis] = slab.outside(layer);
    double* to = values.row(0, cell);
    cell[slab.axis] = slab.inside(mirrors ? layer : 0);
    const double* from = values.row(0, cell);
    for (int component = 0; component < values.components; ++component) {
      const double factor =
          mirrors ? around.application->parity(component, static_cast<int>(slab.axis)) : 1.0;
      copy_cells(from, to, values.stride[run.along], run.count, factor);
      from += values.component_stride;
      to += values.component_stride;
    }
  }
}

/// Fills one slab: runs of one kind along the first axis other than the face's normal, whole lines
/// where the face is of one kind.
template <int D>
void fill_slab(const View<D>& values, const Slab<D>& slab, const Surroundings<D>& around,
               double time) {
  const BoundaryKind declared = around.kinds[slab.axis][slab.upper ? 1 : 0];
  const int axis = static_cast<int>(slab.axis);
  const int side = slab.upper ? 1 : 0;
  const std::size_t along = slab.axis != 0 || D == 1 ? 0 : 1;
  Box<D> starts = slab.box;  // of the lines along that axis in layer 0
  starts.hi[along] = starts.lo[along] + 1;
  starts.lo[slab.axis] = slab.outside(0);
  starts.hi[slab.axis] = slab.outside(0) + 1;
  const bool mixes = around.application->mixes_kinds(axis, side);
  storage::for_each_row(starts, [&](const Index<D>& first, std::int32_t) {
    const Run<D> line{first, along, D == 1 ? 1 : slab.box.side(along)};
    if (!mixes) {
      fill_run(values, slab, line, around, {declared, time});
      return;
    }
    for_each_alike(line, around, time, [&](const Run<D>& run) {
      const BoundaryKind kind =
          around.application->kind_at(declared, axis, side, around.place.center(run.first), time);
      fill_run(values, slab, run, around, {kind, time});
    });
  });
}

}  // namespace

template <int D>
void fill_boundary(const View<D>& values, const Surroundings<D>& around, double time) {
  if (around.domain.contains(values.box)) {
    return;
  }
  Box<D> reach = values.box;  // axes already done reach beyond the domain, later ones do not
  for (std::size_t d = 0; d < D; ++d) {
    if (around.kinds[d][0] != BoundaryKind::kPeriodic) {
      reach.lo[d] = std::max(reach.lo[d], around.domain.lo[d]);
      reach.hi[d] = std::min(reach.hi[d], around.domain.hi[d]);
    }
  }
  for (std::size_t d = 0; d < D; ++d) {
    if (around.kinds[d][0] == BoundaryKind::kPeriodic) {
      continue;
    }
    Slab<D> lower{d, false, reach, around.domain.lo[d]};
    lower.box.lo[d] = values.box.lo[d];
    lower.box.hi[d] = around.domain.lo[d];
    Slab<D> upper{d, true, reach, around.domain.hi[d]};
    upper.box.lo[d] = around.domain.hi[d];
    upper.box.hi[d] = values.box.hi[d];
    for (const Slab<D>& slab : {lower, upper}) {
      if (!slab.box.is_empty()) {
        fill_slab(values, slab, around, time);
      }
    }
    reach.lo[d] = values.box.lo[d];
    reach.hi[d] = values.box.hi[d];
  }
}

template void fill_boundary(const View<1>&, const Surroundings<1>&, double);
template void fill_boundary(const View<2>&, const Surroundings<2>&, double);
template void fill_boundary(const View<3>&, const Surroundings<3>&, double);

}  // namespace evenkeel::solver
