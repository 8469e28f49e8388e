// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Unsplit finite-volume stage of high order for a group of patches, row by row.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/group_rows.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/schemes/slope.hpp"
#include "evenkeel/solver/schemes/weno.hpp"

namespace evenkeel::solver {

/// What a stage does with the fluxes of HighOrder.
struct HighOrderStage {
  bool eno = false;     ///< reconstruct by eno3(), not by weno5()
  double beta = 2.0;    ///< of the slopes used where that gives no gas \see limited_slope
  double keep = 0.0;    ///< share of the values at the start of the step in the result
  double record = 1.0;  ///< share of this stage in the effective flux (algorithms 6.8)
};

/// One Runge-Kutta stage, u <- keep * old + (1 - keep) * (u + dt L(u)), of the conservation law
/// \p Flow on patches that make up a box:
///
///   1  conserved values of each plane along the last axis, ghosts included, in a ring of six
///   2  per face: six cells' values, seen as waves where the Flow has a frame for them,
///      reconstructed on both sides
///   3  on a side where a value that must be positive is not: limited slopes of primitive values,
///      which stay between those of the cells
///   4  fluxes at face centres, of first order where these would leave no gas; formally of second
///      order in several dimensions, of the reconstruction's in one
///   5  a row's new values as soon as the fluxes through its last faces are known, with changes
///      added always in the order of the axes
///
/// All cells go through the same vector instructions, the padding included.
///
/// A Flow is one for Muscl, and may have
///   roots(u, w)          values per cell that make frames \see RoeFrame
///   frame(one, other)    between two cells: see<Axis>(u), wave<Axis, c>(u, seen) of each cell,
///                        values<Axis>(waves)
///   reciprocals(l, r)    one quotient for both sides of a face
///   side(l, r, both)     primitive values of the first side, by values<Axis>() of both and that
///   guess<Axis>(l, r, both), is_gas(u)   \see Muscl; what fluxes must leave
/// Without them conserved values are reconstructed one by one.
template <int D, class Flow>
class HighOrder {
 public:
  /// Doubles that run() takes from scratch, for patches that make up \p box.
  static std::size_t scratch_doubles(const geometry::Box<D>& box);

  /// \param steps  \see Application::advance_group
  /// \param rates  shape [steps], set to the largest rate of each box before the update, to 0
  ///               unless it is stage 0
  HighOrder(const Flow& flow, std::span<const StageStep<D>> steps, std::span<double> rates,
            const HighOrderStage& how, double* scratch);

  void run();

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
  static constexpr int kGhosts = kHighOrderGhosts;
  static constexpr int kAround = 2;            ///< rows and planes around the box that have notes
  static constexpr int kPlanes = 2 * kGhosts;  ///< that the faces of a plane read
  static constexpr int kNotePlanes = 3;        ///< of roots and sensor

  /// Cells per padded row: ghosts, and what the last register may run over.
  static std::int64_t pitch_of(const geometry::Box<D>& box) {
    return row_pitch(box.side(0) + 2 * kGhosts + kRowPadding);
  }
  static std::int64_t rows_of(const geometry::Box<D>& box) { return D == 3 ? box.side(1) : 1; }
  static std::int64_t cell_rows_of(const geometry::Box<D>& box) {
    return D == 1 ? 1 : kPlanes * (rows_of(box) + (D == 3 ? 2 * kGhosts : 0));
  }
  static std::int64_t note_rows_of(const geometry::Box<D>& box) {
    return D == 1 ? 1 : kNotePlanes * (rows_of(box) + (D == 3 ? 2 * kAround : 0));
  }
  static std::int64_t last_slots(const geometry::Box<D>& box) { return rows_of(box) + 1; }
  static std::int64_t face_rows_of(const geometry::Box<D>& box) {
    return 1 + (D == 3 ? 2 : 0) + (D == 1 ? 0 : last_slots(box));
  }

  /// Conserved values of a row; entry 0 is the lowest ghost.
  double* cells(int row, int plane) const {
    const std::int64_t slot = D == 1 ? 0 : (plane + kPlanes) % kPlanes;
    const std::int64_t rows = group_.rows() + (D == 3 ? 2 * kGhosts : 0);
    return cells_ + (slot * rows + (D == 3 ? row + kGhosts : 0)) * kRow * pitch_;
  }
  /// Notes of the same cells.
  double* notes(int row, int plane) const {
    const std::int64_t slot = D == 1 ? 0 : (plane + kNotePlanes) % kNotePlanes;
    const std::int64_t rows = group_.rows() + (D == 3 ? 2 * kAround : 0);
    return notes_ + (slot * rows + (D == 3 ? row + kAround : 0)) * kNotes * pitch_;
  }
  /// Changes of the cells of a row of the present plane.
  double* delta(int row) const { return delta_ + row * kRow * pitch_; }
  /// Fluxes through the lower faces of a row along an axis. Those of the last axis wait for one
  /// plane: a row's go where the row before it, one plane ago, is no longer needed.
  template <std::size_t Axis>
  double* flux(int row, int plane) const {
    std::int64_t slot = 0;
    if constexpr (Axis > 0 && Axis == kLast) {
      const std::int64_t slots = last_slots(group_.box());
      slot = 1 + (D == 3 ? 2 : 0) + ((row - plane) % slots + slots) % slots;
    } else if constexpr (Axis == 1) {
      slot = 1 + (row & 1);
    }
    return flux_ + slot * kRow * pitch_;
  }

