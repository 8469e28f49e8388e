// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Bodies in the domain: which cells they mask, and what those hold.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {

/// The cells masked by \p solids on \p level, as disjoint boxes.
///
/// A body that reaches the end of the domain goes on beyond it, as far as ghosts lie.
/// \pre solid_fault() finds nothing
template <int D>
geometry::BoxList<D> masked_boxes(std::span<const Solid<D>> solids, const hierarchy::Mesh<D>& mesh,
                                  int level);

/// What is wrong with \p solids on the base grid of \p mesh, as a sentence that begins with the key
/// at fault, where there is one; empty where nothing is: a body outside of the domain, or a face of
/// it that is not a face of base cells.
template <int D>
std::string solid_fault(std::span<const Solid<D>> solids, const hierarchy::Mesh<D>& mesh);

/// Sets masked cells of \p values to zero: so no sum counts them. Not collective.
template <int D>
void clear_masked(const storage::View<D>& values, const geometry::BoxList<D>& masked);

/// Sets masked cells beside others to the mean of those, so that flags see no jump at a wall.
///
/// Of the cells of \p box; those around it are read.
template <int D>
void extend_into_masked(const storage::View<D>& values, const geometry::Box<D>& box,
                        const geometry::BoxList<D>& masked);

/// A region of fine cells.
template <int D>
struct FineRegion {
  geometry::Box<D> cells;
  int ratio = 2;  ///< to the coarse level
};

/// Masked coarse cells, and how far from a cell interpolation reads. [cells]
template <int D>
struct MaskedCells {
  std::span<const geometry::Box<D>> boxes;
  int reach = 1;
};

/// Gives fine cells the value of their coarse cell where its interpolation would read masked ones:
/// no slope is taken from a body.
///
/// \pre \p coarse covers the region coarsened
template <int D>
void inject_beside_masked(const storage::View<D>& coarse, const storage::View<D>& fine,
                          const FineRegion<D>& region, const MaskedCells<D>& masked);

/// True when some box of \p boxes meets \p box.
template <int D>
bool meets_any(const geometry::Box<D>& box, std::span<const geometry::Box<D>> boxes);

/// True when some box of \p boxes holds \p cell.
template <int D>
bool is_masked(const geometry::Index<D>& cell, std::span<const geometry::Box<D>> boxes);

}  // namespace evenkeel::solver
