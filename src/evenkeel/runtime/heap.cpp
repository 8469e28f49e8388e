// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Thresholds of glibc's malloc.
#include "evenkeel/runtime/freed_memory.hpp"

#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace evenkeel::runtime {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kNever = std::numeric_limits<int>::max();
  mallopt(M_MMAP_THRESHOLD, kNever);  // a block of its own pages goes back as soon as it is freed
  mallopt(M_TRIM_THRESHOLD, kNever);
#endif
}

}  // namespace evenkeel::runtime
