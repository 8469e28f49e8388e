// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Unsplit finite-volume stage of high order for one patch, row by row.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/schemes/slope.hpp"
#include "evenkeel/solver/schemes/weno.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::solver {

/// What a stage does with the fluxes of HighOrder.
struct HighOrderStage {
  bool eno = false;     ///< reconstruct by eno3(), not by weno5()
  double beta = 2.0;    ///< of the slopes used where that gives no gas \see limited_slope
  double keep = 0.0;    ///< share of the values at the start of the step in the result
  double record = 1.0;  ///< share of this stage in the effective flux (algorithms 6.8)
};

/// One Runge-Kutta stage, u <- keep * old + (1 - keep) * (u + dt L(u)), of the conservation law
/// \p Flow on the box of one patch:
///
///   1  per face: six cells' conserved values, seen as waves where the Flow has a frame for them,
///      reconstructed on both sides
///   2  on a side where a value that must be positive is not: limited slopes of primitive values,
///      which stay between those of the cells
///   3  fluxes at face centres, of first order where these would leave no gas; with them the change
///   of the cells on both sides, always in the
///      same order; formally of second order in several dimensions, of the reconstruction's in one
///   4  a plane's new values are written when no face needs its old ones any more: changes wait in
///      a ring of four planes
///
/// All cells go through the same vector instructions, the last ones of a row with idle lanes.
///
/// A Flow is one for Muscl, and may have
///   roots(u, w)          values per cell that make frames \see RoeFrame
///   frame(one, other)    amplitudes<Axis>(u), values<Axis>(waves) between two cells
///   is_gas(u)            what fluxes must leave
/// Without them conserved values are reconstructed one by one.
template <int D, class Flow>
class HighOrder {
 public:
  /// Doubles that run() takes from scratch, for a box of these sides.
  static std::size_t scratch_doubles(const geometry::Box<D>& box);

  HighOrder(const Flow& flow, const StageStep<D>& step, const HighOrderStage& how, double* scratch);

  /// \returns largest rate of the box before the update, 0 unless stage 0
  double run();

 private:
  static constexpr std::size_t kValues = Flow::kValues;
  static constexpr std::size_t kLast = static_cast<std::size_t>(D) - 1;
  static constexpr bool kMarks = Flow::kSensor >= 0;
  using Values = typename Flow::template Values<Lanes>;
  static constexpr bool kFrames = requires(const Flow& flow, const Values& u) { flow.roots(u, u); };

  /// Rows of one cell row that wait: roots, the sensor, and the mark of strong jumps.
  static constexpr std::int64_t kRoots = kFrames ? static_cast<std::int64_t>(kValues) : 0;
  static constexpr std::int64_t kNotes = kRoots + (kMarks ? 2 : 0);
  static constexpr auto kRow = static_cast<std::int64_t>(kValues);
  static constexpr int kAround = 2;       ///< cells around the box that have notes
  static constexpr int kNotePlanes = 3;   ///< of roots and sensor
  static constexpr int kDeltaPlanes = 4;  ///< faces read three planes back

  static std::int64_t pitch_of(const geometry::Box<D>& box) {
    constexpr std::int32_t kOver = 2 * kAround + kRowPadding;
    return (box.side(0) + kOver + kRowPadding - 1) / kRowPadding * kRowPadding;
  }
  static std::int64_t face_rows_of(const geometry::Box<D>& box) {
    return 1 + (D == 3 ? 2 : 0) + (D == 1 ? 0 : last_slots(box));
  }
  static std::int64_t last_slots(const geometry::Box<D>& box) {
    return (D == 3 ? box.side(1) : 1) + 1;
  }
  static std::int64_t note_rows_of(const geometry::Box<D>& box) {
    return (D == 1 ? 1 : kNotePlanes) * (D == 3 ? box.side(1) + 2 * kAround : 1);
  }
  static std::int64_t delta_rows_of(const geometry::Box<D>& box) {
    return (D == 1 ? 1 : kDeltaPlanes) * (D == 3 ? box.side(1) : 1);
  }

