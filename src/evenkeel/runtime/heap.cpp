// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Thresholds of glibc's malloc, and advice on the pages of its heap.
#include "evenkeel/runtime/heap.hpp"

#include <cstdlib>
#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace evenkeel::runtime {

#ifdef __GLIBC__
namespace {

std::byte* heap_end() {
  return static_cast<std::byte*>(sbrk(0));
}

}  // namespace

Heap::Heap() : advised_(heap_end()) {
  constexpr int kNever = std::numeric_limits<int>::max();
  constexpr int kAhead = 1 << 30;     // [byte] untouched, it is an address and nothing else
  mallopt(M_MMAP_THRESHOLD, kNever);  // a block of its own pages goes back as soon as it is freed
  mallopt(M_TRIM_THRESHOLD, kNever);
  mallopt(M_TOP_PAD, kAhead);
  void* volatile grows = std::malloc(kAhead);
  std::free(grows);
  follow_growth();
}

void Heap::follow_growth() {
  std::byte* const end = heap_end();
  if (end > advised_) {
    madvise(advised_, static_cast<std::size_t>(end - advised_), MADV_HUGEPAGE);
    advised_ = end;
  }
}
#else
Heap::Heap() = default;
void Heap::follow_growth() {}
#endif

}  // namespace evenkeel::runtime
