// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Tables of TOML, read key by key.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {

/// Gives every value of a file to whom it is for, and collects what is wrong, with its place.
class TomlKeys {
 public:
  /// \throws InputError saying what is expected instead
  using Take = std::function<void(const toml::node&)>;
  using Keys = std::map<std::string, Take, std::less<>>;

  /// \param file  for messages
  explicit TomlKeys(std::string file) : file_(std::move(file)) {}

  /// All of a file.   \throws InputError at once if \p text is not TOML
  void read(std::string_view text, const Keys& keys);

  /// A table in it. \param prefix  of its keys in messages: "samr."
  void take(const toml::table& table, const Keys& keys, const std::string& prefix = "");

  Problems& problems() { return problems_; }
  Location place_of(const toml::source_region& region) const;

 private:
  void refuse(const toml::key& key, const Keys& keys, const std::string& prefix);

  std::string file_;
  Problems problems_;
};

}  // namespace evenkeel
