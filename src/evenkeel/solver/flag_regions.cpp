// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From places and times to cells (Berger and LeVeque 1998).
#include "evenkeel/solver/flag_regions.hpp"

#include <algorithm>
#include <cmath>

namespace evenkeel::solver {
namespace {

/// Cells of \p level that have something of \p region in them.
template <int D>
geometry::Box<D> cells_of(const FlagRegion<D>& region, const hierarchy::Mesh<D>& mesh, int level) {
  constexpr double kRounding = 1e-6;  // of a cell: an end on a face of cells stays there
  const hierarchy::Point<D> spacing = mesh.spacing(level);
  const geometry::Box<D> domain = mesh.domain(level);
  geometry::Box<D> box;
  for (std::size_t d = 0; d < D; ++d) {
    const auto cell = [&](double x) {
      return std::clamp((x - mesh.lower[d]) / spacing[d], 0.0, static_cast<double>(domain.hi[d]));
    };
    box.lo[d] = static_cast<std::int32_t>(std::floor(cell(region.lower[d]) + kRounding));
    box.hi[d] = static_cast<std::int32_t>(std::ceil(cell(region.upper[d]) - kRounding));
  }
  return box;
}

}  // namespace

template <int D>
RegionCells<D> region_cells(std::span<const FlagRegion<D>> regions, const hierarchy::Mesh<D>& mesh,
                            int level, double time) {
  RegionCells<D> found;
  geometry::BoxList<D> open;
  for (const FlagRegion<D>& region : regions) {
    if (!(region.from <= time && time < region.until)) {
      continue;
    }
    const geometry::Box<D> cells = cells_of(region, mesh, level);
    if (level < region.least_level) {
      found.wanted.push_back(cells);
    }
    if (region.most_level != FlagRegion<D>::kAnyLevel) {
      (level < region.most_level ? open : found.barred).push_back(cells);
    }
  }
  found.barred = geometry::difference(found.barred, open);
  return found;
}

template RegionCells<1> region_cells(std::span<const FlagRegion<1>>, const hierarchy::Mesh<1>&, int,
                                     double);
template RegionCells<2> region_cells(std::span<const FlagRegion<2>>, const hierarchy::Mesh<2>&, int,
                                     double);
template RegionCells<3> region_cells(std::span<const FlagRegion<3>>, const hierarchy::Mesh<3>&, int,
                                     double);

}  // namespace evenkeel::solver
