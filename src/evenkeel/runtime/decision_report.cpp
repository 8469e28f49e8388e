// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fields and sentences of decisions.
#include "evenkeel/runtime/decision_report.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/units.hpp"
#include "evenkeel/manager/plan_json.hpp"

namespace evenkeel::runtime {
namespace {

JsonLine json_of(const manager::Observation& now, double imbalance) {
  std::vector<double> rates;
  for (const machine::RankRate& rank : now.rates) {
    rates.push_back(rank.rate);
  }
  JsonLine line;
  line.add("rates", rates)
      .add("load", now.units.total_load())
      .add("units", now.units.size())
      .add("granularity", now.units.granularity)
      .add("step_s", now.step_seconds)
      .add("bandwidth", now.bandwidth)
      .add("imbalance", imbalance);
  return line;
}

}  // namespace

void publish_decision(const manager::Plan& plan, const manager::Observation& now, double imbalance,
                      const Publish& publish) {
  JsonLine fields;
  fields.add("observation", json_of(now, imbalance)).append(manager::to_json(plan));
  publish(telemetry::kind::kDecide, std::move(fields), {});
  if (plan.repartition) {
    JsonLine line;
    line.add("capacity", plan.capacity).add("reason", plan.reason);
    publish(telemetry::kind::kRepartition, std::move(line), {});
  }
}

std::string alternatives_text(const manager::Plan& plan) {
  std::string text;
  for (const manager::Alternative& choice : plan.alternatives) {
    const bool chosen = &choice == &plan.alternatives[plan.chosen];
    text += fmt::format("{}  {} {}: step {}, gain {}, cost {} for {}", text.empty() ? "" : "\n",
                        chosen ? "*" : "-", choice.name, human_seconds(choice.step_seconds),
                        human_seconds(choice.gain_seconds), human_seconds(choice.cost_seconds),
                        human_bytes(choice.migration_bytes));
  }
  return text;
}

}  // namespace evenkeel::runtime
