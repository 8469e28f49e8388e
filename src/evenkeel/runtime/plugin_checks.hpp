// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The plug-ins that a case names, with its parameters for them.
#pragma once

#include <string_view>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {

/// What \p key may say, where it chooses among plug-ins; empty for other keys.
std::vector<std::string_view> plugin_words(std::string_view key, const Plugins& plugins);

/// Gives \p checked the plug-ins that it names, and the tables of its case all parameters of
/// theirs. What is at fault is left as it was, and told. Where an override names another plug-in
/// than the file does, parameters that the file has for its own are left out: a resolved case has
/// all.
///
/// Partitioners of units, or of patches. The manager then judges by units dealt out with every
/// level in balance, which load ranks as patches will.
void choose_method(const Plugins& plugins, CheckedCase& checked, Problems& problems);

/// Beside the parameters of the policy, [manage] has those of the capacity metric.
void choose_policy(const Plugins& plugins, CheckedCase& checked, Problems& problems);

/// Null where there is no kernel of that name. Where the case's parameters are at fault, singly or
/// together, the kernel's own serve to check what else the case says.
void choose_kernel(const Plugins& plugins, CheckedCase& checked, Problems& problems);

}  // namespace evenkeel::runtime
