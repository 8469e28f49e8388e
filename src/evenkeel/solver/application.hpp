// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a kernel gives the integrator: one virtual call per patch and stage, none per cell.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/hierarchy/face_strip.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/solver/coupling.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::solver {

/// Most components a kernel may have.
inline constexpr std::size_t kMaxComponents = 32;

/// One value per cell.
struct Component {
  std::string name;         ///< without blanks; as plot files show it
  bool conserved = true;    ///< its sum changes by boundary fluxes alone; refluxed between levels
  bool has_source = false;  ///< and by source terms
  bool is_carried = true;   ///< by regrids that a coupling follows; false: that one sets it anew on
                            ///< all levels, whatever it was, and finer levels do not change what
                            ///< coarser ones have of it. Such components come last
};

/// How fine values come from coarse ones, and coarse from fine.
enum class Transfer {
  kCellAverage,    ///< limited conservative linear; restriction by averaging
  kSmoothAverage,  ///< conservative of fifth order where smooth; restriction by averaging
  kPointValue,     ///< tensor-product quintic; restriction by interpolation to the coarse centre
};

/// What lies beyond one face of the domain.
enum class BoundaryKind { kPeriodic, kOutflow, kReflect, kInflow, kOutgoing };

template <int D>
using Boundaries = std::array<std::array<BoundaryKind, 2>, static_cast<std::size_t>(D)>;

/// How cells are chosen for refinement (algorithms 6.3).
struct FlagRule {
  enum class Kind { kJump, kGradient, kLoehner, kRichardson, kValue };
  Kind kind = Kind::kJump;
  int component = 0;              ///< the value looked at; beyond the components: derived()
  std::vector<double> threshold;  ///< by level; the last one holds for deeper levels
  int components = 1;             ///< looked at from that one on; one that asks is enough
  std::optional<double> keep{};   ///< share of the threshold above which refined cells stay so;
                                  ///< 1/4 for Loehner's, 1 for others if not set
};

/// How a component behaves where waves leave the domain: u_n = -u_t / speed along the outward
/// normal, with u_t another component. Without one it is extrapolated linearly.
struct Outgoing {
  int rate = -1;       ///< the component that is u_t; -1: none
  double speed = 1.0;  ///< [length/time] > 0
};

/// A number watched over a run: the integral over the domain of a density.
struct Monitor {
  std::string name;
  bool is_conserved = false;  ///< its change is of interest; else the root of its mean
};

/// Where the cells of a level lie in space.
template <int D>
struct Place {
  int level = 0;
  hierarchy::Point<D> origin{};   ///< lower corner of cell (0, ..., 0) [length]
  hierarchy::Point<D> spacing{};  ///< cell sizes [length]

  hierarchy::Point<D> center(const geometry::Index<D>& cell) const {
    hierarchy::Point<D> x{};
    for (std::size_t d = 0; d < D; ++d) {
      x[d] = origin[d] + (static_cast<double>(cell[d]) + 0.5) * spacing[d];
    }
    return x;
  }
};

/// Where a case has a kernel run.
template <int D>
struct Scene {
  hierarchy::Mesh<D> mesh;
  Boundaries<D> boundaries{};
  bool has_own_domain = true;  ///< its corners are those the kernel has by default
};

/// A body in the domain without cells of its own: a box whose faces lie on faces of base cells.
///
/// Its cells are masked: they keep one state, are not flagged, not summed and not measured. Its
/// faces are walls.
template <int D>
struct Solid {
  hierarchy::Point<D> lower{};  ///< [length]
  hierarchy::Point<D> upper{};  ///< [length]
  /// Keys of the case that say where its faces lie, by axis and side; none: empty.
  std::array<std::array<std::string_view, 2>, D> keys{};
};

/// Costs are kept by tiles of this side, in the index space of each level: no larger than the least
/// usual grid unit, or cells that burn would be smeared over several. [cells]
inline constexpr std::int32_t kCostTile = 4;

