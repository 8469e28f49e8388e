// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums over the domain by which a run is judged.
#pragma once

#include <map>
#include <string>

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/runtime/summary.hpp"
#include "evenkeel/solver/integrator.hpp"

namespace evenkeel::runtime {

/// What must stay, what the kernel watches, and how far the solution is from one that is known.
template <int D>
class Invariants {
 public:
  using Sums = std::map<std::string, double>;  ///< integrals over the domain, by name

  /// All outlive this object.
  Invariants(const hierarchy::Hierarchy<D>& hierarchy, solver::Integrator<D>& integrator,
             const solver::Application<D>& application, const solver::Boundaries<D>& boundaries);

  /// Of the components whose integral the boundaries leave alone, and of the kernel's monitors.
  /// Collective.
  Sums sums();

  /// How much of what must stay was won or lost since \p before, what is watched, and errors.
  /// Collective.
  void add_to(Summary& summary, const Sums& before);

 private:
  /// Names and places of the components whose integral the boundaries leave alone.
  std::map<std::string, int> conserved() const;
  bool is_changed_by_walls(int component) const;
  /// Whether nothing passes that face anywhere, or any face.
  bool is_closed(int axis, int side) const;
  bool is_closed() const;
  /// Integrals of the kernel's monitors; of conserved ones where nothing can leave.
  Sums monitors();
  void add_drifts(Summary& summary, const Sums& before) const;
  void add_monitors(Summary& summary, const Sums& before);
  void add_errors(Summary& summary) const;

  const hierarchy::Hierarchy<D>* hierarchy_;
  solver::Integrator<D>* integrator_;
  const solver::Application<D>* application_;
  const solver::Boundaries<D>* boundaries_;
};

}  // namespace evenkeel::runtime
