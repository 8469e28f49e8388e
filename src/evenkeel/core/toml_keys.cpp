// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Keys looked up, and what is said of those that nobody knows.
#include "evenkeel/core/toml_keys.hpp"

#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/text.hpp"

namespace evenkeel {

void TomlKeys::read(std::string_view text, const Keys& keys) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    problems_.add(place_of(error.source()), error.description());
    problems_.throw_if_any();
  }
  take(table, keys);
}

void TomlKeys::take(const toml::table& table, const Keys& keys, const std::string& prefix) {
  for (const auto& [key, node] : table) {
    const auto found = keys.find(key.str());
    if (found == keys.end()) {
      refuse(key, keys, prefix);
      continue;
    }
    try {
      found->second(node);
    } catch (const InputError& error) {
      problems_.add(place_of(node.source()),
                    fmt::format("{}{}: {}", prefix, key.str(), error.what()));
    }
  }
}

void TomlKeys::refuse(const toml::key& key, const Keys& keys, const std::string& prefix) {
  std::vector<std::string_view> known;
  for (const auto& each : keys) {
    known.push_back(each.first);
  }
  problems_.add(place_of(key.source()), fmt::format("no key '{}{}'; known: {}{}", prefix, key.str(),
                                                    join(known), suggestion(key.str(), known)));
}

Location TomlKeys::place_of(const toml::source_region& region) const {
  return {file_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

}  // namespace evenkeel