/// Source terms of a part of one patch, over a part of a step.
template <int D>
struct SourceStep {
  storage::View<D> state;  ///< in and out
  geometry::Box<D> box;    ///< cells to be changed
  Place<D> place;
  double time = 0.0;         ///< [time] at the start of dt
  double dt = 0.0;           ///< [time]
  storage::View<D> costs{};  ///< by tile of kCostTile cells a side: to be increased by what that
                             ///< cost there [plain cell updates]; empty: not asked
};

/// One stage of one step of one patch.
template <int D>
struct StageStep {
  storage::View<D> state;  ///< in: values of this stage with ghosts filled; out: box advanced
  storage::View<D> old;    ///< values at the start of the step on box; empty unless keeps_old()
  storage::View<D> saved;  ///< to be set to the values of box before they change; empty: not asked
  bool rereads_saved = false;  ///< those are read soon, by a finer level
  storage::View<D> rate;       ///< on box, asked for in every stage; empty: not. \see time_order()
  std::span<const storage::View<D>> registers;  ///< on box; as many as registers()
  /// Coarser cells that lie under cells of box, whole: to be set to averages of their new values,
  /// \see averages(). Empty: not asked.
  std::span<const storage::View<D>> under{};
  int ratio = 2;         ///< of cells of box to those, along each axis
  geometry::Box<D> box;  ///< valid cells, all or a part of them: \see hierarchy::PatchParts
  Place<D> place;
  double time = 0.0;  ///< [time] at the start of the step
  double dt = 0.0;    ///< [time] of the whole step
  int stage = 0;
  /// Where fluxes towards coarser and finer neighbours are recorded, with the weight of one stage:
  /// weight = dt * (share of this stage in the effective flux). Null where nobody asks.
  std::array<const hierarchy::FluxRecorder<D>*, 2> recorders{};
  /// Disjoint boxes of masked cells that meet the patch or its ghosts; empty for most patches.
  std::span<const geometry::Box<D>> solids{};
  /// What is done now and then in 3-D, where a patch may take long; null: nothing.
  const std::function<void()>* pause = nullptr;

  /// To be called after every plane, or as often.
  void take_pause() const {
    if (D == 3 && pause != nullptr) {
      (*pause)();
    }
  }
};

/// Memory for temporary rows and planes; grows to what the largest patch needs, then stays.
///
/// One per thread. 64-byte aligned.
class Scratch {
 public:
  /// Uninitialised; valid until the next call.
  double* take(std::size_t doubles);

 private:
  struct Free {
    void operator()(double* block) const;
  };
  std::unique_ptr<double, Free> block_;
  std::size_t doubles_ = 0;
};

/// A kernel with its type hidden.
///
/// Const and stateless between calls; called from one thread. Everything it computes for a cell
/// depends on the values around that cell alone, never on where its patch ends: that keeps results
/// independent of ranks and boxes to the last bit.
template <int D>
class Application {
 public:
  virtual ~Application() = default;

  virtual std::span<const Component> components() const = 0;
  virtual Transfer transfer() const { return Transfer::kCellAverage; }
  virtual int ghosts() const = 0;  ///< cells that one stage reads around a cell
  /// Ghosts are refilled before each. 0: nothing changes from step to step but by make_coupling(),
  /// and a coarse step is of unit time.
  virtual int stages() const { return 1; }
  /// Components whose ghosts a stage reads, from the first on; 0: all.
  virtual int stage_components() const { return 0; }
  /// Axes along which a ghost that a stage reads may lie outside its patch at once: 1 where a cell
  /// reads along axes alone, D where it reads corners.
  virtual int stage_axes() const { return D; }
  virtual double stage_time(int /*stage*/) const { return 0.0; }  ///< in units of dt, in [0, 1]
  /// Values of a stage as a Taylor series around the step's start, exact for linear equations:
  ///   u + a[0] dt u_t + a[1] dt^2 u_tt + a[2] dt^3 u_ttt
  /// Ghosts interpolated in time follow it, so that they are what the stage would have made of
  /// them. The default is u at the stage's time.
  virtual std::array<double, 3> stage_expansion(int stage) const {
    const double c = stage_time(stage);
    return {c, c * c / 2.0, c * c * c / 6.0};
  }
  /// How ghosts follow the coarser level in time: 2 linearly between its old and new values; 3
  /// quadratically, with its rate at the start of the step: the first stage sets StageStep::rate,
  /// where that is asked for, to dt times the rate of change of its values; 4 by the cubic that its
  /// four stages tell of. Then keeps_old(), there are no source terms nor joins_patches(),
  /// interpolation is linear, and each stage_expansion() but the first has a term more than the one
  /// before.
  virtual int time_order() const { return 2; }
  /// Why levels of that ratio do not go with it; empty: they do.
  virtual std::string objection_to(int /*ratio*/) const { return {}; }
  virtual int registers() const { return 0; }       ///< further arrays per patch
  virtual bool keeps_old() const { return false; }  ///< stages read the values at the step's start
  /// True where advance() sets StageStep::saved; else its caller does.
  virtual bool saves() const { return false; }
  /// True where the last stage sets what is StageStep::under to averages of the values that it
  /// finally leaves, while they are in the caches; else its caller does. Not for a kernel that
  /// changes what its scheme has left.
  virtual bool averages() const { return false; }
  virtual double courant_limit() const { return 1.0; }  ///< dt * rate above this is a violation

