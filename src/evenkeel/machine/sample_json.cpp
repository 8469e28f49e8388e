// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads samples with nlohmann-json, and says all that is wrong with them.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_text.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/machine/sample.hpp"

namespace evenkeel::machine {
namespace {

using Json = nlohmann::json;

constexpr double kLargest = 1e30;    ///< products must stay finite
constexpr double kSmallest = 1e-30;  ///< below counts as 0, for quotients
constexpr double kMostProcessors = 1e6;
constexpr double kMostUsed = 2.0;  ///< of a processor by a process, by clocks that differ

/// Fields of a node that are numbers.
constexpr std::pair<const char*, std::optional<double> NodeSample::*> kNumbers[] = {
    {"rating", &NodeSample::rating},
    {"memory_available", &NodeSample::memory_available},
    {"memory_total", &NodeSample::memory_total},
    {"memory_held", &NodeSample::memory_held},
    {"bandwidth", &NodeSample::bandwidth},
    {"latency", &NodeSample::latency},
    {"share", &NodeSample::share},
    {"load", &NodeSample::load},
    {"work", &NodeSample::work},
    {"level", &NodeSample::level},
    {"seconds", &NodeSample::seconds},
    {"rate", &NodeSample::rate},
    {"availability", &NodeSample::availability},
    {"forecast", &NodeSample::forecast},
    {"error", &NodeSample::error},
    {"compute_s", &NodeSample::compute_s},
    {"comm_s", &NodeSample::comm_s},
    {"fault_s", &NodeSample::fault_s}};

/// Reads one file and remembers what is wrong.
class SampleReader {
 public:
  explicit SampleReader(const std::string& file) : file_(file) {}

  Sample read(const Json& json) {
    Sample sample;
    if (!json.is_object() || !json.contains("nodes") || !json["nodes"].is_array()) {
      complain("", "expected an object with a list \"nodes\"");
      problems_.throw_if_any();
    }
    check_keys(json, "", {"nodes", "memory_needed", "weights", "history"});
    sample.memory_needed = number(json, "", "memory_needed");
    sample.weights = weights(json);
    for (std::size_t k = 0; k < json["nodes"].size(); ++k) {
      sample.nodes.push_back(node(json["nodes"][k], k));
    }
    if (json.contains("history")) {
      sample.history = history(json["history"]);
    }
    relate(sample);
    problems_.throw_if_any();
    return sample;
  }

 private:
  void complain(const std::string& place, const std::string& text) {
    problems_.add({file_}, place.empty() ? text : place + ": " + text);
  }

  void check_keys(const Json& json, const std::string& place,
                  const std::vector<std::string_view>& known) {
    for (const auto& [key, value] : json.items()) {
      if (std::ranges::find(known, key) == known.end()) {
        complain(place,
                 fmt::format("no key '{}'; known: {}{}", key, join(known), suggestion(key, known)));
      }
    }
  }

  /// \p value as an amount of at most \p most; nothing, with a complaint, if it is none.
  std::optional<double> amount(const Json& value, const std::string& place,
                               double most = kLargest) {
    if (value.is_null()) {
      return std::nullopt;
    }
    const bool is_amount = value.is_number() && std::isfinite(value.get<double>()) &&
                           value.get<double>() >= 0.0 && value.get<double>() <= most;
    if (!is_amount) {
      complain(place,
               fmt::format("found {}, expected a number from 0 to {}, or null if unknown",
                           value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40),
                           most));
      return std::nullopt;
    }
    return value.get<double>() < kSmallest ? 0.0 : value.get<double>();
  }

  std::optional<double> number(const Json& json, const std::string& place, const char* key) {
    return json.contains(key) ? amount(json[key], inside(place, key)) : std::nullopt;
  }

  static std::string inside(const std::string& place, const char* key) {
    return place.empty() ? key : place + "." + key;
  }

  std::string text(const Json& json, const std::string& place, const char* key,
                   const std::string& fallback) {
    if (!json.contains(key) || json[key].is_null()) {
      return fallback;
    }
    if (!json[key].is_string()) {
      complain(place + "." + key, "expected a text");
      return fallback;
    }
    return json[key].get<std::string>();
  }

  /// Above 1 counts as 1. Nothing where one of them is not known: it may be anything.
  std::vector<double> fractions(const Json& json, const std::string& place, const char* key,
                                std::optional<double> count, double most = 1.0) {
    std::vector<double> values;
    if (!json.contains(key) || json[key].is_null()) {
      return values;
    }
    const std::string here = inside(place, key);
    if (!json[key].is_array()) {
      complain(here, "expected a list of fractions");
      return values;
    }
    bool all_known = true;
    for (const Json& each : json[key]) {
      const std::optional<double> value = amount(each, here, most);
      all_known = all_known && value;
      values.push_back(std::min(1.0, value.value_or(0.0)));
    }
    if (count && static_cast<double>(values.size()) != *count) {
      complain(here, fmt::format("found {} numbers, expected {}", values.size(), *count));
    }
    return all_known ? values : std::vector<double>();
  }

