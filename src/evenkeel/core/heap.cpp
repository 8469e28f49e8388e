// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Thresholds of glibc's malloc, and advice on the pages of its heap.
#include "evenkeel/core/heap.hpp"

#ifdef __GLIBC__
#include <cstddef>
#include <cstdlib>
#include <limits>

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace evenkeel {

#ifdef __GLIBC__
namespace {

std::byte* advised =
    nullptr;  ///< end of what large pages were asked for; null: the heap is not kept

std::byte* heap_end() {
  return static_cast<std::byte*>(sbrk(0));
}

}  // namespace

void keep_heap() {
  constexpr int kNever = std::numeric_limits<int>::max();
  constexpr int kAhead = 1 << 30;     // [byte] untouched, it is addresses and nothing else
  mallopt(M_MMAP_THRESHOLD, kNever);  // a block of its own pages goes back as soon as it is freed
  mallopt(M_TRIM_THRESHOLD, kNever);
  mallopt(M_TOP_PAD, kAhead);
  advised = heap_end();
  void* volatile grows = std::malloc(kAhead);
  std::free(grows);
  follow_heap();
}

void follow_heap() {
  std::byte* const end = advised != nullptr ? heap_end() : nullptr;
  if (end > advised) {
    madvise(advised, static_cast<std::size_t>(end - advised), MADV_HUGEPAGE);
    advised = end;
  }
}
#else
void keep_heap() {}
void follow_heap() {}
#endif

}  // namespace evenkeel
