// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Single values of a case file: from TOML, checked, and back to text.
#pragma once

#include <optional>
#include <string>

#include <toml++/toml.h>

#include "evenkeel/io/case_file.hpp"

namespace evenkeel::io {

/// \p node as a case file would write it.
std::string shown(const toml::node& node);

/// The number in \p node, true and false as 1 and 0; nothing for other types.
std::optional<double> scalar(const toml::node& node);

/// \p node as a value of \p type; nothing where the type does not fit.
///
/// \throws InputError for a quantity with a wrong unit
std::optional<CaseValue> convert(const toml::node& node, KeyType type);

/// What is wrong with the range or the words of \p value; "" when nothing is.
std::string range_problem(const KeySpec& key, const CaseValue& value);

/// \p value as TOML. \param key  null for a plug-in's parameter
std::string written(const CaseValue& value, const KeySpec* key);

}  // namespace evenkeel::io
