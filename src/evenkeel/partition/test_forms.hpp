// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// All that a registry of partitioners offers, one by one, for tests.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// A partitioner, with one choice made where it offers one.
struct Form {
  std::string method;
  ParamValues params;
};

inline std::string name_of(const Form& form) {
  std::string name = form.method;
  for (const auto& [param, value] : form.params) {
    name += "_" + param + "_" + std::get<std::string>(value);
  }
  return name;
}

/// How GoogleTest shows it.
inline void PrintTo(const Form& form, std::ostream* out) {
  *out << name_of(form);
}

/// Every partitioner as it is, and with every word of every choice.
inline std::vector<Form> all_forms(const Registry<Partitioner>& registry) {
  std::vector<Form> forms;
  for (const auto& [name, entry] : registry.entries()) {
    forms.push_back({std::string(name), {}});
    for (const ParamSpec& param : entry.params) {
      for (const std::string_view word : param.choices) {
        forms.push_back({std::string(name), {{std::string(param.name), std::string(word)}}});
      }
    }
  }
  return forms;
}

}  // namespace evenkeel::partition
