// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How a fine level is brought back to the coarser one: averages and flux corrections.
#pragma once

#include <vector>

#include "evenkeel/hierarchy/copy_plan.hpp"
#include "evenkeel/hierarchy/face_strip.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::hierarchy {

/// Restriction and refluxing between level l (coarse) and l + 1 (fine).
///
/// A coarse face on the boundary of the fine level, with an uncovered coarse cell outside, gets
///
///   dU = -+ ( sum over substeps and fine faces of dt F_f A_f - dt_c F_c A_c ) / V_c
///                                                                   (algorithms 6.8, Berger-Colella)
/// Both sides record weight * flux while they advance; the fine sums go to the owner of the coarse
/// cell; corrections are applied axis by axis, lower side before upper, so that the result does
/// not depend on boxes or ranks. Averages and fluxes travel in one message per neighbour.
template <int D>
class SyncPlan {
 public:
  /// Not collective.
  SyncPlan(const comm::Communicator& communicator, storage::Pool& pool, const Mesh<D>& mesh,
           const Level<D>& coarse, const Level<D>& fine, int components);

  /// Recorder of a local coarse patch (faces towards the fine level).
  const FluxRecorder<D>& coarse_recorder(std::size_t patch) const { return coarse_recorders_[patch]; }
  /// Recorder of a local fine patch (its faces on the boundary of the fine level).
  const FluxRecorder<D>& fine_recorder(std::size_t patch) const { return fine_recorders_[patch]; }

  /// Sets all recorded sums to zero; at the start of a coarse step.
  void clear();

  /// Averages a fine patch into the array of restricted values: called for every local fine patch
  /// by run(), as average(fine state, restricted values on coarsen(box)).
  using Average = void (*)(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio);

  /// Refluxes uncovered coarse cells, then overwrites covered ones with averages.
  ///
  /// Collective among neighbours. \param conserved  shape [components]: true where refluxed
  void run(Level<D>& coarse, Level<D>& fine, Average average, std::span<const bool> conserved);
};

}  // namespace evenkeel::hierarchy
