// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Elliptic problems on the adaptive hierarchy.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "evenkeel/elliptic/acceleration.hpp"
#include "evenkeel/elliptic/coarse_correction.hpp"
#include "evenkeel/elliptic/deep_smoother.hpp"
#include "evenkeel/elliptic/leaf_correction.hpp"
#include "evenkeel/hierarchy/hierarchy.hpp"

namespace evenkeel::elliptic {

/// When a solve is done.
struct SolveOptions {
  double tolerance = 1e-10;  ///< largest residual, as a part of that of the solution 0
  int max_cycles = 60;       ///< more of them are an error
};

/// What a solve did.
struct SolveReport {
  int cycles = 0;
  double reference = 0.0;             ///< largest residual of the solution 0
  std::vector<double> residuals;      ///< largest residual before the first cycle and after each
  std::vector<std::int64_t> updates;  ///< shape [levels]: cells of this rank, once a cycle
  std::vector<double> seconds;        ///< shape [levels] [s] of computing; coarser grids with 0,
                                      ///< but for those that every rank has whole

  /// Mean factor by which a cycle changed the residual; 0 without cycles.
  double factor() const;
};

/// Solves div(beta grad u) = f on all levels at once: a fast adaptive composite multigrid.
///
/// Cell-centred, 5 or 7 points, beta on faces the harmonic mean of the cells'. A coarse face on the
/// boundary of a finer level has the sum of the fine fluxes, so that what leaves one level enters
/// the other. One cycle, on the correction e and the composite residual r:
///
///     finest level to base:
///       e = 0;  two red-black sweeps;  r of the coarser = mean of (r - A e), faces matched
///     base to coarser and coarser grids:  P^T (r - A e), the operators P^T A P  (black_box.hpp)
///     coarsest: conjugate gradients, on every rank
///     coarsest to finest:  e += what lies between the coarser e;  two sweeps
///                                    (McCormick 1989; Martin and Cartwright 1996; algorithms 7.6)
///
/// Where a cycle leaves more than a tenth of the residual, the corrections of the next ones are
/// combined: see Acceleration. Where one but the first leaves more than a quarter, or the first one
/// more than there was, islands of cells that are joined well have shapes that no regular coarser
/// grid has: from then on leaf cells of all levels are corrected at once, as long as every rank can
/// have them whole: see LeafCorrection. Measured factors by which a cycle changes the residual, in
/// 2-D and 3-D, on one level and on several: at most 0.07 with even coefficients, at most 0.2 where
/// they jump by up to 10^4 at balls, layers and blocks of 1 to 8 base cells a side or where cells
/// draw them each for itself: 12 cycles to 1e-10, also where the first ones raise the largest
/// residual up to 10^3 times, which f = 1 with u = 0 at walls makes small at first. Balls and
/// blocks of 10^6 and layers of 10^8 take no more. What has more than 2^18 leaves may give up where
/// cells draw coefficients. The bounds are those of multigrid_mpitest.cpp.
///
/// Whatever the boxes and ranks, the solution has the same bits: half sweeps read values of the
/// other colour only, norms are maxima, sums are of integers, and the coarsest grid is each rank's
/// own. Plans are made once; cycles that need no acceleration allocate nothing.
template <int D>
class Multigrid {
 public:
  /// Component 0 of cells of one local patch.
  using Field = std::function<storage::View<D>(int level, std::size_t patch)>;

  /// Collective. \p hierarchy outlives this object; the coefficient is 1, sources are 0. A flux
  /// that \p walls give is a source more in the cells beside them.
  /// \throws InputError unless the refinement ratio is 2
  Multigrid(const hierarchy::Hierarchy<D>& hierarchy, const Walls<D>& walls);

  /// True while \p hierarchy has the boxes and owners this was made for. Not collective.
  bool fits(const hierarchy::Hierarchy<D>& hierarchy) const;

  /// How many levels, from the base on, \p hierarchy has as this was made for them. Not collective.
  int fitting(const hierarchy::Hierarchy<D>& hierarchy) const;

  /// Gives up levels from \p first on; then only follow() may be called. Not collective.
  /// \pre first > 0
  void drop_levels(int first);

  /// Makes levels anew from the first on that does not fit; what lies below the base stays as long
  /// as the coefficient is 1. As if this had just been made. Collective. \pre the base fits
  void follow(const hierarchy::Hierarchy<D>& hierarchy);

  /// Sets beta, one value a cell of every level. Collective.
  /// \throws InputError where it is not positive, naming level, box and cell, on all ranks
  void set_coefficients(const Field& beta);

  /// Sets f, one value a cell of every level; where a finer level lies it is not looked at.
  /// Collective.
  /// \throws InputError if no wall has a value and f does not add up to what passes the walls
  void set_sources(const Field& source);

  /// Improves \p solution, which is also the first guess, until its residual is small. Collective.
  /// Where finer levels lie, coarse values become the means of the fine ones.
  /// \throws InstabilityError when the residual does not fall, naming level, box and cell
  SolveReport solve(const SolveOptions& options, const Field& solution);

  /// Largest residual of \p solution; see rest(). Collective.
  double residual(const Field& solution);

