// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a case holds, and writing it.
#include "evenkeel/io/case_file.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "evenkeel/core/text.hpp"
#include "evenkeel/io/case_value.hpp"

namespace evenkeel::io {

const Case::Entry& Case::entry(std::string_view key) const {
  const auto found = values_.find(key);
  EVENKEEL_EXPECT(found != values_.end());
  return found->second;
}

double Case::number(std::string_view key) const {
  return std::get<double>(entry(key).value);
}

std::int64_t Case::integer(std::string_view key) const {
  return static_cast<std::int64_t>(number(key));
}

const std::string& Case::text(std::string_view key) const {
  return std::get<std::string>(entry(key).value);
}

const std::vector<double>& Case::numbers(std::string_view key) const {
  return std::get<std::vector<double>>(entry(key).value);
}

const std::vector<std::string>& Case::texts(std::string_view key) const {
  return std::get<std::vector<std::string>>(entry(key).value);
}

Location Case::place(std::string_view key) const {
  for (const auto* entries : {&values_, &parameters_}) {
    if (const auto found = entries->find(key); found != entries->end()) {
      return found->second.place;
    }
  }
  return {};
}

std::vector<std::string> Case::names(std::string_view table) const {
  std::vector<std::string> found;
  const std::string start = fmt::format("{}.", table);
  for (auto at = values_.lower_bound(start); at != values_.end() && at->first.starts_with(start);
       ++at) {
    std::string name = at->first.substr(start.size());
    name.resize(name.find('.'));
    if (found.empty() || found.back() != name) {
      found.push_back(std::move(name));
    }
  }
  return found;
}

void Case::set_default(std::string_view key, CaseValue value) {
  EVENKEEL_EXPECT(find_key(key) != nullptr);
  values_.try_emplace(std::string(key), Entry{std::move(value), {}});
}

void Case::set(std::string_view key, CaseValue value) {
  EVENKEEL_EXPECT(find_key(key) != nullptr);
  values_[std::string(key)].value = std::move(value);
}

void Case::unset(std::string_view key) {
  values_.erase(std::string(key));
}

bool Case::is_overridden(std::string_view key) const {
  return place(key).file.starts_with(kOverride);
}

ParamValues Case::parameters(std::string_view table) const {
  ParamValues given;
  for (const auto& [name, item] : parameters_) {
    if (table_of(name) == table) {
      const auto* number = std::get_if<double>(&item.value);
      given[name.substr(table.size() + 1)] =
          number != nullptr ? ParamValue(*number) : ParamValue(std::get<std::string>(item.value));
    }
  }
  return given;
}

void Case::check_parameters(std::string_view table, std::span<const ParamSpec> specs,
                            Problems& problems) const {
  for (const auto& [name, value] : parameters(table)) {
    const Location& place = parameters_.find(fmt::format("{}.{}", table, name))->second.place;
    if (std::ranges::find(specs, name, &ParamSpec::name) == specs.end()) {
      std::vector<std::string_view> known = names_in(table);
      std::ranges::transform(specs, std::back_inserter(known), &ParamSpec::name);
      problems.add(place, fmt::format("[{}] no key '{}'; known: {}{}", table, name, join(known),
                                      suggestion(name, known)));
      continue;
    }
    try {
      const Params checked(specs, {{name, value}});
    } catch (const InputError& error) {
      problems.add(place, fmt::format("[{}] {}", table, error.what()));
    }
  }
}

void Case::drop_parameters(std::string_view table,
                           const std::function<bool(std::string_view)>& is_other) {
  std::erase_if(parameters_, [&](const auto& each) {
    const std::string_view name = each.first;
    return table_of(name) == table && !is_overridden(name) &&
           is_other(name.substr(table.size() + 1));
  });
}

void Case::fill_parameters(std::string_view table, std::span<const ParamSpec> specs) {
  for (const ParamSpec& spec : specs) {
    const CaseValue value =
        spec.choices.empty()
            ? CaseValue(spec.fallback)
            : CaseValue(std::string(spec.choices[static_cast<std::size_t>(spec.fallback)]));
    parameters_.try_emplace(fmt::format("{}.{}", table, spec.name), Entry{value, {}});
  }
}

std::map<std::string, std::string> Case::written(
    std::initializer_list<std::string_view> tables) const {
  std::map<std::string, std::string> text;
  for (const auto* values : {&values_, &parameters_}) {
    for (const auto& [name, item] : *values) {
      if (std::ranges::find(tables, table_of(name)) != tables.end()) {
        text[name] = io::written(item.value, find_key(name));
      }
    }
  }
  return text;
}

/// Keys of \p table that the table of keys has not by their full name: parameters of plug-ins, and
/// those of a NAME.
std::string Case::further_keys(std::string_view table) const {
  std::string text;
  for (const auto* entries : {&parameters_, &values_}) {
    for (const auto& [name, item] : *entries) {
      const KeySpec* const key = find_key(name);
      const bool is_plain = key != nullptr && key->name == name;
      text += table_of(name) == table && !is_plain
                  ? fmt::format("{} = {}\n", name.substr(table.size() + 1),
                                io::written(item.value, key))
                  : "";
    }
  }
  return text;
}

std::string Case::resolved() const {
  std::string text;
  std::string_view table;
  for (const KeySpec& key : case_keys()) {
    const std::string_view here = table_of(key.name);
    if (here != table) {
      text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", here);
      table = here;
      text += further_keys(here);
    }
    if (const auto found = values_.find(key.name); found != values_.end()) {
      text += fmt::format("{} = {}\n", key.name.substr(here.size() + 1),
                          io::written(found->second.value, &key));
    }
  }
  return text;
}

}  // namespace evenkeel::io
