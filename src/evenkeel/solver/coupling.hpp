// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Work on all levels together, between the steps of each.
#pragma once

#include <cstdint>
#include <vector>

#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::hierarchy {
template <int D>
class Hierarchy;
}

namespace evenkeel::solver {

/// What a coupling did on this rank.
struct CouplingReport {
  std::vector<std::int64_t> level_updates;  ///< shape [levels]: visits of cells
  std::vector<double> level_seconds;        ///< shape [levels] [s] wall time of computing
};

/// What a kernel does where each place depends on all others at once: elliptic solves.
///
/// Made once for a run, called from one thread. It may keep plans from call to call, but no values
/// that the hierarchy does not hold: a run that is resumed makes a new one.
template <int D>
class Coupling {
 public:
  virtual ~Coupling() = default;

  /// Called at the start of coarse steps, after the regrid of the base if one is due: sets values
  /// of cells of all levels, ghosts excepted. What new boxes or owners make necessary is
  /// booked as regridding: it belongs to the price of a move. Collective.
  ///
  /// \throws InputError where the problem has no solution, InstabilityError where none is found;
  ///         on all ranks
  virtual CouplingReport couple(hierarchy::Hierarchy<D>& hierarchy, double time) = 0;

  /// Coarse steps from call to call. After a regrid it is called in any case. Not collective.
  virtual int interval() const { return 1; }

  /// Drops what was made of the present levels from \p first on, which are about to be replaced:
  /// new ones then need no memory beside it. Not collective.
  virtual void drop_plans([[maybe_unused]] int first) {}

  /// Cells of a level that are refined whatever their values, from the start on: where sources
  /// are, whose first steps would else be those of coarse cells. Not collective.
  virtual std::vector<geometry::Box<D>> always_refined(const hierarchy::Mesh<D>& /*mesh*/,
                                                       int /*level*/) const {
    return {};
  }
};

}  // namespace evenkeel::solver
