// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Thresholds of glibc's malloc, and advice on the pages of its heap.
#include "evenkeel/core/heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace evenkeel {

#ifdef __GLIBC__
namespace {

/// End of what large pages were asked for; null: the heap is not kept.
std::byte* advised = nullptr;

std::byte* heap_end() {
  return static_cast<std::byte*>(sbrk(0));
}

bool is_unlimited(int resource) {
  rlimit limit{};
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

/// Whether addresses cost nothing until they are used.
bool are_addresses_free() {
  constexpr char kPromisesAreKept = '2';
  char overcommit = kPromisesAreKept;
  std::ifstream("/proc/sys/vm/overcommit_memory") >> overcommit;
  return overcommit != kPromisesAreKept && is_unlimited(RLIMIT_AS) && is_unlimited(RLIMIT_DATA);
}

}  // namespace

void keep_heap() {
  constexpr int kNever = std::numeric_limits<int>::max();
  // A block of its own pages goes back as soon as it is freed. Before glibc 2.35 that cannot be
  // forbidden for all.
  if (mallopt(M_MMAP_THRESHOLD, kNever) == 0) {
    constexpr int kMostThen = 32 << 20;  // [byte]
    mallopt(M_MMAP_THRESHOLD, kMostThen);
  }
  mallopt(M_TRIM_THRESHOLD, kNever);
  advised = heap_end();
  if (are_addresses_free()) {
    constexpr int kAhead = 1 << 30;  // [byte]
    mallopt(M_TOP_PAD, kAhead);
    void* volatile grows = std::malloc(kAhead);
    std::free(grows);
    follow_heap();
  }
}

bool is_heap_kept() {
  return advised != nullptr;
}

void follow_heap() {
  std::byte* const end = advised != nullptr ? heap_end() : nullptr;
  if (end > advised) {
    madvise(advised, static_cast<std::size_t>(end - advised), MADV_HUGEPAGE);
    advised = end;
  }
}

/// Where the heap ends lower, addresses beyond have to be advised anew.
void trim_heap() {
  malloc_trim(0);
  advised = std::min(advised, heap_end());
}
#else
void keep_heap() {}
bool is_heap_kept() {
  return false;
}
void follow_heap() {}
void trim_heap() {}
#endif

}  // namespace evenkeel
