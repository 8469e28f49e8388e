// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Case files: TOML read against the table of keys, every fault with its place.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/params.hpp"
#include "evenkeel/io/case_schema.hpp"

namespace evenkeel::io {

/// A value of a case file. Numbers, integers, booleans, durations and sizes are all doubles (SI).
using CaseValue = std::variant<double, std::string, std::vector<double>, std::vector<std::string>>;

/// What opens the place of an override, where others have a file.
inline constexpr std::string_view kOverride = "-s ";

/// A case file after reading: one value per key, defaults filled in.
class Case {
 public:
  /// True when the file, an override or a default set \p key.
  bool has(std::string_view key) const { return values_.contains(key); }

  /// \pre has(key) and the key's type fits
  double number(std::string_view key) const;
  std::int64_t integer(std::string_view key) const;
  bool flag(std::string_view key) const { return number(key) != 0.0; }
  const std::string& text(std::string_view key) const;
  const std::vector<double>& numbers(std::string_view key) const;
  const std::vector<std::string>& texts(std::string_view key) const;

  /// The words that stand for NAME in keys of \p table, "mesh.region": those of which any is set.
  std::vector<std::string> names(std::string_view table) const;

  /// Whether something was to be set in \p table, "time", that is no such key or value.
  bool has_faults_in(std::string_view table) const { return faults_.contains(table); }

  /// Where the user set \p key, "kernel.amplitude" for a parameter; empty for defaults.
  Location place(std::string_view key) const;

  /// Whether an override has set \p key, not the file.
  bool is_overridden(std::string_view key) const;

  /// Sets a key whose default only the kernel knows, unless the user set it.
  void set_default(std::string_view key, CaseValue value);

  /// Sets a key, whatever it was; it stays where the user set it.
  void set(std::string_view key, CaseValue value);

  /// As if nobody had set \p key.
  void unset(std::string_view key);

  /// Further keys of a table that takes plug-in parameters (without the table's name).
  ParamValues parameters(std::string_view table) const;

  /// Checks the further keys of \p table against what its plug-in declares; adds every fault.
  void check_parameters(std::string_view table, std::span<const ParamSpec> specs,
                        Problems& problems) const;

  /// Drops further keys of \p table that the file has set, where \p is_other says so of their
  /// names.
  void drop_parameters(std::string_view table,
                       const std::function<bool(std::string_view)>& is_other);

  /// Gives the further keys of \p table that are not there the defaults that \p specs declare.
  void fill_parameters(std::string_view table, std::span<const ParamSpec> specs);

  /// The keys of \p tables, plug-in parameters included, with their values as TOML.
  std::map<std::string, std::string> written(std::initializer_list<std::string_view> tables) const;

  /// The whole case as TOML, defaults included: reading it again gives the same case.
  std::string resolved() const;

 private:
  friend Case read_case(const std::string&, std::string_view, std::span<const std::string>,
                        Problems&);
  struct Entry {
    CaseValue value;
    Location place;
  };
  const Entry& entry(std::string_view key) const;
  std::string further_keys(std::string_view table) const;

  std::map<std::string, Entry, std::less<>> values_;
  std::map<std::string, Entry, std::less<>> parameters_;  ///< "table.name"
  std::set<std::string, std::less<>> faults_;             ///< names of tables
};

/// Reads the text of a case file, then the overrides "key=value".
///
/// Adds one line per fault to \p problems: file:line:column, key, what was found, what is allowed,
/// the nearest known name. Keys at fault have their defaults, so that more checks can be made.
///
/// \param path  for messages
/// \throws InputError at once if \p text is not TOML or no kernel is named
Case read_case(const std::string& path, std::string_view text,
               std::span<const std::string> overrides, Problems& problems);

/// The same, for those who use nothing when anything is wrong.
///
/// \throws InputError with all faults
Case read_case(const std::string& path, std::string_view text,
               std::span<const std::string> overrides);

}  // namespace evenkeel::io