  void load_plane(int plane);
  void note_plane(int plane);
  void note_row(int row, int plane);
  void note(const Values& u, double* to, std::int64_t pitch) const;
  void measure_row(int row, int plane);
  void mark_plane(int plane);
  void mark_row(int row, int plane);
  void last_faces(int plane);
  void inner_faces(int plane);
  void finish_row(int row, int plane);

  using Sides = FaceValues<Values>;
  /// A Frame, and what it has Seen of a cell, are nothing where the Flow has none.
  static auto frame_type() {
    if constexpr (kFrames) {
      return std::type_identity<decltype(Flow{}.frame(Values{}, Values{}))>{};
    } else {
      return std::type_identity<NoFrame>{};
    }
  }
  struct NoFrame {
    struct Seen {};
  };
  using Frame = typename decltype(frame_type())::type;
  using Seen = typename Frame::Seen;
  using Speeds = decltype(std::declval<Flow>().template speeds<0>(Values{}, Values{}, Site{}));

  /// What the faces of a row read and write, at the first one.
  struct FaceRow {
    SixCells<const double*> cell;
    const double* below;  ///< notes of the cells on both sides
    const double* above;
    std::int64_t pitch;  ///< of cells and notes
    double* flux;

    FaceRow from(int face) const;
    StoredValues cells(std::size_t k, int face) const { return {cell[k] + face, pitch}; }
  };
  /// Registers of faces that go through each step together: one face's steps wait for each other,
  /// and a processor looks ahead by less than a face.
  static constexpr int kTogether = 8;
  struct Stretch {
    FaceRow at;
    Site site;  ///< of the first face
    int count;  ///< of registers
    std::array<Frame, kTogether> frame;
    std::array<SixCells<Seen>, kTogether> seen;
    std::array<Sides, kTogether> sides;  ///< waves where there are frames, then primitive values
    std::array<Lanes, kTogether> both;   ///< reciprocals() of those, where there are frames
    std::array<Speeds, kTogether> speeds;
  };

  template <std::size_t Axis>
  FaceRow faces(int row, int plane) const;
  template <std::size_t Axis>
  void flux_row(int row, int plane);
  // Bodies: high_order_faces.hpp.
  template <std::size_t Axis>
  void flux_stretch(Stretch& faces) const;
  void find_frames(Stretch& faces) const;
  template <std::size_t Axis>
  void see_cells(Stretch& faces) const;
  template <std::size_t Axis, bool kEno>
  void reconstruct(Stretch& faces) const;
  template <std::size_t Axis, bool kEno, std::size_t kValue>
  void reconstruct_value(Stretch& faces) const;
  template <std::size_t Axis>
  void find_sides(Stretch& faces) const;
  template <std::size_t Axis>
  Sides primitive_sides(Stretch& faces, std::size_t face) const;
  Sides mended(const FaceRow& at, const Sides& w) const;
  template <std::size_t Axis>
  void find_speeds(Stretch& faces) const;
  template <std::size_t Axis>
  void find_fluxes(Stretch& faces) const;
  Mask strong_at(const FaceRow& at, int face) const;
  template <std::size_t Axis>
  void guard_fluxes(Stretch& faces) const;
  template <std::size_t Axis>
  void lower_order(Mask broken, const FaceRow& at, const Site& site) const;
  // Bodies: high_order_walls.hpp.
  Mask open_cells(int row, int plane, int first) const;
  template <std::size_t Axis>
  void mirror_walls(Stretch& faces) const;
  template <std::size_t Axis>
  void wall_flux(const FaceRow& at, const Site& site) const;
  template <std::size_t Axis>
  void mirror_cells(SixCells<Values>& u, const Site& site) const;
  geometry::Index<D> face_cell(const Site& site) const;
  Values values_at(const double* from) const { return load_values<Values>(from, pitch_); }
  template <std::size_t Axis>
  void add_change(double* to, const double* below, const double* above) const;
  template <std::size_t Axis>
  Values change(const double* below, const double* above) const;

  Flow flow_;
  GroupRows<D> group_;
  std::span<double> rates_;
  HighOrderStage how_;
  std::int64_t pitch_;
  std::array<double, D> inverse_spacing_{};
  std::array<double, D> steps_{};  ///< dt / h
  double* cells_;
  double* notes_;
  double* delta_;
  double* flux_;
};

}  // namespace evenkeel::solver

#include "evenkeel/solver/schemes/high_order_faces.hpp"
#include "evenkeel/solver/schemes/high_order_rows.hpp"
#include "evenkeel/solver/schemes/high_order_walls.hpp"