  /// Notes of a row; entry 0 is the cell kAround below the box.
  double* notes(int row, int plane) const {
    const std::int64_t slot = D == 1 ? 0 : (plane + kNotePlanes) % kNotePlanes;
    const std::int64_t rows = D == 3 ? side_[1] + 2 * kAround : 1;
    return notes_ + (slot * rows + (D == 3 ? row + kAround : 0)) * kNotes * pitch_;
  }
  /// Changes of the cells of a row of the box.
  double* delta(int row, int plane) const {
    const std::int64_t slot = D == 1 ? 0 : plane % kDeltaPlanes;
    return delta_ + (slot * side_[1] + row) * kRow * pitch_;
  }
  /// Fluxes through the lower faces of a row along an axis. Those of the last axis wait for one
  /// plane: a row's go where the row before it, one plane ago, is no longer needed.
  template <std::size_t Axis>
  double* flux(int row, int plane) const {
    std::int64_t slot = 0;
    if constexpr (Axis > 0 && Axis == kLast) {
      const std::int64_t slots = last_slots(step_.box);
      slot = 1 + (D == 3 ? 2 : 0) + (((D == 3 ? row : 0) - plane) % slots + slots) % slots;
    } else if constexpr (Axis == 1) {
      slot = 1 + (row & 1);
    }
    return flux_ + slot * kRow * pitch_;
  }
  geometry::Index<D> cell_at(int row, int plane) const {
    geometry::Index<D> cell = step_.box.lo;
    if constexpr (D == 2) {
      cell[1] += plane;
    } else if constexpr (D == 3) {
      cell[1] += row;
      cell[2] += plane;
    }
    return cell;
  }
  static std::array<int, 2> site_row(int row, int plane) {
    return D == 2 ? std::array{plane, 0} : std::array{row, plane};
  }
  bool is_inside(int row, int plane) const {
    return row >= 0 && row < side_[1] && plane >= 0 && plane < side_[2];
  }

  void note_plane(int plane);
  void note_row(int row, int plane);
  void measure_row(int row, int plane);
  void mark_plane(int plane);
  void mark_row(int row, int plane);
  void last_faces(int plane);
  void inner_faces(int plane);
  void finish_plane(int plane);
  void finish_row(int row, int plane);

  using Cells = SixCells<Values>;
  using Sides = FaceValues<Values>;
  template <std::size_t Axis>
  void flux_row(int row, int plane);
  Cells load_cells(const double* face, std::int64_t stride, int count) const;
  template <std::size_t Axis, bool kBesideWall>
  Values face_flux(const Cells& u, const double* below, const double* above,
                   const Site& site) const;
  // Bodies: high_order_walls.hpp.
  bool has_masked(int row, int plane) const;
  Mask open_cells(int row, int plane, int first) const;
  template <std::size_t Axis>
  Values wall_flux(Cells u, const double* below, const double* above, const Site& site) const;
  template <std::size_t Axis>
  void mirror_cells(Cells& u, const Site& site) const;
  auto frame_at(const double* below, const double* above) const;
  template <std::size_t Axis, class Frame>
  Sides reconstruct_waves(const Cells& u, const Frame& frame) const;
  template <std::size_t Axis, class Frame>
  Values guarded(const Cells& u, const Frame& frame, const Values& flux, const Site& site) const;
  Sides admissible(const Cells& u, const Sides& sides) const;
  Sides reconstruct_each(const Cells& u) const;
  Sides mended(const Cells& u, const Sides& w) const;
  template <std::size_t Axis>
  void record(const double* flux, int count, const Site& site) const;
  template <std::size_t Axis>
  void change(int row, int plane, const double* below, const double* above) const;

  Flow flow_;
  StageStep<D> step_;
  HighOrderStage how_;
  std::int64_t pitch_;
  std::array<int, 3> side_{1, 1, 1};  ///< cells per row, rows per plane, planes
  std::array<double, D> inverse_spacing_{};
  std::array<double, D> steps_{};  ///< dt / h
  double largest_rate_ = 0.0;
  double* notes_;
  double* delta_;
  double* flux_;
};

}  // namespace evenkeel::solver

#include "evenkeel/solver/schemes/high_order_rows.hpp"
#include "evenkeel/solver/schemes/high_order_walls.hpp"
