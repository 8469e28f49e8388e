// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regions of fine patches that only the next coarser level can fill, and the coarse cells for it.
#pragma once

#include <vector>

#include "evenkeel/geometry/box.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::hierarchy {

/// A region of one local fine patch to be interpolated from the coarser level.
template <int D>
struct FringePiece {
  std::size_t patch = 0;       ///< position among the local patches of the fine level
  geometry::Box<D> fine;       ///< cells to fill, fine index space; may lie beyond a periodic
                               ///< boundary, never beyond a physical one
  geometry::Box<D> coarse;     ///< coarsen(fine) grown by the interpolation stencil; the part beyond
                               ///< a physical boundary is for the boundary condition to fill
  storage::Array<D> values;    ///< coarse values on \p coarse
};

}  // namespace evenkeel::hierarchy
