// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Runs that are to be resumed, and have not come to a checkpoint, or are done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "evenkeel/io/verify.hpp"
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

/// The checkpoint that a run in \p directory goes on from: \p asked_for, or the newest whole one
/// there if that is empty, with the faults of newer ones; none where there is none at all. What was
/// left undone of an earlier way back is done first. Not collective.
/// \throws InputError naming the faults if none is whole
io::Usable choose_checkpoint(const std::filesystem::path& directory,
                             const std::filesystem::path& asked_for);

/// Whether a run of \p settings that has come to \p step and \p time is over.
bool is_at_end(const io::Case& settings, std::int64_t step, double time);

/// Where a run has ended.
struct RunFinish {
  std::int64_t step = 0;
  double time = 0.0;
};

/// Where the run in \p directory has ended, if that is where \p settings end and nothing has been
/// done there since: a checkpoint may lie before that, and would be gone on from for nothing.
/// Nothing for a run of another case. Not collective.
std::optional<RunFinish> finish_of(const std::filesystem::path& directory, const io::Case& settings,
                                   const Plugins& plugins);

/// Says so, and as JSON what the summary of the run says. Not collective.
void tell_done(const std::filesystem::path& directory, const RunFinish& finish, bool json);

}  // namespace evenkeel::runtime
