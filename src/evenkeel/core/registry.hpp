// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A table from a name the user can type to the plug-in behind it.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/params.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel {

/// All plug-ins that implement \p Interface, by name.
///
/// An ordinary object with no global state: `main` makes one, passes it to the
/// generated `register_builtin`, and hands it to whoever needs it. Concurrent
/// calls to const members are safe.
template <class Interface>
class Registry {
 public:
  struct Entry {
    std::string_view name;     ///< what the user types, same as the file name
    std::string_view summary;  ///< one line, no full stop
    std::string_view source;   ///< paper and section, table or equation
    std::span<const ParamSpec> params = {};
    std::function<std::unique_ptr<Interface>(const Params&)> make;
  };

  /// \pre no entry of that name exists; its parameters fit integers where they are whole
  void add(const Entry& entry) {
    EVENKEEL_EXPECT(std::ranges::all_of(entry.params, &ParamSpec::fits_integers));
    const bool inserted = entries_.emplace(entry.name, entry).second;
    EVENKEEL_EXPECT(inserted);
  }

  /// The entry called \p name.
  ///
  /// \throws InputError if there is none, naming the known ones and the nearest
  const Entry& find(std::string_view name) const {
    const auto found = entries_.find(name);
    if (found == entries_.end()) {
      const std::vector<std::string_view> known = names();
      throw InputError("no '" + std::string(name) + "'; known: " + join(known) +
                       suggestion(name, known));
    }
    return found->second;
  }

  /// Makes the plug-in called \p name.
  ///
  /// \param unread  receives, if not null, names that \p given has given another value than their
  ///                default, and that the plug-in has not looked at
  /// \throws InputError if there is none, or \p given does not fit its ParamSpecs
  std::unique_ptr<Interface> make(std::string_view name, const ParamValues& given = {},
                                  std::vector<std::string>* unread = nullptr) const {
    const Entry& entry = find(name);
    const Params params(entry.params, given);
    std::unique_ptr<Interface> made = entry.make(params);
    if (unread != nullptr) {
      *unread = params.unread();
    }
    return made;
  }

  /// Entries in name order, for help pages and generated documentation.
  const std::map<std::string_view, Entry, std::less<>>& entries() const { return entries_; }

  std::vector<std::string_view> names() const {
    std::vector<std::string_view> known;
    for (const auto& [name, entry] : entries_) {
      known.push_back(name);
    }
    return known;
  }

 private:
  std::map<std::string_view, Entry, std::less<>> entries_;
};

}  // namespace evenkeel
