// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Unsplit second-order finite-volume update of a group of patches, row by row.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/group_rows.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/schemes/slope.hpp"

namespace evenkeel::solver {

/// Ghost cells that one stage of Muscl reads.
inline constexpr int kMusclGhosts = 2;
/// Of a slab of Muscl in 3-D: .9 MB of temporaries of a gas, which pay for the four rows around it
/// that are computed again.
inline constexpr std::int32_t kSlabCells = 48 * 64;
inline constexpr std::int32_t kFewestSlabRows = 8;

/// How cell values become face values.
struct Reconstruction {
  double beta = 2.0;            ///< \see limited_slope
  bool characteristic = false;  ///< limit the waves of a Flow that has some, not its values
  bool predict =
      true;  ///< advance face values by half a step (Hancock); off for Runge-Kutta stages
  double record = 1.0;  ///< share of this stage in the effective flux (algorithms 6.8)
};

/// What speeds<Axis>() of a Flow are given for a face. \see Muscl
template <std::size_t Axis, class Flow, class Values>
auto guess_speeds(const Flow& flow, const Values& left, const Values& right, const Site& face) {
  if constexpr (requires { flow.template guess<Axis>(left, right); }) {
    return flow.template guess<Axis>(left, right);
  } else {
    return face;
  }
}

/// Advances patches that make up a box by dt of the conservation law \p Flow:
///
///   1  primitive values of each plane along the last axis, once, in a ring of three
///   2  per row: limited slopes along all axes, half a step of all axes together, face values;
///      first order in a cell where one of them would not be positive   (van Leer 1984,
///      MUSCL-Hancock)
///   3  fluxes of the row's faces; the state is updated when both faces of an axis are known, of
///      two axes at once where only a row lies between, always in the order of the axes
///
/// Temporaries are rows of the box's length and, for the last axis, planes: they stay in cache,
/// since a box with large planes is advanced in slabs, one after the other along axis 1. The rows
/// that a slab changes and the next one reads as ghosts are kept as they were.
/// Patches are joined because rows of 16 cells and their ghosts do not fill registers.
/// All cells of a row go through the same vector instructions, the padding included.
///
/// A Flow has, for T = Lanes and a Site:
///   kValues, kPositive                    number of values; those that must stay positive
///   primitives(u), rate(w, 1/h, site)     \see Euler
///   half_step(w, rises, scale, site)      change over half a step; rises are half slopes
///   reciprocal(w), optional               a quotient, found once beside primitives(u) and kept
///                                         for rate(w, q, 1/h) and half_step(w, q, rises, scale)
///   guess<Axis>(left, right), optional    what speeds take long to wait for
///   speeds<Axis>(left, right, guess)      of signals at the lower face of each cell; of a Flow
///                                         without a guess, speeds<Axis>(left, right, site)
///   flux<Axis>(left, right, speeds, strong)  through that face
///   enter_row(row), optional              cells lie in that row from now on
///   kSensor                               primitive value whose strong jumps are marked, or -1
///   is_strong(lesser, greater)            what a strong jump of it is
///   waves(w), optional                    \see Euler::Waves
template <int D, class Flow>
class Muscl {
 public:
  /// Doubles that run() takes from scratch, for patches that make up \p box.
  ///
  /// \param ratio  StageStep::ratio
  static std::size_t scratch_doubles(const geometry::Box<D>& box, int ratio = 2);

  /// \param steps    \see Application::advance_group
  /// \param rates    shape [steps], set to the largest rate of each box before the update, to 0
  ///                 unless it is stage 0
  Muscl(const Flow& flow, std::span<const StageStep<D>> steps, std::span<double> rates,
        const Reconstruction& how, double* scratch);

  /// \returns true when all new values are finite numbers
  bool run();

 private:
  static constexpr std::size_t kValues = Flow::kValues;
  static constexpr bool kMarks = Flow::kSensor >= 0;
  static constexpr std::size_t kFaceValues = kValues + (kMarks ? 1 : 0);
  static constexpr bool kDivides =
      requires(const typename Flow::template Values<Lanes>& w) { Flow::reciprocal(w); };
  static constexpr auto kRow = static_cast<std::int64_t>(kValues);  ///< rows a set of values takes
  static constexpr auto kFaceRow = static_cast<std::int64_t>(kFaceValues);
  static constexpr std::int64_t kPrimitiveRow = kRow + (kDivides ? 1 : 0);
  static constexpr std::size_t kLast = static_cast<std::size_t>(D) - 1;
  static constexpr int kAround = D == 3 ? kMusclGhosts : 0;  ///< rows of ghosts in a plane
  using Values = typename Flow::template Values<Lanes>;
  using Rows = std::array<const double*, D>;  ///< by axis

  /// Cells per padded row: ghosts, and what the last register may run over.
  static std::int64_t pitch_of(const geometry::Box<D>& box) {
    return row_pitch(box.side(0) + 2 * kMusclGhosts + kRowPadding);
  }
  static std::int64_t planes_of(const geometry::Box<D>&) { return D == 1 ? 1 : 3; }
  /// Rows of all slabs of \p box but the last: whole coarser cells, so that those can be averaged.
  static std::int32_t slab_rows(const geometry::Box<D>& box, int ratio);

