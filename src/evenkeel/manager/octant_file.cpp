// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Octant rules from TOML.
#include <algorithm>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/toml_keys.hpp"
#include "evenkeel/manager/octant.hpp"

namespace evenkeel::manager {
namespace {

double number(const toml::node& node, double min, double max) {
  const std::optional<double> value = node.value<double>();
  if (!value || !(*value >= min && *value <= max)) {
    throw InputError(fmt::format("expected a number from {} to {}", min, max));
  }
  return *value;
}

std::int64_t integer(const toml::node& node, std::int64_t min, std::int64_t max) {
  const std::optional<std::int64_t> value = node.value_exact<std::int64_t>();
  if (!value || *value < min || *value > max) {
    throw InputError(fmt::format("expected a whole number from {} to {}", min, max));
  }
  return *value;
}

std::vector<std::string> words(const toml::node& node) {
  std::vector<std::string> words;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& each : *array) {
      words.push_back(each.value<std::string>().value_or(""));
    }
  }
  if (words.empty() || std::ranges::find(words, "") != words.end()) {
    throw InputError("expected a list of partitioners: [\"gmisp_sp\", \"isp\"]");
  }
  return words;
}

class Reader {
 public:
  explicit Reader(const std::string& file) : toml_(file) {}

  OctantRules read(std::string_view text) {
    toml_.read(text, keys());
    toml_.problems().throw_if_any();
    return std::move(rules_);
  }

 private:
  TomlKeys::Keys keys() {
    TomlKeys::Keys keys = {
        {"delta", [this](const toml::node& node) { rules_.delta = number(node, 0.0, 1.0); }},
        {"dwell", [this](const toml::node& node) { rules_.dwell = integer(node, 0, 1000000); }},
        {"mode", [this](const toml::node& node) { mode(node); }},
        {"weights", [this](const toml::node& node) { weights(node); }}};
    for (int number = 1; number <= 8; ++number) {
      keys[std::string(roman(number))] = [this, number](const toml::node& node) {
        octant(number, node);
      };
    }
    return keys;
  }

  void mode(const toml::node& node) {
    const std::string word = node.value<std::string>().value_or("");
    if (word != "ratio" && word != "absolute") {
      throw InputError("expected \"ratio\" or \"absolute\"");
    }
    rules_.by_values = word == "absolute";
  }

  void weights(const toml::node& node) {
    const toml::array* array = node.as_array();
    if (array == nullptr || array->size() != rules_.weights.size()) {
      throw InputError("expected three numbers, of CCratio, Adapt and Dynamics");
    }
    for (std::size_t i = 0; i < array->size(); ++i) {
      rules_.weights[i] = number((*array)[i], 0.0, 1e6);
    }
  }

  void octant(int number, const toml::node& node) {
    OctantChoice& choice = rules_.octants[static_cast<std::size_t>(number - 1)];
    if (!node.is_table()) {
      throw InputError("expected a table: [" + std::string(roman(number)) + "] and keys below");
    }
    toml_.take(*node.as_table(),
               {{"methods", [&](const toml::node& inner) { choice.methods = words(inner); }},
                {"granularity",
                 [&](const toml::node& inner) {
                   choice.granularity = static_cast<std::int32_t>(integer(inner, 1, 4096));
                 }}},
               std::string(roman(number)) + ".");
  }

  TomlKeys toml_;
  OctantRules rules_ = published_rules();
};

}  // namespace

OctantRules parse_octant_rules(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace evenkeel::manager
