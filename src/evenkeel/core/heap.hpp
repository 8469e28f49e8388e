// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The heap of the process: what it is made of, and what becomes of what is freed.
#pragma once

namespace evenkeel {

/// From now on the heap grows ahead of need, on large pages, and keeps what is freed.
///
/// Levels and solvers are freed and made anew at every regrid. Pages that went back to the system
/// meanwhile have to be cleared before they are given out again: an elliptic solve on eight ranks
/// spent a seventh of its processor time on that. Each page that is touched first is a fault, of
/// under a microsecond on a machine of one's own and of ten on some virtual ones; a large one of
/// 2 MiB takes the place of 512. Not for runs under a limit of memory, which look at what is
/// resident. Not ahead of need where addresses are limited. Without effect where the C library is
/// not glibc, on large pages where /sys/kernel/mm/transparent_hugepage/enabled says never.
void keep_heap();

/// Whether keep_heap() has been called, to any effect.
bool is_heap_kept();

/// Asks for large pages where the heap has grown since. Costs nothing where it has not, or is not
/// kept. From one thread alone.
void follow_heap();

/// Returns what is free to the system. Without effect where the C library is not glibc.
void trim_heap();

}  // namespace evenkeel
