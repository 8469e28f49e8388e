// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Bodies in the domain, as boxes of masked cells.
#include "evenkeel/solver/solids.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/geometry/periodic.hpp"
#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::Index;
using storage::View;

constexpr std::int32_t kBeyond = 64;  ///< cells by which bodies go on beyond the domain
constexpr double kAlignment = 1e-6;   ///< of a base cell, by which a face may miss

/// Calls fn(neighbour) for the cells that share a face with \p cell.
template <int D, class Fn>
void for_each_neighbour(const Index<D>& cell, const Fn& fn) {
  for (std::size_t d = 0; d < D; ++d) {
    for (const int side : {-1, 1}) {
      Index<D> neighbour = cell;
      neighbour[d] += side;
      fn(neighbour);
    }
  }
}

/// The cells of a body, which goes on beyond sides that it touches; not beyond those that meet
/// their opposite, where its images are.
template <int D>
Box<D> body_cells(const Solid<D>& solid, const hierarchy::Mesh<D>& mesh, int level) {
  const Box<D> domain = mesh.domain(level);
  const auto spacing = mesh.spacing(level);
  Box<D> box;
  for (std::size_t d = 0; d < D; ++d) {
    const auto face = [&](double x) {
      return static_cast<std::int32_t>(std::lround((x - mesh.lower[d]) / spacing[d]));
    };
    box.lo[d] = face(solid.lower[d]);
    box.hi[d] = face(solid.upper[d]);
    box.lo[d] -= !mesh.periodic[d] && box.lo[d] <= domain.lo[d] ? kBeyond : 0;
    box.hi[d] += !mesh.periodic[d] && box.hi[d] >= domain.hi[d] ? kBeyond : 0;
  }
  return box;
}

/// What is wrong with a face of a body at \p x.
template <int D>
std::string face_fault(double x, std::size_t axis, const hierarchy::Mesh<D>& mesh) {
  const double spacing = mesh.spacing(0)[axis];
  const double lower = mesh.lower[axis];
  const double upper = mesh.upper[axis];
  if (x < lower - kAlignment * spacing || x > upper + kAlignment * spacing) {
    return fmt::format("a body reaches {:g} along axis {}, outside of the domain from {:g} to {:g}",
                       x, axis, lower, upper);
  }
  const double faces = (x - lower) / spacing;
  if (std::abs(faces - std::round(faces)) > kAlignment) {
    return fmt::format(
        "a body has a face at {:g} along axis {}, within a base cell of size {:g}: choose "
        "domain.cells so that it falls on a face of cells",
        x, axis, spacing);
  }
  return "";
}

}  // namespace

template <int D>
BoxList<D> masked_boxes(std::span<const Solid<D>> solids, const hierarchy::Mesh<D>& mesh,
                        int level) {
  BoxList<D> masked;
  const auto images = geometry::periodic_shifts(mesh.domain(level), mesh.periodic);
  for (const Solid<D>& solid : solids) {
    const Box<D> body = body_cells(solid, mesh, level);
    for (const Index<D>& image : images) {
      const BoxList<D> rest = geometry::difference<D>({body.shift(image)}, masked);
      masked.insert(masked.end(), rest.begin(), rest.end());
    }
  }
  return masked;
}

template <int D>
std::string solid_fault(std::span<const Solid<D>> solids, const hierarchy::Mesh<D>& mesh) {
  for (const Solid<D>& solid : solids) {
    for (std::size_t d = 0; d < D; ++d) {
      for (const std::size_t side : {0U, 1U}) {
        const double x = side == 0 ? solid.lower[d] : solid.upper[d];
        if (const std::string fault = face_fault(x, d, mesh); !fault.empty()) {
          const std::string_view key = solid.keys[d][side];
          return key.empty() ? fault : fmt::format("{} is {:g}: {}", key, x, fault);
        }
      }
    }
  }
  const Box<D> domain = mesh.domain(0);
  return geometry::difference<D>({domain}, masked_boxes(solids, mesh, 0)).empty()
             ? "bodies fill the whole domain"
             : "";
}

template <int D>
void clear_masked(const View<D>& values, const BoxList<D>& masked) {
  for (const Box<D>& box : masked) {
    storage::for_each_row(values.box.intersect(box), [&](const Index<D>& cell, std::int32_t count) {
      for (int c = 0; c < values.components; ++c) {
        std::fill_n(values.row(c, cell), count, 0.0);
      }
    });
  }
}

template <int D>
void extend_into_masked(const View<D>& values, const Box<D>& box, const BoxList<D>& masked) {
  for (const Box<D>& body : masked) {
    storage::for_each_cell(box.intersect(body), [&](const Index<D>& cell) {
      for (int c = 0; c < values.components; ++c) {
        double sum = 0.0;
        int count = 0;
        for_each_neighbour<D>(cell, [&](const Index<D>& neighbour) {
          if (!is_masked<D>(neighbour, masked)) {
            sum += values(c, neighbour);
            ++count;
          }
        });
        values(c, cell) = count > 0 ? sum / count : 0.0;
      }
    });
  }
}

template <int D>
void inject_beside_masked(const View<D>& coarse, const View<D>& fine, const FineRegion<D>& region,
                          const MaskedCells<D>& masked) {
  const Box<D> parents = region.cells.coarsen(region.ratio);
  if (!meets_any<D>(parents.grow(masked.reach), masked.boxes)) {
    return;
  }
  storage::for_each_cell(parents, [&](const Index<D>& cell) {
    const auto parent = Box<D>::of_cell(cell);
    if (!meets_any<D>(parent.grow(masked.reach), masked.boxes)) {
      return;
    }
    const Box<D> children = parent.refine(region.ratio).intersect(region.cells);
    storage::for_each_cell(children, [&](const Index<D>& child) {
      for (int c = 0; c < fine.components; ++c) {
        fine(c, child) = coarse(c, cell);
      }
    });
  });
}

template <int D>
bool meets_any(const Box<D>& box, std::span<const Box<D>> boxes) {
  return std::ranges::any_of(boxes, [&](const Box<D>& other) { return box.intersects(other); });
}

template <int D>
bool is_masked(const Index<D>& cell, std::span<const Box<D>> boxes) {
  return std::ranges::any_of(boxes, [&](const Box<D>& box) { return box.contains(cell); });
}

#define EVENKEEL_INSTANTIATE(D)                                                                \
  template BoxList<D> masked_boxes(std::span<const Solid<D>>, const hierarchy::Mesh<D>&, int); \
  template std::string solid_fault(std::span<const Solid<D>>, const hierarchy::Mesh<D>&);      \
  template void clear_masked(const View<D>&, const BoxList<D>&);                               \
  template void extend_into_masked(const View<D>&, const Box<D>&, const BoxList<D>&);          \
  template void inject_beside_masked(const View<D>&, const View<D>&, const FineRegion<D>&,     \
                                     const MaskedCells<D>&);                                   \
  template bool meets_any(const Box<D>&, std::span<const Box<D>>);                             \
  template bool is_masked(const Index<D>&, std::span<const Box<D>>)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::solver
