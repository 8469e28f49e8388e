// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Berger-Oliger time stepping over the hierarchy.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "evenkeel/comm/reduction.hpp"
#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/hierarchy/regrid.hpp"
#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/flag_regions.hpp"
#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/solver/snapshot.hpp"

namespace evenkeel::solver {

/// What a hierarchy must carry for \p application.
template <int D>
hierarchy::StateShape state_shape(const Application<D>& application);

/// What the case file says about time and refinement.
template <int D>
struct IntegratorOptions {
  double cfl = 0.4;
  double growth = 1.1;      ///< dt grows by at most this factor from one coarse step to the next
  double fixed_dt = 0.0;    ///< [time] > 0: coarse step of this size, no control
  bool subcycle = true;     ///< false: all levels take the finest level's step
  int regrid_interval = 4;  ///< steps of each level between its regrids; 0: never
  int max_retries = 10;     ///< halvings of a violated coarse step before it is an error
  hierarchy::RegridOptions regrid;
  FlagRule flags;
  std::vector<FlagRegion<D>> regions;  ///< decide after the rule
  Boundaries<D> boundaries{};
  double speed = 1.0;  ///< part of its speed that this rank is made to compute at, \see Brake
};

/// Where the simulation is.
struct Clock {
  std::int64_t step = 0;  ///< coarse steps done
  double time = 0.0;
  double dt = 0.0;  ///< of the last coarse step
};

/// What one coarse step did on this rank.
struct StepReport {
  std::int64_t cell_updates = 0;  ///< every cell of every level, each time it advances
  double compute_seconds = 0.0;   ///< [s] wall time inside kernels
  double install_seconds = 0.0;   ///< [s] building levels for their boxes and owners, and moving
                                  ///< what they hold, since the last report; waits included
  int retries = 0;
  std::vector<std::int64_t> level_updates;  ///< shape [levels]
  std::vector<double> level_work;     ///< shape [levels] updates, and source terms in units of them
  std::vector<double> level_seconds;  ///< shape [levels] [s]
};

/// Drives a kernel over a hierarchy: ghosts, stages, recursion, refluxing, time step, regrids.
///
/// A kernel's coupling works on all levels first, where it is its turn. Then, subcycled:
/// advance(l): regrid l+1.. if due; fill ghosts; advance patches; r times advance(l + 1); reflux
/// and restrict. (Berger and Oliger 1984; Li 2005, T2.1 with the recursive call made r times)
template <int D>
class Integrator {
 public:
  /// Gives the layouts of levels from, from + 1, ... for new clustered boxes (index [0] is level
  /// from). The runtime decides there who owns what. Called on every rank alike. With from == 0 the
  /// boxes of level 0 are the domain and a repartition may be decided.
  using Place = std::function<std::vector<hierarchy::LevelLayout<D>>(
      int from, const std::vector<geometry::BoxList<D>>& boxes)>;

  Integrator(hierarchy::Hierarchy<D>& hierarchy, const Application<D>& application,
             const IntegratorOptions<D>& options, Place place);

  /// Builds the initial hierarchy: base level, then level by level flagged on the initial
  /// condition. Collective.
  ///
  /// \param goes_on  asked on every rank alike before a level is made; false: no more is done
  /// \returns whether it was always true
  bool initialise(const std::function<bool(int level)>& goes_on = {});

  /// Rebuilds the levels where the next step() would do so first, for who wants to look at them
  /// before it. Collective.
  void prepare();

  /// One coarse step, retried with half the step when it violates the CFL limit or gives values
  /// that are not numbers. Collective.
  ///
  /// \param end           [time] the step ends there at the latest; infinity: nowhere
  /// \param while_judged  called on every rank alike, as often as the step is taken, while the
  ///                      ranks tell each other whether it stands: what else they begin to tell
  ///                      each other then has hardly to be waited for. Not of kernels without
  ///                      stages.
  /// \throws InstabilityError after max_retries, naming level, box and cell
  /// \throws InputError where nothing moves and there is no end
  StepReport step(double end, const std::function<void()>& while_judged = {});