  double* take(std::int64_t rows, std::int64_t values) {
    double* const rows_at = next_;
    next_ += rows * values * pitch_;
    return rows_at;
  }
  double* primitive_row(int row, int plane) const {
    const std::int64_t slot = D == 1 ? 0 : (plane + 3) % 3;
    const std::int64_t in_plane = D == 3 ? row + kMusclGhosts : 0;
    return primitives_ + (slot * (slab_rows_ + 2 * kAround) + in_plane) * kPrimitiveRow * pitch_;
  }
  /// Primitives of one of the last rows of a slab, the first ghosts of the next.
  double* kept_row(int row, int plane) const {
    return kept_ + ((plane + kAround) * kAround + row) * kPrimitiveRow * pitch_;
  }
  /// Slot of the last axis' face or flux row: a row's new values go where the row before it, one
  /// plane ago, is no longer needed, so one plane and one row suffice.
  std::int64_t last_slot(int row, int plane) const {
    const std::int64_t slots = group_.rows() + 1;
    return ((row - plane) % slots + slots) % slots;
  }
  double* last_upper(int row, int plane) const {
    return last_upper_ + last_slot(D == 3 ? row : 0, plane) * kFaceRow * pitch_;
  }
  double* last_flux(int row, int plane) const {
    return last_flux_ + last_slot(D == 3 ? row : 0, plane) * kRow * pitch_;
  }
  /// Kept until those of axis 1 are known, a row later.
  double* first_flux(int row, int plane) const {
    return first_flux_ + ((D == 3 ? row : plane) & 1) * kRow * pitch_;
  }
  double* middle_upper(int row) const { return middle_upper_ + (row & 1) * kFaceRow * pitch_; }
  double* middle_flux(int row) const { return middle_flux_ + (row & 1) * kRow * pitch_; }

  void advance_slab();
  void convert_plane(int plane);
  void convert_row(int row, int plane);
  void measure_row(int row, int plane);
  Lanes rate_at(const double* primitives, const Site& site) const;
  // Bodies: muscl_walls.hpp.
  bool has_masked(int row, int plane) const;
  geometry::Index<D> cell_at(int cell, int row, int plane) const;
  void find_open(int row, int plane);
  void mirror_neighbours(int row, int plane, Rows& below, Rows& above);
  template <std::size_t Axis>
  void mirror_faces(double* lower, double* upper, int row, int plane) const;
  template <std::size_t Axis>
  void mirror(const double* from, double* to, std::size_t values) const;
  void advance_plane(int plane);
  void advance_row(int row, int plane);
  template <bool kPredicts>
  void find_faces(int row, int plane);
  template <bool kPredicts, bool kWaves>
  void predict_row(int row, int plane);
  std::pair<Rows, Rows> rows_around(int row, int plane);
  static Rows moved(Rows rows, int cells) {
    for (const double*& row : rows) {
      row += cells;
    }
    return rows;
  }
  /// Rows for lower and upper face values, by axis.
  using Faces = std::array<std::array<double*, 2>, D>;
  Faces faces_of(int row, int plane) const;
  /// Values, half slopes and mark of a register of cells.
  struct Cells {
    Values w;
    std::array<Values, D> rise;  ///< \see limited_rise
    Lanes mark = 0.0;
  };
  template <bool kWaves>
  Cells reconstruct(const double* at, const Rows& below, const Rows& above, double beta) const;
  void limit_waves(Cells& cells, const Rows& below, const Rows& above) const;
  Mask whole_cells(const Cells& cells, const Values& change) const;
  Cells first_order_unless(Mask whole, Cells cells, const double* at) const;
  void store_faces(const Cells& cells, const Faces& faces, int i) const;
  template <std::size_t Axis>
  void store_axis(const Cells& cells, const Faces& faces, int i) const;
  Values values_at(const double* from) const { return load_values<Values>(from, pitch_); }
  /// What is kept beside primitive values. \pre kDivides
  Lanes reciprocal_at(const double* primitives) const { return load(primitives + kRow * pitch_); }
  template <std::size_t Axis>
  void flux_row(const double* lower, const double* upper, double* flux, Site site);
  /// Fluxes through the lower and the upper faces of a row of cells, by axis.
  template <std::size_t Axes>
  using Fluxes = std::array<std::array<const double*, 2>, Axes>;
  std::array<const double*, 2> first_fluxes(int row, int plane) const {
    return {first_flux(row, plane), first_flux(row, plane) + 1};
  }
  template <std::size_t First, std::size_t Axes>
  void apply(int row, int plane, const Fluxes<Axes>& fluxes);

  Flow flow_;
  GroupRows<D> group_;
  std::span<double> rates_;
  Reconstruction how_;
  Lanes doubt_ = 0.0;  ///< no number in some lane once a new value is none
  std::int64_t pitch_;
  std::int32_t slab_rows_;
  std::array<double, D> scale_{};  ///< dt / h
  std::array<double, D> inverse_spacing_{};
  double* next_;
  double* kept_ = nullptr;  ///< where there are several slabs
  double* primitives_;
  double* first_lower_;  ///< face values at the lower face of each cell of the present row
  double* first_upper_;
  double* first_flux_;
  double* middle_lower_ = nullptr;  ///< axis 1 in 3-D
  double* middle_upper_ = nullptr;
  double* middle_flux_ = nullptr;
  double* last_lower_ = nullptr;  ///< axis D - 1
  double* last_upper_ = nullptr;
  double* last_flux_ = nullptr;
  double* open_;      ///< 1 where a cell of the present row is not masked, else 0
  double* mirrored_;  ///< rows of neighbours beyond walls, two for each axis
};

}  // namespace evenkeel::solver

#include "evenkeel/solver/schemes/muscl_faces.hpp"
#include "evenkeel/solver/schemes/muscl_rows.hpp"
#include "evenkeel/solver/schemes/muscl_walls.hpp"
