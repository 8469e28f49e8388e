// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fields and sentences of decisions.
#include "evenkeel/runtime/decision_report.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/units.hpp"

namespace evenkeel::runtime {
namespace {

JsonLine json_of(const manager::Alternative& choice) {
  JsonLine line;
  line.add("name", choice.name)
      .add("step_s", choice.step_seconds)
      .add("migration_bytes", choice.migration_bytes)
      .add("cost_s", choice.cost_seconds)
      .add("gain_s", choice.gain_seconds)
      .add("memory", choice.fullest);
  return line;
}

JsonLine json_of(const manager::Observation& now, double imbalance) {
  std::vector<double> rates;
  for (const machine::RankRate& rank : now.rates) {
    rates.push_back(rank.rate);
  }
  JsonLine line;
  line.add("rates", rates)
      .add("load", now.units.total_load())
      .add("units", now.units.size())
      .add("step_s", now.step_seconds)
      .add("bandwidth", now.bandwidth)
      .add("imbalance", imbalance);
  return line;
}

}  // namespace

void publish_decision(const manager::Plan& plan, const manager::Observation& now, double imbalance,
                      const Publish& publish) {
  std::vector<JsonLine> alternatives;
  for (const manager::Alternative& choice : plan.alternatives) {
    alternatives.push_back(json_of(choice));
  }
  JsonLine fields;
  fields.add("observation", json_of(now, imbalance))
      .add("alternatives", alternatives)
      .add("repartition", plan.repartition)
      .add("capacity", plan.capacity)
      .add("gain_s", plan.gain_seconds)
      .add("cost_s", plan.cost_seconds)
      .add("reason", plan.reason);
  publish(telemetry::kind::kDecide, std::move(fields));
  if (plan.repartition) {
    JsonLine line;
    line.add("capacity", plan.capacity).add("reason", plan.reason);
    publish(telemetry::kind::kRepartition, std::move(line));
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
