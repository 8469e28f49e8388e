// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reading and writing of case files.
#include "evenkeel/io/case_file.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "evenkeel/core/text.hpp"
#include "evenkeel/io/case_value.hpp"

namespace evenkeel::io {
namespace {

/// A root key `kernel = "NAME"` stands beside a table [kernel], which TOML forbids: it is read
/// under this name, of the same length so that columns stay right.
constexpr std::string_view kRootKernel = "_name_";

std::string hide_root_kernel(std::string_view text) {
  std::string copy(text);
  for (std::size_t line = 0; line < copy.size();) {
    const std::size_t end = std::min(copy.find('\n', line), copy.size());
    const std::size_t first = copy.find_first_not_of(" \t\"'", line);
    if (first < end && copy[first] == '[') {
      break;
    }
    if (first < end && copy.compare(first, 6, "kernel") == 0) {
      const std::size_t next = copy.find_first_not_of(" \t\"'", first + 6);
      if (next < end && copy[next] == '=') {
        copy.replace(first, 6, kRootKernel);
      }
    }
    line = end + 1;
  }
  return copy;
}

std::vector<std::string_view> known_keys() {
  std::vector<std::string_view> names;
  for (const KeySpec& key : case_keys()) {
    names.push_back(key.name);
  }
  return names;
}

std::string_view table_of(std::string_view key) {
  return key.substr(0, key.find('.'));
}

/// What a key of \p table may be called: the table's own keys, then those of its plug-ins.
std::vector<std::string_view> known_in(std::string_view table, std::span<const ParamSpec> specs) {
  std::vector<std::string_view> names;
  for (const std::string_view key : known_keys()) {
    if (table_of(key) == table) {
      names.push_back(key.substr(table.size() + 1));
    }
  }
  std::ranges::transform(specs, std::back_inserter(names), &ParamSpec::name);
  return names;
}

Location place_of(const std::string& path, const toml::source_region& region) {
  return {path, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

/// \p key as one of its NAMEs has it.
KeySpec called(KeySpec key, std::string_view name) {
  key.name = name;
  return key;
}

using Entry = std::pair<const toml::key*, const toml::node*>;

/// Keys and values as they stand in the file; toml++ sorts them by name.
std::vector<Entry> in_order(const toml::table& values) {
  std::vector<Entry> entries;
  for (const auto& [key, node] : values) {
    entries.emplace_back(&key, &node);
  }
  std::ranges::stable_sort(entries, {}, [](const Entry& entry) {
    const toml::source_position& begin = entry.first->source().begin;
    return std::pair(begin.line, begin.column);
  });
  return entries;
}

/// What opens the place of an override, where others have a file.
constexpr std::string_view kOverride = "-s ";

/// Takes values out of parsed TOML; collects what is wrong.
struct Reader {
  using Store =
      std::function<void(const std::string& key, CaseValue, const Location&, bool parameter)>;
  Problems& problems;
  Store store;

  void unknown(std::string_view name, const Location& place) {
    auto known = known_keys();
    if (name.find('.') == std::string_view::npos) {
      std::ranges::transform(known, known.begin(), table_of);  // kernel among them
    }
    problems.add(place, fmt::format("no key '{}'{}; `evenkeel explain` lists the keys", name,
                                    suggestion(name, known)));
  }

  void parameter(const std::string& name, const toml::node& node, const Location& place) {
    const std::optional<double> number = scalar(node);
    const std::optional<std::string> word = node.value<std::string>();
    if (!number && !word) {
      const std::string_view table = table_of(name);
      const std::string near = suggestion(name.substr(table.size() + 1), known_in(table, {}));
      problems.add(
          place, fmt::format("{} is {}, wanted is a number or a word{}", name, shown(node), near));
      return;
    }
    store(name, number ? CaseValue(*number) : CaseValue(*word), place, true);
  }

  void value(const std::string& name, const toml::node& node, const Location& place) {
    if (is_table(name)) {
      table(name, node, place);
      return;
    }
    const KeySpec* key = find_key(name);
    if (key == nullptr) {
      takes_plugin_parameters(table_of(name)) && name.find('.') != std::string::npos
          ? parameter(name, node, place)
          : unknown(name, place);
      return;
    }
    std::optional<CaseValue> converted;
    try {
      converted = convert(node, key->type);
    } catch (const InputError& error) {
      problems.add(place, fmt::format("{}: {}", name, error.what()));
      return;
    }
    if (!converted) {
      problems.add(place,
                   fmt::format("{} is {}, wanted is {}{}", name, shown(node), type_name(key->type),
                               key->unit.empty() ? "" : fmt::format(" [{}]", key->unit)));
    } else if (const std::string fault = range_problem(called(*key, name), *converted);
               !fault.empty()) {
      problems.add(place, fault);
    } else {
      store(name, std::move(*converted), place, false);
    }
  }

  void table(const std::string& name, const toml::node& node, const Location& place) {
    if (!node.is_table()) {
      problems.add(place, fmt::format("{} is {}, wanted is a table: [{}] and keys of it below",
                                      name, shown(node), name));
      return;
    }
    for (const auto& [key, inner] : in_order(*node.as_table())) {
      value(fmt::format("{}.{}", name, key->str()), *inner, place_of(place.file, key->source()));
    }
  }

  void root(const toml::table& values, const std::string& path) {
    for (const auto& [key, node] : in_order(values)) {
      const std::string name(key->str());
      value(name == kRootKernel ? "kernel.name" : name, *node, place_of(path, key->source()));
    }
  }

  void override_with(const std::string& assignment) {
    const Location place{kOverride.data() + assignment};
    const std::size_t equals = assignment.find('=');
    std::string name = assignment.substr(0, equals);
    if (equals == std::string::npos || name.empty()) {
      problems.add(place, "wanted is key=value, for example mesh.max_levels=3");
      return;
    }
    name = name == "kernel" ? "kernel.name" : name;
    const std::string right = assignment.substr(equals + 1);
    try {
      value(name, *toml::parse("x = " + right).get("x"), place);
    } catch (const toml::parse_error&) {
      value(name, toml::value<std::string>(right), place);  // a bare word
    }
  }
};

}  // namespace

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
      const auto known = known_in(table, specs);
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

Case read_case(const std::string& path, std::string_view text,
               std::span<const std::string> overrides, Problems& problems) {
  Case result;
  Reader reader{problems, [&](const std::string& name, CaseValue value, const Location& place,
                              bool parameter) {
                  auto& values = parameter ? result.parameters_ : result.values_;
                  values[name] = {std::move(value), place};
                }};
  try {
    reader.root(toml::parse(hide_root_kernel(text), path), path);
  } catch (const toml::parse_error& error) {
    std::string description(error.description());
    if (const auto at = description.find(kRootKernel); at != std::string::npos) {
      description.replace(at, kRootKernel.size(), "kernel");
    }
    problems.add(place_of(path, error.source()), description);
    problems.throw_if_any();
  }
  for (const std::string& assignment : overrides) {
    reader.override_with(assignment);
  }
  for (const KeySpec& key : case_keys()) {
    if (!key.fallback.empty() && !result.has(key.name)) {
      const bool word = key.type == KeyType::kText || key.type == KeyType::kSeconds;
      const std::string quoted =
          word ? fmt::format("\"{}\"", key.fallback) : std::string(key.fallback);
      result.set_default(key.name, *convert(*toml::parse("x = " + quoted).get("x"), key.type));
    }
  }
  if (!result.has("kernel.name")) {
    if (problems.empty()) {
      problems.add({path, 1, 1},
                   "no kernel: write kernel = \"NAME\"; `evenkeel list kernels` names them");
    }
    problems.throw_if_any();
  }
  return result;
}

Case read_case(const std::string& path, std::string_view text,
               std::span<const std::string> overrides) {
  Problems problems;
  Case result = read_case(path, text, overrides, problems);
  problems.throw_if_any();
  return result;
}

}  // namespace evenkeel::io
