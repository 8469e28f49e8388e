// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The composite operator as one matrix.
#pragma once

#include "evenkeel/elliptic/algebraic.hpp"
#include "evenkeel/elliptic/leaf_cells.hpp"

namespace evenkeel::elliptic {

/// - volume A on all leaves, so that its diagonal is positive.
///
/// Between levels fluxes pass from cell to cell: as Grid has them, but for u_2 = u_1 and u_coarse
/// the cell's own value. The matrix is symmetric that way, and near enough for a correction.
/// Not collective.
/// \param mesh  of \p leaves, grid levels as in Frame
/// \param faces  shape [leaves, D, 2]: Grid::couplings() below and above each along each axis,
/// times its volume in base cells
template <int D>
Sparse leaf_matrix(const LeafCells<D>& leaves, const hierarchy::Mesh<D>& mesh,
                   std::span<const double> faces);

}  // namespace evenkeel::elliptic
