// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How a fine level is brought back to the coarser one: averages and flux corrections.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "evenkeel/hierarchy/copy_plan.hpp"
#include "evenkeel/hierarchy/face_strip.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::hierarchy {

/// Restriction and refluxing between level l (coarse) and l + 1 (fine).
///
/// A coarse face on the boundary of the fine level, with an uncovered coarse cell outside, gets
///
///   dU = -+ ( sum over substeps and fine faces of dt F_f A_f - dt_c F_c A_c ) / V_c
///                                                                   (algorithms 6.8,
///                                                                   Berger-Colella)
/// Both sides record weight * flux while they advance; the fine sums go to the owner of the coarse
/// cell; corrections are applied axis by axis, lower side before upper, so that the result does
/// not depend on boxes or ranks. Averages and fluxes travel in one message per neighbour.
template <int D>
class SyncPlan {
 public:
  /// Not collective. Cost: O(local boxes of both levels * log).
  /// \pre boxes of the fine level are aligned to the ratio
  SyncPlan(const comm::Communicator& communicator, storage::Pool& pool, const Mesh<D>& mesh,
           const Level<D>& coarse, const Level<D>& fine, int components);

  /// Recorder of a local coarse patch (faces towards the fine level).
  const FluxRecorder<D>& coarse_recorder(std::size_t patch) const {
    return coarse_recorders_[patch];
  }
  /// Recorder of a local fine patch (its faces on the boundary of the fine level).
  const FluxRecorder<D>& fine_recorder(std::size_t patch) const { return fine_recorders_[patch]; }

  /// Sets all recorded sums to zero; at the start of a coarse step.
  void clear();

  /// Averages a fine patch onto coarse cells: called by run(), for every local fine patch and each
  /// coarse patch under it, as average(fine state, values of those coarse cells).
  using Average = void (*)(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio);

  /// Coarse cells of a local patch under a local fine patch.
  struct Covered {
    geometry::Box<D> cells;
    std::size_t fine = 0;
    std::size_t coarse = 0;
  };
  /// By fine patch.
  std::span<const Covered> covered() const { return covered_; }
  /// Their values.
  storage::View<D> values_under(const Covered& covered, const Level<D>& coarse) const;

  /// By local fine patch: true where another rank wants averages or fluxes of it.
  const std::vector<bool>& wanted() const { return wanted_; }

  /// What run() begins with, for when only wanted() patches have made their step. Collective among
  /// neighbours.
  void send(const Level<D>& fine, Average average);

  /// Refluxes uncovered coarse cells and overwrites covered ones with averages. No cell is both.
  ///
  /// Collective among neighbours. \param conserved  shape [components]: true where refluxed
  /// \param is_averaged  what is covered() holds the averages already
  void run(Level<D>& coarse, Level<D>& fine, Average average, std::span<const bool> conserved,
           bool is_averaged = false);

 private:
  /// A strip of a local patch before it has memory.
  struct Draft {
    std::size_t patch = 0;
    FaceStrip<D> strip;
    geometry::Box<D> cells;  ///< coarse cells outside the fine level
  };
  /// What a run of coarse cells of one patch gets.
  struct Correction {
    std::size_t patch = 0;
    FaceStrip<D> strip;        ///< of the coarse side
    storage::View<D> arrived;  ///< sums of the fine side
  };
  struct Builder;

  std::vector<storage::View<D>> make_views(double* data, std::span<const Draft> drafts) const;
  static std::vector<FaceStrip<D>> dealt(std::span<const Draft> drafts,
                                         std::span<const storage::View<D>> totals,
                                         std::span<FluxRecorder<D>> recorders);
  void make_strips(storage::Pool& pool, const std::vector<Draft>& fine,
                   const std::vector<Draft>& coarse);
  void make_restricted(storage::Pool& pool, const Level<D>& fine, const std::vector<bool>& sends);
  void restrict_local(Level<D>& coarse, const Level<D>& fine, Average average) const;
  void reflux(Level<D>& coarse, std::span<const bool> conserved) const;

  const comm::Communicator* communicator_;
  CopyPlan<D> copies_;
  int ratio_;
  int components_;
  std::array<double, static_cast<std::size_t>(D)> faces_per_length_{};  ///< 1 / coarse spacing
  storage::Array<2> strips_;      ///< memory of all strips: recorded sums, then arrived ones
  std::size_t recorded_ = 0;      ///< [doubles] length of the recorded part
  storage::Array<2> restricted_;  ///< memory of restricted patches that other ranks want
  std::vector<FaceStrip<D>> coarse_strips_;
  std::vector<FaceStrip<D>> fine_strips_;
  std::vector<FluxRecorder<D>> coarse_recorders_;
  std::vector<FluxRecorder<D>> fine_recorders_;
  std::vector<storage::View<D>> restricted_views_;  ///< shape [local fine patches]; empty: not sent
  std::vector<Covered> covered_;
  std::vector<bool> wanted_;
  std::vector<storage::View<D>> fine_totals_;
  std::vector<storage::View<D>> arrived_;
  std::vector<Correction> corrections_;  ///< by axis, lower before upper
};

}  // namespace evenkeel::hierarchy