  /// Sets \p box of \p state to the initial condition (cell averages or point values).
  virtual void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                          const Place<D>& place) const = 0;

  /// Advances one stage of one patch and records fluxes.
  ///
  /// \returns in stage 0, the largest signal rate in box before the step: see rate()
  virtual double advance(const StageStep<D>& step, Scratch& scratch) const = 0;

  /// True where advance_group() reads no ghosts between the patches.
  virtual bool joins_patches() const { return false; }

  /// Advances one stage of patches that make up a box, cut straight through; each gets the values
  /// that advance() would give it.
  ///
  /// \param steps  axis 0 fastest
  /// \param rates  shape [steps], to be set to what advance() returns
  /// \returns true when all new values are known to be finite numbers; else its caller looks
  virtual bool advance_group(std::span<const StageStep<D>> steps, std::span<double> rates,
                             Scratch& scratch) const {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      rates[i] = advance(steps[i], scratch);
    }
    return false;
  }

  /// True where there are source terms. They are split off a step (Strang 1968): half a step of
  /// react() for the patch and its ghosts, all stages of advance(), half a step of react(). The
  /// step of advance() starts after the first half: so do StageStep::old, and ghosts of all stages.
  /// \pre where keeps_old(), the last of the registers() is for those values
  virtual bool has_source() const { return false; }

  /// Integrates the source terms of every cell of the box on its own, never reading another cell.
  ///
  /// What that costs [plain cell updates of this kernel] is counted, not timed: the same on every
  /// machine. It weighs cells when work is dealt out.
  virtual void react(const SourceStep<D>& /*step*/) const {}

  /// Bodies in the domain. advance() and the boundaries know them: \see StageStep::solids
  virtual std::span<const Solid<D>> solids() const { return {}; }

  /// Largest signal rate in \p box: max over cells of sum over axes of (speed / spacing) [1/time].
  /// A step is stable while dt * rate <= courant_limit().
  virtual double rate(const storage::View<D>& state, const geometry::Box<D>& box,
                      const Place<D>& place) const = 0;

  /// Whether rate() is of all that moves, as in waves, so that nothing goes farther than dt * rate
  /// cells in a step. Diffusion has no speed.
  virtual bool bounds_motion() const { return true; }

  /// The kernel's own boundaries; a case file may override them.
  virtual Boundaries<D> boundaries() const = 0;

  /// +1 or -1: sign a component takes when mirrored at a wall normal to \p axis.
  virtual double parity(int /*component*/, int /*axis*/) const { return 1.0; }

  /// Whether kind_at() gives that face other kinds than the declared one somewhere.
  virtual bool mixes_kinds(int /*axis*/, int /*side*/) const { return false; }

  /// What lies at \p x beyond a physical face; lets one face be part wall, part inflow.
  /// Asked where mixes_kinds().
  virtual BoundaryKind kind_at(BoundaryKind declared, int /*axis*/, int /*side*/,
                               const hierarchy::Point<D>& /*x*/, double /*time*/) const {
    return declared;
  }

  /// Values beyond an inflow boundary at \p x. \param values  shape [components], to be set
  virtual void inflow(const hierarchy::Point<D>& /*x*/, double /*time*/,
                      std::span<double> /*values*/) const {}

  /// Whether inflow() and kind_at() say the same at all points from \p a to \p b, which lie on a
  /// line along an axis: they are asked once then. May be false where they do.
  virtual bool alike(const hierarchy::Point<D>& /*a*/, const hierarchy::Point<D>& /*b*/,
                     double /*time*/) const {
    return false;
  }

  /// \see Outgoing
  virtual Outgoing outgoing(int /*component*/) const { return {}; }

  virtual std::span<const Monitor> monitors() const { return {}; }
  /// Densities of the monitors at one cell, from values within ghosts() of it.
  /// \param densities  shape [monitors], to be set
  virtual void measure(const storage::View<D>& /*state*/, const geometry::Index<D>& /*cell*/,
                       const Place<D>& /*place*/, std::span<double> /*densities*/) const {}

  /// False where the values of a cell make no sense (negative density or pressure): interpolation
  /// then falls back to the coarse value. \param values  shape [components]
  virtual bool is_admissible(std::span<const double> /*values*/) const { return true; }

  /// False where every value is admissible: then nobody asks is_admissible().
  virtual bool checks_values() const { return true; }

  /// Sets ok[i] to 0 where is_admissible() is false for cell i of a row. Asks cell by cell; a
  /// kernel overrides it to do a row at once.
  /// \param values  shape [components], each pointing at the row's values; at most kMaxComponents
  virtual void check_row(std::span<const double* const> values, std::span<std::uint8_t> ok) const {
    std::array<double, kMaxComponents> cell;
    for (std::size_t i = 0; i < ok.size(); ++i) {
      for (std::size_t c = 0; c < values.size(); ++c) {
        cell[c] = values[c][i];
      }
      ok[i] = ok[i] != 0 && is_admissible({cell.data(), values.size()}) ? 1 : 0;
    }
  }

  /// Work on all levels together at the start of coarse steps; null: none. Where there is some,
  /// finer levels are regridded with the base only: what it computes belongs to the grids.
  ///
  /// \param boundaries  of the case   \throws InputError where they do not suit the kernel
  virtual std::shared_ptr<Coupling<D>> make_coupling(const Boundaries<D>& /*boundaries*/) const {
    return nullptr;
  }

  /// Names of quantities made of the values of a cell, for flags and plots.
  virtual std::span<const std::string_view> derived() const { return {}; }

  /// Sets \p out to derived quantity \p which of a row.
  /// \param values  shape [components], each pointing at the row's values
  virtual void derive(std::size_t /*which*/, std::span<const double* const> /*values*/,
                      std::span<double> /*out*/) const {}

  /// How cells are flagged by default.
  virtual FlagRule default_flags() const = 0;

  /// Tells the kernel where it is to run, before anything else; without, it runs where it would.
  /// \throws InputError where it cannot, opening with the key at fault
  void settle(const Scene<D>& scene) {
    check_scene(scene);
    knows_exact_ = is_exact_in(scene);
  }

  /// False where the case is one in which the exact solution does not hold.
  bool knows_exact() const { return knows_exact_; }

  /// Exact values (cell averages where Transfer says so, to the scheme's order) at a cell, NaN for
  /// components of which none are known; false where there is no exact solution. Holds where
  /// knows_exact().
  virtual bool exact(const hierarchy::Point<D>& /*center*/, const hierarchy::Point<D>& /*spacing*/,
                     double /*time*/, std::span<double> /*values*/) const {
    return false;
  }

 protected:
  /// \throws InputError \see settle
  virtual void check_scene(const Scene<D>& /*scene*/) const {}

  /// Whether the exact solution holds there. By default in the kernel's own case alone.
  virtual bool is_exact_in(const Scene<D>& scene) const {
    return scene.has_own_domain && has_own_boundaries(scene);
  }
  bool has_own_boundaries(const Scene<D>& scene) const { return scene.boundaries == boundaries(); }

 private:
  bool knows_exact_ = true;
};

}  // namespace evenkeel::solver
