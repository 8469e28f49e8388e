// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One list of the fields of History, for writing and reading.
#include "evenkeel/runtime/history_json.hpp"

#include <nlohmann/json.hpp>

#include "evenkeel/core/error.hpp"

namespace evenkeel::runtime {
namespace {

template <class History, class Fn>
void for_each_field(History& history, Fn&& field) {
  field("chances", history.chances);
  field("last_repartition", history.last_repartition);
  field("capacity", history.capacity);
  field("capacity_measured", history.capacity_measured);
  field("persistence", history.persistence);
  field("composite_error", history.composite_error);
  field("level_error", history.level_error);
  field("load", history.load);
  field("kept_load", history.kept_load);
  field("rival_load", history.rival_load);
}

}  // namespace

std::string to_json(const manager::History& history) {
  nlohmann::json object;
  for_each_field(history, [&](const char* name, const auto& value) { object[name] = value; });
  return object.dump();
}

manager::History history_from_json(std::string_view json) {
  manager::History history;
  try {
    const nlohmann::json object = nlohmann::json::parse(json);
    for_each_field(history, [&](const char* name, auto& value) { object.at(name).get_to(value); });
  } catch (const nlohmann::json::exception& error) {
    throw InputError(std::string("the manager's history in the checkpoint is damaged: ") +
                     error.what());
  }
  return history;
}

}  // namespace evenkeel::runtime
