// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The manager: partitioners, a policy and a memory put together.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evenkeel/manager/history.hpp"
#include "evenkeel/manager/octant.hpp"
#include "evenkeel/manager/policy.hpp"

namespace evenkeel::manager {

/// The ways to deal out units that the method called \p name offers: from scratch, and, where it
/// can hold on to old cuts (it declares `sticky_epsilon`, and that is not 0), that way too, twice:
/// as configured, and with a fifth of what a step may take longer. Which is worth what it moves
/// depends on how long steps are.
///
/// \throws InputError if \p name or \p params do not fit the registry
Methods make_methods(const Registry<partition::Partitioner>& partitioners, std::string_view name,
                     const ParamValues& params = {});

/// Octants and what each of the partitioners they name offers.
struct Octants {
  OctantRules rules;
  std::map<std::string, Methods> methods;  ///< by name
};

/// Rules and the partitioners they name, those with their own defaults.
///
/// \param text  of a data file; empty: the published rules
/// \param file  for messages
/// \throws InputError with every fault of the text, or the first partitioner nobody knows
Octants parse_octants(const Registry<partition::Partitioner>& partitioners, std::string_view text,
                      const std::string& file);

/// Decides, chance by chance, whether units get new owners.
///
/// Not collective, and no clock: every rank passes the same observation and gets the same plan.
/// Not thread-safe.
class Manager {
 public:
  /// \param methods  at least one
  /// \param history  of an earlier run that goes on
  Manager(Methods methods, std::unique_ptr<Policy> policy, History history = {});

  /// Lets octants choose the partitioner from now on; the one given stays until they know enough.
  void follow(Octants octants) { octants_ = std::move(octants); }

  bool follows_octants() const { return octants_.has_value(); }

  /// Looks at new grids before they are counted and planned for. \see characterise
  /// \pre follows_octants()
  void look(const workload::GridState& grids, std::optional<double> balance);

  /// Side of grid units in the present octant; the usual one as long as nothing is chosen.
  std::int32_t granularity(const UnitNeeds& needs) const;

  /// The plan for the grids as they are now. To be asked once at every base-level regrid.
  ///
  /// \pre owners are one per unit, bandwidth > 0, steps_to_next >= 1, at least one rank
  Plan plan(const Observation& now);

  /// To be told when \p plan, made of \p now, is carried out: the next one is judged by it.
  void note(const Observation& now, const Plan& plan) { manager::note(history_, now, plan); }

  /// Both, where every plan is carried out.
  Plan decide(const Observation& now);

  /// For checkpoints.
  const History& history() const { return history_; }
  void restore(History history);

 private:
  const Methods& methods() const;

  Methods methods_;
  std::optional<Octants> octants_;
  std::unique_ptr<Policy> policy_;
  History history_;
};

}  // namespace evenkeel::manager
