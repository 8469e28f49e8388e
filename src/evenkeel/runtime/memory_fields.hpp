// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The fields of what a run remembers, by name: field(name, value) for each. None of these compiles
/// when its struct has got a field that is not here.
#pragma once

#include "evenkeel/manager/history.hpp"
#include "evenkeel/runtime/sense_memory.hpp"

namespace evenkeel::runtime {

template <class Fn>
void for_each_field(manager::History& history, Fn&& field) {
  auto& [chances, last_repartition, capacity, capacity_measured, capacity_timed, step,
         elapsed_seconds, balance_seconds, owed_seconds, has_lost_trust, lead_of_equal, persistence,
         lasted_steps, limit_changes, limits_since, composite_error, level_error, load, kept_load,
         rival_load, expected_advantage, foreseen, equal, beyond_reach, character] = history;
  field("chances", chances);
  field("last_repartition", last_repartition);
  field("capacity", capacity);
  field("capacity_measured", capacity_measured);
  field("capacity_timed", capacity_timed);
  field("step", step);
  field("elapsed_seconds", elapsed_seconds);
  field("balance_seconds", balance_seconds);
  field("owed_seconds", owed_seconds);
  field("has_lost_trust", has_lost_trust);
  field("lead_of_equal", lead_of_equal);
  field("persistence", persistence);
  field("lasted_steps", lasted_steps);
  field("limit_changes", limit_changes);
  field("limits_since", limits_since);
  field("composite_error", composite_error);
  field("level_error", level_error);
  field("load", load);
  field("kept_load", kept_load);
  field("rival_load", rival_load);
  field("expected_advantage", expected_advantage);
  field("foreseen", foreseen);
  field("equal", equal);
  field("beyond_reach_by_rates", beyond_reach.by_rates);
  field("beyond_reach_by_shares", beyond_reach.by_shares);
  auto& [regrids, octant, since, method, last, before, ratio] = character;
  field("grids_seen", regrids);
  field("octant", octant);
  field("octant_since", since);
  field("octant_method", method);
  field("grids_last", last);
  field("grids_before", before);
  field("grids_ratio", ratio);
}

template <class Fn>
void for_each_field(manager::Prices& prices, Fn&& field) {
  auto& [step_seconds, look_seconds, partition_seconds, quiet_regrid_seconds, quiet_install_seconds,
         rebuild_seconds, rebuild_per_byte, rebuilt_bytes, bandwidth, evidence] = prices;
  field("step_seconds", step_seconds);
  field("look_seconds", look_seconds);
  field("partition_seconds", partition_seconds);
  field("quiet_regrid_seconds", quiet_regrid_seconds);
  field("quiet_install_seconds", quiet_install_seconds);
  field("rebuild_seconds", rebuild_seconds);
  field("rebuild_per_byte", rebuild_per_byte);
  field("rebuilt_bytes", rebuilt_bytes);
  field("bandwidth", bandwidth);
  field("evidence", evidence);
}

template <class Fn>
void for_each_field(machine::MeasuredRate::Track& track, Fn&& field) {
  auto& [pending, held, sum, windows, seen, seen_seconds, variance, recent, age,
         per_processor_second, overhead, available, limit, is_probed, failures, probes_to_ignore] =
      track;
  field("pending_load", pending.load);
  field("pending_seconds", pending.seconds);
  field("held_load", held.load);
  field("held_seconds", held.seconds);
  field("load", sum.load);
  field("seconds", sum.seconds);
  field("windows", windows);
  field("seen", seen);
  field("seen_seconds", seen_seconds);
  field("variance", variance);
  field("recent", recent);
  field("age", age);
  field("per_processor_second", per_processor_second);
  field("overhead", overhead);
  field("available", available);
  field("limit", limit);
  field("is_probed", is_probed);
  field("failures", failures);
  field("probes_to_ignore", probes_to_ignore);
}

template <class Fn>
void for_each_field(machine::Outlook::Track& track, Fn&& field) {
  auto& [then, change, rate] = track;
  field("then", then);
  field("change", change);
  field("rate", rate);
}

}  // namespace evenkeel::runtime