  /// f - div(beta grad u) on a local patch, as residual() or solve() left it. Not collective.
  storage::View<D> rest(int level, std::size_t patch) const {
    return grid(level).rhs.state_views()[patch];
  }

  /// Takes the fluxes beta du/dx of \p solution through the faces of all cells: lower(level, patch)
  /// and upper(level, patch) have a component an axis. On coarse faces beside a finer level they
  /// are the means of the fine ones, for the cells on both sides. Collective.
  void fluxes(const Field& solution, const Field& lower, const Field& upper);

  /// The same, axis by axis, less memory: calls take(axis) when rest(level, patch) holds the fluxes
  /// through upper faces of that axis less those through lower ones. Collective.
  void flux_differences(const Field& solution, const std::function<void(int axis)>& take);

 private:
  class Halves;
  /// The largest residual of a rank.
  struct Worst {
    double value = 0.0;
    int level = 0;
    geometry::Box<D> box{};
    geometry::Index<D> cell{};
  };

  int levels() const { return static_cast<int>(grids_.size()); }
  Grid<D>& grid(int level) const { return *grids_[static_cast<std::size_t>(level)]; }
  /// Calls fn(level, patch) for all local patches.
  template <class Fn>
  void for_each_patch(const Fn& fn) const;

  /// Where computing on a level is charged.
  double& seconds_of(int level) {
    return level == 0 && coarse_.smooths_base() ? nobodys_
                                                : seconds_[static_cast<std::size_t>(level)];
  }

  void make_registers();
  void add_wall_fluxes();
  void check_balance();
  void set_uniform_coefficients();
  void check_coefficients(const Field& beta) const;
  double base_sum() const;

  void load(const Field& field);
  void average_down();
  void fill_solution();
  void composite_residual();
  /// Fluxes of a level towards the coarser or the finer one, through one side of faces or all.
  void record(int level, bool to_coarser, const std::optional<Side>& side = {});
  void match_fluxes(int level, const Side& side, const Field& coarse_fluxes, int component,
                    double sign = 1.0);
  void share_matched(int level, const Side& side, const Field& from, const Field& to);

  Worst worst() const;
  bool is_at_rounding(const Field& solution, double size);
  [[noreturn]] void give_up(const SolveReport& report) const;

  double improve(const Field& solution, double before);
  double accelerate(const Field& solution, const Acceleration::Bounds& bounds);
  void follow_coefficients();
  void add_to(const Field& solution);
  void pack(hierarchy::Level<D> Grid<D>::* what, Cells& cells) const;
  void unpack(const Cells& cells, hierarchy::Level<D> Grid<D>::* what);
  void cycle();
  void smooth(int level, int first_colour, bool fills_ghosts);
  void half_sweep(int level, int colour, bool fills_ghosts);
  void go_down(int level, const hierarchy::Level<D>& rest);
  void restrict_rest(int level);
  void go_up(int level);
  void correct_base();
  void renew_coarse();
  void smooth_base_down();
  void smooth_base_up();

  const comm::Communicator* communicator_;
  Frame<D> frame_;
  CoarseCorrection<D> coarse_;
  bool coarse_is_old_ = true;                            ///< has not seen the coefficients of today
  bool is_uniform_ = true;                               ///< the coefficient is 1
  std::vector<std::unique_ptr<Grid<D>>> grids_;          ///< by level
  std::optional<DeepSmoother<D>> deep_;                  ///< of the base, where that pays
  std::vector<std::vector<storage::Array<D>>> sources_;  ///< [levels][local patches]
  std::optional<Acceleration> acceleration_;
  bool is_slow_ = false;  ///< cycles alone are: since then they are accelerated
  bool is_hard_ = false;  ///< accelerated ones are too: since then leaves are corrected at once
  std::optional<LeafCorrection<D>> leaves_;
  Cells residual_before_;
  Cells residual_after_;
  Cells correction_;
  Cells cycle_correction_;
  std::vector<double> seconds_;  ///< shape [levels]: see SolveReport
  double nobodys_ = 0.0;         ///< [s] on a base that every rank has whole
  SolveReport report_;
};

template <int D>
template <class Fn>
void Multigrid<D>::for_each_patch(const Fn& fn) const {
  for (int level = 0; level < levels(); ++level) {
    for (std::size_t p = 0; p < grid(level).patches(); ++p) {
      fn(level, p);
    }
  }
}

/// Makes \p multigrid for \p hierarchy, of the one it may hold what still fits. Collective. The
/// coefficient is 1, sources are 0. \throws InputError as Multigrid
template <int D>
void fit(std::optional<Multigrid<D>>& multigrid, const hierarchy::Hierarchy<D>& hierarchy,
         const Walls<D>& walls) {
  if (multigrid && multigrid->fitting(hierarchy) > 0) {
    multigrid->follow(hierarchy);
  } else {
    multigrid.reset();
    multigrid.emplace(hierarchy, walls);
  }
}

/// Has \p multigrid hold no memory for levels from \p first on. Not collective.
template <int D>
void drop_levels(std::optional<Multigrid<D>>& multigrid, int first) {
  if (first == 0) {
    multigrid.reset();
  } else if (multigrid) {
    multigrid->drop_levels(first);
  }
}

}  // namespace evenkeel::elliptic
