// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which sums must stay, and what has become of them.
#include "evenkeel/runtime/invariants.hpp"

#include <algorithm>
#include <cmath>

#include "evenkeel/solver/diagnostics.hpp"

namespace evenkeel::runtime {

template <int D>
Invariants<D>::Invariants(const hierarchy::Hierarchy<D>& hierarchy,
                          solver::Integrator<D>& integrator,
                          const solver::Application<D>& application,
                          const solver::Boundaries<D>& boundaries)
    : hierarchy_(&hierarchy),
      integrator_(&integrator),
      application_(&application),
      boundaries_(&boundaries) {}

template <int D>
auto Invariants<D>::sums() -> Sums {
  Sums found;
  for (const auto& [name, component] : conserved()) {
    found[name] = solver::total(*hierarchy_, component);
  }
  found.merge(monitors());
  return found;
}

template <int D>
void Invariants<D>::add_to(Summary& summary, const Sums& before) {
  add_drifts(summary, before);
  add_monitors(summary, before);
  add_errors(summary);
}

template <int D>
bool Invariants<D>::is_closed(int axis, int side) const {
  const auto& kinds = (*boundaries_)[static_cast<std::size_t>(axis)];
  const solver::BoundaryKind kind = kinds[static_cast<std::size_t>(side)];
  return kind == solver::BoundaryKind::kPeriodic ||
         (kind == solver::BoundaryKind::kReflect && !application_->mixes_kinds(axis, side));
}

template <int D>
bool Invariants<D>::is_closed() const {
  bool all = true;
  for (int axis = 0; axis < D; ++axis) {
    all = all && is_closed(axis, 0) && is_closed(axis, 1);
  }
  return all;
}

template <int D>
bool Invariants<D>::is_changed_by_walls(int component) const {
  for (int axis = 0; axis < D; ++axis) {
    const auto& kinds = (*boundaries_)[static_cast<std::size_t>(axis)];
    const bool has_walls = !application_->solids().empty() ||
                           std::ranges::count(kinds, solver::BoundaryKind::kReflect) > 0;
    if (has_walls && application_->parity(component, axis) < 0.0) {
      return true;
    }
  }
  return false;
}

template <int D>
std::map<std::string, int> Invariants<D>::conserved() const {
  std::map<std::string, int> found;
  if (!is_closed()) {
    return found;
  }
  const auto components = application_->components();
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (components[c].conserved && !components[c].has_source &&
        !is_changed_by_walls(static_cast<int>(c))) {
      found[components[c].name] = static_cast<int>(c);
    }
  }
  return found;
}

template <int D>
auto Invariants<D>::monitors() -> Sums {
  Sums found;
  const auto watched = application_->monitors();
  if (watched.empty()) {
    return found;
  }
  integrator_->fill_ghosts();
  const std::vector<double> integrals = solver::monitored(*hierarchy_, *application_);
  for (std::size_t m = 0; m < watched.size(); ++m) {
    if (is_closed() || !watched[m].is_conserved) {
      found[watched[m].name] = integrals[m];
    }
  }
  return found;
}

template <int D>
void Invariants<D>::add_drifts(Summary& summary, const Sums& before) const {
  for (const auto& [name, component] : conserved()) {
    if (const auto then = before.find(name); then != before.end()) {
      summary.conservation[name] =
          relative_drift(then->second, solver::total(*hierarchy_, component),
                         solver::total_magnitude(*hierarchy_, component));
    }
  }
}

/// Conserved ones: their change since the run began. Others: the root of the mean.
template <int D>
void Invariants<D>::add_monitors(Summary& summary, const Sums& before) {
  const Sums now = monitors();
  double domain = 1.0;
  for (std::size_t d = 0; d < D; ++d) {
    domain *= hierarchy_->mesh().upper[d] - hierarchy_->mesh().lower[d];
  }
  for (const solver::Monitor& watched : application_->monitors()) {
    const auto value = now.find(watched.name);
    if (value == now.end()) {
      continue;
    }
    const auto then = before.find(watched.name);
    if (!watched.is_conserved) {
      summary.monitors[watched.name] = std::sqrt(value->second / domain);
    } else if (then != before.end()) {  // energies: no density is below 0
      summary.conservation[watched.name] =
          relative_drift(then->second, value->second, std::abs(value->second));
    }
  }
}

template <int D>
void Invariants<D>::add_errors(Summary& summary) const {
  const auto errors = solver::error_norms(*hierarchy_, *application_, summary.time);
  for (std::size_t c = 0; errors && c < errors->size(); ++c) {
    if (std::isnan((*errors)[c].l1)) {
      continue;  // one of which no exact values are known
    }
    const std::string& name = application_->components()[c].name;
    summary.error[name + ".l1"] = (*errors)[c].l1;
    summary.error[name + ".l2"] = (*errors)[c].l2;
    summary.error[name + ".linf"] = (*errors)[c].linf;
  }
}

template class Invariants<1>;
template class Invariants<2>;
template class Invariants<3>;

}  // namespace evenkeel::runtime
