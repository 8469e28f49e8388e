// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reading of case files and overrides.
#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "evenkeel/core/text.hpp"
#include "evenkeel/io/case_file.hpp"
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

Location place_of(const std::string& path, const toml::source_region& region) {
  return {path, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

/// \p key as one of its NAMEs has it.
KeySpec called(KeySpec key, std::string_view name) {
  key.name = name;
  return key;
}

/// The table with a NAME that has the last part of \p name as a key; "" if there is none.
std::string named_table(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos) {
    return "";
  }
  const std::string table = name.substr(0, dot) + ".NAME";
  return find_key(table + name.substr(dot)) == nullptr ? "" : table;
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

/// Takes values out of parsed TOML; collects what is wrong.
struct Reader {
  using Store =
      std::function<void(const std::string& key, CaseValue, const Location&, bool parameter)>;
  Problems& problems;
  Store store;
  std::set<std::string, std::less<>> faults = {};  ///< names of tables, as near as can be told

  /// Adds what is wrong with \p name.
  void add(const std::string& name, const Location& place, std::string_view text) {
    std::vector<std::string_view> tables;
    for (const KeySpec& key : case_keys()) {
      tables.push_back(key.name.substr(0, key.name.find('.')));
    }
    const std::string_view table = std::string_view(name).substr(0, name.find('.'));
    const std::string_view near = nearest(table, tables);
    faults.emplace(near.empty() ? table : near);
    problems.add(place, text);
  }

  void unknown(const std::string& name, const Location& place) {
    const bool is_of_root = name.find('.') == std::string::npos;
    std::vector<std::string_view> known;
    for (const KeySpec& key : case_keys()) {
      known.push_back(is_of_root ? table_of(key.name) : key.name);  // kernel among them
    }
    add(name, place,
        fmt::format("no key '{}'{}; `evenkeel explain` lists the keys", name,
                    suggestion(name, known)));
  }

  void parameter(const std::string& name, const toml::node& node, const Location& place) {
    const std::optional<double> number = node.is_number() ? scalar(node) : std::nullopt;
    const std::optional<std::string> word =
        node.is_boolean() ? std::optional(shown(node)) : node.value<std::string>();
    if (!number && !word) {
      const std::string_view table = table_of(name);
      const std::string near = suggestion(name.substr(table.size() + 1), names_in(table));
      add(name, place,
          fmt::format("{} is {}, wanted is a number or a word{}", name, shown(node), near));
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
      add(name, place, fmt::format("{}: {}", name, error.what()));
      return;
    }
    if (!converted) {
      add(name, place,
          fmt::format("{} is {}, wanted is {}{}", name, shown(node), type_name(key->type),
                      key->unit.empty() ? "" : fmt::format(" [{}]", key->unit)));
    } else if (const std::string fault = range_problem(called(*key, name), *converted);
               !fault.empty()) {
      add(name, place, fault);
    } else {
      store(name, std::move(*converted), place, false);
    }
  }

  void table(const std::string& name, const toml::node& node, const Location& place) {
    if (const std::string named = named_table(name); !node.is_table() && !named.empty()) {
      add(name, place,
          fmt::format("{} is a key of [{}]: write [{}] with any word for NAME", name, named,
                      named));
      return;
    }
    if (!node.is_table()) {
      add(name, place,
          fmt::format("{} is {}, wanted is a table: [{}] and keys of it below", name, shown(node),
                      name));
      return;
    }
    for (const auto& [key, inner] : in_order(*node.as_table())) {
      value(fmt::format("{}.{}", name, key->str()), *inner, place_of(place.file, key->source()));
    }
  }

  void root(const toml::table& values, const std::string& path) {
    for (const auto& [key, node] : in_order(values)) {
      const std::string name(key->str());
      const auto& kernel = values["kernel"];
      if (name == kRootKernel && kernel.is_table() && kernel.as_table()->contains("name")) {
        add("kernel", place_of(path, key->source()),
            "the kernel is named twice: here and by kernel.name");
      }
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
  result.faults_ = std::move(reader.faults);
  for (const KeySpec& key : case_keys()) {
    if (!key.fallback.empty() && !result.has(key.name)) {
      const bool word = key.type == KeyType::kText || key.type == KeyType::kSeconds;
      const std::string quoted =
          word ? fmt::format("\"{}\"", key.fallback) : std::string(key.fallback);
      result.set_default(key.name, *convert(*toml::parse("x = " + quoted).get("x"), key.type));
    }
  }
  if (!result.has("kernel.name")) {
    if (!result.has_faults_in("kernel")) {
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
