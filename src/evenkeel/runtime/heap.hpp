// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What becomes of memory that is freed.
#pragma once

namespace evenkeel::runtime {

/// Has freed memory stay with the process, for what is allocated next.
///
/// Levels and solvers are freed and made anew at every regrid. Pages that went back to the system
/// meanwhile have to be cleared before they are given out again: an elliptic solve on eight ranks
/// spent a seventh of its processor time on that. Not for runs under a limit of memory, which look
/// at what is resident. Without effect where the C library is not glibc.
void keep_freed_memory();

}  // namespace evenkeel::runtime
