// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every key of a case file: type, unit, default, range, meaning, source.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "evenkeel/core/params.hpp"

namespace evenkeel::io {

enum class KeyType {
  kText,
  kBoolean,
  kInteger,
  kNumber,
  kSeconds,
  kBytes,
  kIntegers,
  kNumbers,
  kByteSizes,
  kTexts
};

/// Declares one key. Printed by `evenkeel explain`.
struct KeySpec {
  std::string_view name;  ///< with its table: "mesh.max_levels"; NAME in it is any word
  KeyType type = KeyType::kNumber;
  std::string_view unit;      ///< "" where there is none
  std::string_view fallback;  ///< as a case file would say it; "" = not set
  double min = -kUnbounded;   ///< of every number in the value
  double max = kUnbounded;
  std::string_view help;
  std::string_view source = "";                    ///< where the default comes from
  std::span<const std::string_view> choices = {};  ///< allowed words, if not empty
};

/// All keys, by table and then in the order a reader would expect.
std::span<const KeySpec> case_keys();

/// The key called \p name, or null.
const KeySpec* find_key(std::string_view name);

/// The first word of a key: the table it is in.
std::string_view table_of(std::string_view key);

/// The keys of \p table, without its name.
std::vector<std::string_view> names_in(std::string_view table);

/// Whether there are keys in a table called \p name: "mesh", "mesh.region.inlet".
bool is_table(std::string_view name);

/// Tables whose further keys belong to the plug-in they name: kernel, partition, manage.
bool takes_plugin_parameters(std::string_view table);

/// "integer", "text", ...
std::string_view type_name(KeyType type);

}  // namespace evenkeel::io
