// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Runs that are to be resumed, and have not come to a checkpoint.
#pragma once

#include <filesystem>

#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {

/// To be asked before a run of \p settings is resumed in \p directory. Without a checkpoint there,
/// whole or damaged, it begins anew: so one line of a job script does for the first start and all
/// later ones. Not collective.
///
/// \throws InputError if it would then write over a run that is done, or one of another case: whose
///         keys differ that no checkpoint lets change
void expect_own_run(const std::filesystem::path& directory, const io::Case& settings,
                    const Plugins& plugins);

}  // namespace evenkeel::runtime
