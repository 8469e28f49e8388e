// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fields of decisions.
#include "evenkeel/manager/plan_json.hpp"

#include <utility>
#include <vector>

namespace evenkeel::manager {
namespace {

JsonLine json_of(const Alternative& choice) {
  JsonLine line;
  line.add("name", choice.name)
      .add("step_s", choice.step_seconds)
      .add("migration_bytes", choice.migration_bytes)
      .add("busiest_bytes", choice.busiest_bytes)
      .add("cost_s", choice.cost_seconds)
      .add("gain_s", choice.gain_seconds)
      .add("memory", choice.fullest);
  return line;
}

}  // namespace

JsonLine to_json(const Plan& plan) {
  std::vector<JsonLine> alternatives;
  for (const Alternative& choice : plan.alternatives) {
    alternatives.push_back(json_of(choice));
  }
  JsonLine line;
  line.add("alternatives", alternatives);
  if (!plan.alternatives.empty()) {
    line.add("choice", plan.alternatives[plan.chosen].name);
  }
  line.add("repartition", plan.repartition)
      .add("capacity", plan.capacity)
      .add("gain_s", plan.gain_seconds)
      .add("cost_s", plan.cost_seconds)
      .add("reason", plan.reason);
  if (plan.character) {
    line.add("state", to_json(*plan.character));
  }
  return line;
}

}  // namespace evenkeel::manager