  std::optional<CapacityWeights> weights(const Json& json) {
    const std::vector<double> each = fractions(json, "", "weights", 3.0);
    if (each.size() != 3) {
      return std::nullopt;
    }
    const std::vector<double> share = normalise(each);
    return CapacityWeights{share[0], share[1], share[2]};
  }

  void check_memory(const NodeSample& node, const std::string& place) {
    if (node.memory_available && node.memory_total && *node.memory_available > *node.memory_total) {
      complain(place, fmt::format("memory_available is {}, more than memory_total, {}",
                                  *node.memory_available, *node.memory_total));
    }
  }

  std::optional<double> count(const Json& json, const std::string& place, const char* key) {
    const std::optional<double> value = number(json, place, key);
    if (value && (*value != std::floor(*value) || *value > kMostProcessors)) {
      complain(place + "." + key, fmt::format("found {}, expected a whole number of at most {}",
                                              *value, kMostProcessors));
      return std::nullopt;
    }
    return value;
  }

  NodeSample node(const Json& json, std::size_t k) {
    const std::string place = fmt::format("nodes[{}]", k);
    NodeSample node{.name = fmt::format("node{}", k)};
    if (!json.is_object()) {
      complain(place, "expected an object");
      return node;
    }
    std::vector<std::string_view> known = {"name",     "parent",   "processes", "cpus",
                                           "cpu_used", "cpu_idle", "interfaces"};
    std::ranges::transform(kNumbers, std::back_inserter(known),
                           [](auto& each) { return each.first; });
    check_keys(json, place, known);
    node.name = text(json, place, "name", node.name);
    node.parent = text(json, place, "parent", "");
    node.processes = count(json, place, "processes");
    node.cpus = count(json, place, "cpus");
    node.cpu_used = fractions(json, place, "cpu_used", node.processes, kMostUsed);
    node.cpu_idle = fractions(json, place, "cpu_idle", node.cpus);
    for (const auto& [key, field] : kNumbers) {
      node.*field = number(json, place, key);
    }
    check_memory(node, place);
    if (json.contains("interfaces") && !json["interfaces"].is_null()) {
      node.interfaces = interfaces(json["interfaces"], place + ".interfaces");
    }
    return node;
  }

  std::vector<InterfaceSample> interfaces(const Json& json, const std::string& place) {
    std::vector<InterfaceSample> all;
    if (!json.is_array()) {
      complain(place, "expected a list of objects");
      return all;
    }
    for (const Json& each : json) {
      if (!each.is_object()) {
        complain(place, "expected a list of objects");
        return all;
      }
      check_keys(each, place, {"name", "packets_per_s", "bytes_per_s", "speed"});
      all.push_back({.name = text(each, place, "name", ""),
                     .packets_per_second = number(each, place, "packets_per_s").value_or(0.0),
                     .bytes_per_second = number(each, place, "bytes_per_s"),
                     .speed = number(each, place, "speed")});
    }
    return all;
  }

  std::vector<StepSample> history(const Json& json) {
    std::vector<StepSample> steps;
    if (!json.is_array()) {
      complain("history", "expected a list of objects");
      return steps;
    }
    for (std::size_t k = 0; k < json.size(); ++k) {
      const std::string place = fmt::format("history[{}]", k);
      const auto work = number(json[k], place, "work");
      const auto seconds = number(json[k], place, "seconds");
      if (!json[k].is_object() || !work || !seconds) {
        complain(place,
                 "expected an object with \"work\" and \"seconds\", and maybe \"level\" and "
                 "\"memory\"");
        continue;
      }
      check_keys(json[k], place, {"work", "level", "seconds", "memory"});
      steps.push_back({*work, number(json[k], place, "level").value_or(0.0), *seconds,
                       number(json[k], place, "memory")});
    }
    return steps;
  }

  /// Finds the networks among the nodes.
  void relate(Sample& sample) {
    std::set<std::string> names;
    std::set<std::string> parents;
    for (const NodeSample& each : sample.nodes) {
      parents.insert(each.parent);
      if (!names.insert(each.name).second) {
        complain("", fmt::format("two nodes are called '{}'", each.name));
      }
    }
    for (NodeSample& each : sample.nodes) {
      each.is_network = !each.name.empty() && parents.contains(each.name);
    }
    if (computing_nodes(sample).empty()) {
      complain("", sample.nodes.empty() ? "no node" : "no node computes: parents go in a circle");
    }
  }

  const std::string& file_;
  Problems problems_;
};

}  // namespace

Sample parse_sample(std::string_view text, const std::string& file) {
  Sample sample = SampleReader(file).read(parse_json(text, file));
  try {
    tree_of(sample);
  } catch (const InputError& error) {
    throw InputError(file + ": " + error.what());
  }
  return sample;
}

}  // namespace evenkeel::machine
