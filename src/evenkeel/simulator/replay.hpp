// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A recorded run played again, on another machine or under other rules.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/manager/manager.hpp"
#include "evenkeel/simulator/backend.hpp"
#include "evenkeel/simulator/senses.hpp"
#include "evenkeel/simulator/step_model.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::simulator {

struct ReplayOptions {
  std::int32_t granularity = 4;  ///< of grid units, and what octants call 4 [base cells]
  geometry::CurveKind curve = geometry::CurveKind::hilbert;
  SenseOptions sense = {};
  CostModel cost = {};
  bool cell_costs = true;  ///< cells that cost more weigh more where units are dealt out
  std::optional<std::int64_t> steps = {};  ///< coarse steps; default: to the end of the trace
  std::int64_t from = 0;                   ///< coarse steps that are left out; a regrid comes next
  /// [s], to charge what partitioning really takes here; without it the cost model tells.
  std::function<double()> clock = {};
};

/// One stretch between chances, for those who follow a replay.
struct Chance {
  std::int64_t regrid = 0;
  std::int64_t step = 0;
  double time = 0.0;  ///< on the simulated clock [s]
  std::size_t units = 0;
  const manager::Plan* plan = nullptr;
  double moved_bytes = 0.0;
  const Tally* tally = nullptr;
  bool is_regrid = false;  ///< not a decision in the middle of an interval
};

/// Part of a replay that loses a host: all of it up to then, or what follows on the other places.
struct ReplayPart {
  const Platform& platform;
  std::vector<Place> places;       ///< of its ranks
  std::vector<std::size_t> ranks;  ///< their numbers in the whole replay
  std::int64_t from = 0;           ///< coarse steps that are left out
  double begin = 0.0;              ///< clock of the whole replay when it begins [s]
  double end = std::numeric_limits<double>::infinity();  ///< what it does later never happens [s]

  bool resumes() const { return begin > 0.0; }
};

/// All of it in one part.
ReplayPart whole_replay(const Platform& platform, const std::vector<Place>& places);

struct ReplayResult {
  Tally tally{0, 1};
  std::int64_t steps = 0;
  std::int64_t regrids = 0;
  std::int64_t repartitions = 0;
  double cells_final = 0.0;
  std::vector<double> updates;  ///< [ranks]
  double work = 0.0;            ///< updates of all ranks by what they cost [of ordinary cells]
  double wall = 0.0;            ///< [s]
  double before = 0.0;          ///< time at which it began: when it was resumed after a failure [s]
  double lost = 0.0;            ///< of that, since the last checkpoint [s]
  double moved_bytes = 0.0;
  double message_bytes = 0.0;  ///< of all steps [byte]
  double imbalance_mean = 0.0;
  double imbalance_max = 0.0;
  std::vector<double> capacity;  ///< [ranks] of the last decision
  std::vector<double> memory;    ///< [ranks] the most of all regrids [byte]

  double cell_updates() const;

  /// E = sum_k r_k b_k / (T sum_k r_k); see product.md, "How well".
  double delivered_efficiency() const;
};

/// What is replayed, and where.
struct ReplaySetup {
  const Platform& platform;
  std::vector<Place> places;  ///< [ranks]
  manager::Manager manager;
  ReplayOptions options = {};
  std::function<void(const Chance&)> follow = {};  ///< told of every decision, before its steps
  std::function<void(std::size_t, const Op&, double, double)> listener = {};  ///< see Tally
};

/// Plays \p trace: at every regrid the manager decides from what the senses say, as it would in a
/// run, and its plan is charged to the machine.
///
/// \throws InputError if the trace is broken or has no regrid, or a host never finishes
ReplayResult replay(workload::TraceReader& trace, ReplaySetup setup, Backend& backend);

}  // namespace evenkeel::simulator
