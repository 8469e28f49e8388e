// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the words of `evenkeel replay` stand for.
#pragma once

#include <string>
#include <vector>

#include "evenkeel/core/params.hpp"
#include "evenkeel/core/registry.hpp"
#include "evenkeel/manager/manager.hpp"

namespace evenkeel::simulator {

/// Settings by what they are for.
struct Settings {
  bool cell_costs = true;  ///< partition.cell_costs, as of a run
  ParamValues partition;
  ParamValues manage;
  ParamValues cost;
};

/// Of the texts behind -s. \throws InputError if one is not name=value, or of no such group
Settings sort_settings(const std::vector<std::string>& texts);

/// Rules of \p file, or those that were published. \throws InputError what is wrong with them
manager::Octants octants_of(const std::string& file);

/// The built-in plug-ins of a family.
template <class Interface>
Registry<Interface> builtin() {
  Registry<Interface> registry;
  register_builtin(registry);
  return registry;
}

}  // namespace evenkeel::simulator
