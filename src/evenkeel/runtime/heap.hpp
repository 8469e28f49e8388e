// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where memory comes from, and what becomes of it when it is freed.
#pragma once

#include <cstddef>

namespace evenkeel::runtime {

/// Has the heap of the process grow ahead of need, on large pages, and keep what is freed.
///
/// Levels and solvers are freed and made anew at every regrid. Pages that went back to the system
/// meanwhile have to be cleared before they are given out again: an elliptic solve on eight ranks
/// spent a seventh of its processor time on that. Each page that is touched first is a fault, of
/// under a microsecond on a machine of one's own and of ten on some virtual ones; a large one of
/// 2 MiB takes the place of 512. Not for runs under a limit of memory, which look at what is
/// resident. Without effect where the C library is not glibc, on large pages where
/// /sys/kernel/mm/transparent_hugepage/enabled says never.
class Heap {
 public:
  Heap();

  /// Asks for large pages where the heap has grown since. Costs nothing where it has not.
  void follow_growth();

 private:
  std::byte* advised_ = nullptr;  ///< end of what large pages were asked for
};

}  // namespace evenkeel::runtime
