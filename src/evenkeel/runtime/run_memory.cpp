// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One list of the fields of RunMemory, for writing and reading.
#include "evenkeel/runtime/run_memory.hpp"

#include <nlohmann/json.hpp>

#include "evenkeel/core/error.hpp"

namespace evenkeel::runtime {
namespace {

/// Does not compile when History has got a field that is not here.
template <class History, class Fn>
void for_each_field(History& history, Fn&& field) {
  auto& [chances, last_repartition, capacity, capacity_measured, step, elapsed_seconds,
         balance_seconds, owed_seconds, has_lost_trust, lead_of_equal, persistence, lasted_steps,
         limit_changes, limits_since, composite_error, level_error, load, kept_load, rival_load,
         expected_advantage, foreseen, beyond_reach] = history;
  field("chances", chances);
  field("last_repartition", last_repartition);
  field("capacity", capacity);
  field("capacity_measured", capacity_measured);
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
  field("beyond_reach_by_rates", beyond_reach.by_rates);
  field("beyond_reach_by_shares", beyond_reach.by_shares);
}

}  // namespace

std::string to_json(const RunMemory& memory) {
  nlohmann::json manager;
  for_each_field(memory.manager,
                 [&](const char* name, const auto& value) { manager[name] = value; });
  return nlohmann::json{{"manager", manager}, {"sums", memory.sums}, {"regrids", memory.regrids}}
      .dump();
}

RunMemory memory_from_json(std::string_view json) {
  RunMemory memory;
  try {
    const nlohmann::json object = nlohmann::json::parse(json);
    const nlohmann::json& manager = object.at("manager");
    for_each_field(memory.manager,
                   [&](const char* name, auto& value) { manager.at(name).get_to(value); });
    object.at("sums").get_to(memory.sums);
    object.at("regrids").get_to(memory.regrids);
  } catch (const nlohmann::json::exception& error) {
    throw InputError(std::string("the memory of the run in the checkpoint is damaged: ") +
                     error.what());
  }
  return memory;
}

}  // namespace evenkeel::runtime