  /// Rebuilds all levels from flags of the present values, base included: the layout callback is
  /// called with from == 0. Collective. step() does it by itself when due.
  void regrid();

  /// Takes the memory that the next step would take first where patches are new. A rank that has
  /// been relieved of much returns what that leaves idle: those that have it now may share a
  /// machine with it. Not collective.
  void make_room();

  /// Fills the ghosts of all levels with values of the present time. Collective.
  void fill_ghosts();

  const Clock& clock() const { return clock_; }

  /// Continues a run whose values have been installed from a checkpoint. Not collective.
  void restore(const Clock& clock, const std::vector<std::int64_t>& level_steps, double next_dt);

  /// Steps done by each level; with next_dt(), what restore() wants.
  const std::vector<std::int64_t>& level_steps() const { return level_steps_; }
  double next_dt() const { return next_dt_; }

  /// Cells of the coarser level that regrids leave around a level, and those that are read there.
  int nesting() const { return options_.regrid.nesting; }
  int least_nesting() const;

 private:
  /// What the levels of one coarse step did, before it is known whether it stands.
  struct Attempt {
    StepReport report;
    double rate = 0.0;  ///< [1/time] largest signal rate, scaled to the coarse step
    Violation<D> worst{};
  };

  /// What was done before a step.
  struct Prepared {
    bool regridded = false;
    bool grew = false;  ///< there are finer levels than before
  };

  StepReport couple(bool regridded);
  void advance(int level, const LevelInterval& interval, bool just_regridded, Attempt& attempt);
  void add(int level, const LevelResult<D>& result, Attempt& attempt) const;
  void count(int level, std::int64_t updates, double seconds, StepReport& report) const;
  Attempt attempt_step(double& dt, bool just_regridded, const StepReport& before);
  void begin_judging(const Attempt& attempt);
  bool stands(Attempt& attempt);
  [[noreturn]] void give_up(const Violation<D>& mine, double dt) const;
  std::string advice(const Violation<D>& worst, double dt, double rate) const;

  bool regrid_due(int level, int later = 0) const;
  /// What becomes of the values of new patches.
  enum class Values { kBrought, kUnset };
  void rebuild(int base, const Moment& now, double dt, Values values = Values::kBrought);
  std::vector<hierarchy::Flags> flags(int level, const Moment& now, double dt);
  std::vector<hierarchy::Flags> indicated(int level, const Moment& now);
  void decide_regardless(int level, double time, std::vector<hierarchy::Flags>& all);
  void install(int from, const std::vector<geometry::BoxList<D>>& boxes, double time,
               Values values);
  void set_initial_values();
  void synchronise(int coarse, double time);

  int repeats() const { return options_.subcycle ? hierarchy_->mesh().ratio : 1; }
  /// Steps of \p level in one coarse step.
  int substeps(int level) const;
  double largest_rate() const;
  double first_dt() const;

  hierarchy::Hierarchy<D>* hierarchy_;
  const Application<D>* application_;
  IntegratorOptions<D> options_;
  Place place_;
  std::shared_ptr<Coupling<D>> coupling_;  ///< null: none
  Clock clock_;
  std::vector<std::int64_t> level_steps_;  ///< shape [max_levels]
  double next_dt_ = 0.0;                   ///< [time] of the coarse step; 0: not known
  std::optional<Prepared> prepared_;       ///< the next step
  double install_seconds_ = 0.0;           ///< not reported yet [s]
  LevelStepper<D> stepper_;
  Snapshot<D> snapshot_;
  std::size_t most_bytes_ = 0;          ///< of all patches, since the last were returned [byte]
  comm::Reduction<double> judging_;     ///< the one of a coarse step
  std::function<void()> while_judged_;  ///< \see step
  std::array<bool, kMaxComponents> conserved_{};
};

}  // namespace evenkeel::solver
