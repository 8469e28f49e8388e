// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// JSON by the fields of each part of RunMemory.
#include "evenkeel/runtime/run_memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include <nlohmann/json.hpp>

#include "evenkeel/core/error.hpp"
#include "evenkeel/runtime/memory_fields.hpp"

namespace evenkeel::runtime {
namespace {

using nlohmann::json;

template <class Part>
json written(Part part) {
  json fields;
  for_each_field(part, [&](const char* name, const auto& value) { fields[name] = value; });
  return fields;
}

/// One for each field, by rank.
template <class Part>
json columns_of(const std::vector<Part>& ranks) {
  json columns = json::object();
  for (Part rank : ranks) {
    for_each_field(rank,
                   [&](const char* name, const auto& value) { columns[name].push_back(value); });
  }
  return columns;
}

template <class Part>
void read(const json& fields, Part& part) {
  for_each_field(part, [&](const char* name, auto& value) {
    if (fields.contains(name)) {  // else the checkpoint is older than the field
      fields.at(name).get_to(value);
    }
  });
}

template <class Part>
void read_columns(const json& columns, std::vector<Part>& ranks) {
  ranks.resize(columns.empty() ? 0 : columns.front().size());
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    for_each_field(ranks[rank], [&](const char* name, auto& value) {
      if (columns.contains(name)) {
        columns.at(name).at(rank).get_to(value);
      }
    });
  }
}

/// Nothing: an empty list.
json written(const std::optional<machine::CapacityWeights>& weights) {
  return weights ? json{weights->cpu, weights->memory, weights->bandwidth} : json::array();
}

void read(const json& fields, std::optional<machine::CapacityWeights>& weights) {
  if (!fields.empty()) {
    weights = {fields.at(0), fields.at(1), fields.at(2)};
  }
}

json written(const SenseMemory& sense) {
  return {{"hosts", sense.hosts},
          {"speeds", columns_of(sense.speeds)},
          {"announced", columns_of(sense.announced)},
          {"trust", sense.trust},
          {"shares", sense.shares},
          {"weights", written(sense.weights)},
          {"cost", sense.costs.costs()},
          {"updates", sense.costs.updates()},
          {"prices", written(sense.prices)}};
}

void read(const json& fields, SenseMemory& sense) {
  fields.at("hosts").get_to(sense.hosts);
  read_columns(fields.at("speeds"), sense.speeds);
  read_columns(fields.at("announced"), sense.announced);
  fields.at("trust").get_to(sense.trust);
  fields.at("shares").get_to(sense.shares);
  read(fields.value("weights", json::array()), sense.weights);
  sense.costs = {fields.at("updates").get<std::vector<double>>(),
                 fields.at("cost").get<std::vector<double>>()};
  read(fields.at("prices"), sense.prices);
}

bool are_amounts(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return value >= 0.0; });
}

bool is_possible(const manager::Prices& prices) {
  return prices.bandwidth > 0.0 &&
         are_amounts(std::array{prices.step_seconds, prices.look_seconds, prices.partition_seconds,
                                prices.quiet_regrid_seconds, prices.quiet_install_seconds,
                                prices.rebuild_seconds, prices.rebuild_per_byte,
                                prices.rebuilt_bytes});
}

bool is_possible(const machine::MeasuredRate::Track& track) {
  return are_amounts(std::array{track.pending.load, track.pending.seconds, track.held.load,
                                track.held.seconds, track.sum.load, track.sum.seconds,
                                track.windows, track.variance, track.limit});
}

bool is_possible(const machine::Outlook::Track& track) {
  return are_amounts(std::array{track.then, track.rate}) && std::abs(track.change) < 100.0;
}

/// What a part says and another one of it must go together.
bool is_possible(const SenseMemory& sense) {
  const std::size_t ranks = sense.speeds.size();
  const auto fits = [](const auto& track) { return is_possible(track); };
  return sense.announced.size() == ranks && std::ranges::all_of(sense.speeds, fits) &&
         std::ranges::all_of(sense.announced, fits) && sense.trust >= 0.0 && sense.trust <= 1.0 &&
         (sense.shares.empty() || sense.shares.size() == ranks) && are_amounts(sense.shares) &&
         (sense.shares.empty() || std::reduce(sense.shares.begin(), sense.shares.end()) > 0.0) &&
         sense.costs.updates().size() == sense.costs.costs().size() &&
         are_amounts(sense.costs.costs()) && are_amounts(sense.costs.updates()) &&
         is_possible(sense.prices);
}

}  // namespace

std::string to_json(const RunMemory& memory) {
  return json{{"manager", written(memory.manager)},  {"sums", memory.sums},
              {"regrids", memory.regrids},           {"sense", written(memory.sense)},
              {"source_price", memory.source_price}, {"block_cost", memory.block_cost},
              {"step_rule", memory.step_rule},       {"nesting", memory.nesting}}
      .dump();
}

RunMemory memory_from_json(std::string_view text) {
  RunMemory memory;
  try {
    const json object = json::parse(text);
    read(object.at("manager"), memory.manager);
    object.at("sums").get_to(memory.sums);
    object.at("regrids").get_to(memory.regrids);
    if (object.contains("sense")) {  // else it is older
      read(object.at("sense"), memory.sense);
      object.at("source_price").get_to(memory.source_price);
      object.at("block_cost").get_to(memory.block_cost);
    }
    if (object.contains("step_rule")) {
      object.at("step_rule").get_to(memory.step_rule);
      object.at("nesting").get_to(memory.nesting);
    }
  } catch (const json::exception& error) {
    throw InputError(std::string("the memory of the run in the checkpoint is damaged: ") +
                     error.what());
  }
  if (!is_possible(memory.sense) || !are_amounts(memory.block_cost) ||
      !(memory.source_price >= 0.0)) {
    throw InputError(
        "the memory of the run in the checkpoint is damaged: speeds, shares, costs or prices are "
        "negative, or not of as many ranks and levels");
  }
  return memory;
}

}  // namespace evenkeel::runtime
