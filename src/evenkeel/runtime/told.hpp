// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What one rank tells the others at a chance to repartition.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "evenkeel/service/facts.hpp"
#include "evenkeel/solver/integrator.hpp"
#include "evenkeel/telemetry/phases.hpp"

namespace evenkeel::runtime {

/// Work in parts of as many coarse steps each: their length doubles where there would be too many.
struct WorkParts {
  static constexpr std::size_t kMost = 8;

  std::array<double, kMost> updates{};  ///< cell updates
  std::array<double, kMost> seconds{};  ///< in the kernel [s]
  std::int64_t steps = 0;               ///< coarse ones
  std::int64_t steps_each = 1;          ///< of a part

  /// Adds a step.
  void add(double work, double took);
  /// What is left over belongs to the last.
  std::size_t count() const;

 private:
  void halve();
};

/// Of the time since the last chance, where nothing else is said. Copied bytewise between ranks.
struct Told {
  static constexpr std::size_t kMaxLevels = 12;

  std::array<double, kMaxLevels> cells{};    ///< cell updates
  std::array<double, kMaxLevels> updates{};  ///< the same, with what source terms count
  std::array<double, kMaxLevels> seconds{};  ///< computing, as it would take without waits [s]
  WorkParts parts;                           ///< of updates, and of what they took
  double fixed_seconds = 0.0;                ///< of these, of messages: so long with any share [s]
  double elapsed = 0.0;                      ///< [s]
  double io_seconds = 0.0;                   ///< of these, for plot files and checkpoints [s]
  double regrid_seconds = 0.0;               ///< computing for regrids, moving and waits aside [s]
  double install_seconds = 0.0;              ///< new boxes and owners, with moving and waits [s]
  double moved_bytes = 0.0;                  ///< that it sent [byte]
  double taken_bytes = 0.0;                  ///< that it received [byte]
  double partition_seconds = 0.0;            ///< of the last decision [s]
  double look_seconds = 0.0;                 ///< of the last look at rates and sensors [s]
  double message_seconds = 0.0;              ///< with ghost cells [s]
  double availability = 0.0;                 ///< of a processor; 0: not known
  double limit = 1.0;                        ///< what the system lets it have of one
  double limit_changes = 0.0;  ///< how often that changed, there and back counts twice
  double grid_bytes = 0.0;     ///< memory of its grids [byte]
  double room_bytes = 0.0;     ///< memory its grids may have [byte]
  bool has_facts = false;      ///< whether it looked at its sensors
  service::Facts facts;

  double load() const;
  double busy() const;  ///< computing on all levels [s]
};

/// Work of one rank since the last chance.
struct WorkWindow {
  std::array<double, Told::kMaxLevels> cells{};
  std::array<double, Told::kMaxLevels> updates{};
  std::array<double, Told::kMaxLevels> seconds{};  ///< in the kernel [s]
  WorkParts parts = {};
  double install_seconds = 0.0;     ///< new boxes and owners [s]
  double start = 0.0;               ///< [s]
  telemetry::Account account = {};  ///< at the start

  void add(const solver::StepReport& report);
};

/// The entries of Told that tell of work done.
///
/// Seconds are those the same work takes when a rank neither waits nor has saved quota to spend,
/// ghosts, levels and messages included: they too are work that a slow rank does slowly.
///
/// \param spent  since the window began
/// \param quota  processor time a second that the system lets this rank have, at most 1
Told told_of_work(const WorkWindow& window, const telemetry::Account& spent, double quota);

}  // namespace evenkeel::runtime
