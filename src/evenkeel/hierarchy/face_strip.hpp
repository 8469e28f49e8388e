// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fluxes through the faces where two levels meet, recorded while patches advance.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/storage/view.hpp"

namespace evenkeel::hierarchy {

/// Faces of one patch whose fluxes the synchronisation of two levels needs.
///
/// Face f along \p axis lies between cells f-1 and f. Values are kept on the coarse cells outside
/// the fine patch, one layer thick along \p axis; \p coarsening is the ratio for the fine side
/// (whose r^(D-1) faces per coarse face are summed) and 1 for the coarse side.
template <int D>
struct FaceStrip {
  int axis = 0;
  bool upper = false;      ///< the fine patch's face at its upper end along \p axis
  geometry::Box<D> faces;  ///< one layer along \p axis, index space of the recording patch
  int coarsening = 1;
  storage::View<D> total;  ///< sum of weight * flux over faces and (sub)steps
};

/// The strips of one patch. The scheme hands in rows of fluxes; most patches have no strip.
template <int D>
class FluxRecorder {
 public:
  FluxRecorder() = default;
  /// \param strips  in ascending axis; outlive this object
  explicit FluxRecorder(std::span<const FaceStrip<D>> strips);
  std::span<const FaceStrip<D>> strips() const { return strips_; }
  bool is_empty() const { return strips_.empty(); }

  /// True when a strip on \p axis needs some of the faces first, first + e_0, ... (count of them).
  bool wants(int axis, const geometry::Index<D>& first, std::int32_t count) const;

  /// Adds weight * flux for a row of faces along axis 0 to every strip it meets.
  ///
  /// Rows of one patch and step must come in the same order whatever the patch: then sums do not
  /// depend on boxes. Cost: O(strips on that axis).
  /// \param flux  shape [components][count]: flux[c] points at the face \p first
  void record(int axis, const geometry::Index<D>& first, std::int32_t count,
              std::span<const double* const> flux, double weight) const;

 private:
  std::span<const FaceStrip<D>> strips_on(int axis) const;

  std::span<const FaceStrip<D>> strips_;
  std::array<std::size_t, static_cast<std::size_t>(D) + 1> start_{};  ///< by axis
};

}  // namespace evenkeel::hierarchy
