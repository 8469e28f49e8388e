// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Addresses are reserved, pages moved there, and what is missing asked for.
#include "evenkeel/core/page_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace evenkeel {

#ifdef __linux__
namespace {

constexpr std::size_t kLarge = std::size_t{2} << 20;
constexpr std::size_t kSmall = std::size_t{1} << 16;  ///< what ends of blocks are a multiple of
constexpr std::size_t kPage = 4096;

/// In use. Pages that were moved are a piece of memory each to the system, which allows for 65530
/// of them as Linux comes.
constexpr std::size_t kMost = std::size_t{32} << 30;

std::size_t rounded(std::size_t bytes) {
  return (bytes + kSmall - 1) / kSmall * kSmall;
}

/// Addresses for \p bytes from a multiple of kLarge on, without pages; null: there are none.
std::byte* reserve(std::size_t bytes) {
  void* const got =
      mmap(nullptr, bytes + kLarge, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) {
    return nullptr;
  }
  auto* const first = static_cast<std::byte*>(got);
  const std::size_t before = (kLarge - reinterpret_cast<std::uintptr_t>(got) % kLarge) % kLarge;
  if (before > 0) {
    munmap(first, before);
  }
  munmap(first + before + bytes, kLarge - before);
  return first + before;
}

/// New pages for reserved addresses, found by the system now: a step would wait for them else.
bool make_pages(std::byte* first, std::size_t bytes) {
  if (mprotect(first, bytes, PROT_READ | PROT_WRITE) != 0) {
    return false;
  }
  madvise(first, bytes, MADV_HUGEPAGE);
  for (std::size_t i = 0; i < bytes; i += kPage) {
    first[i] = std::byte{0};
  }
  return true;
}

bool move_pages(std::byte* from, std::byte* to, std::size_t bytes) {
  return mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED;
}

}  // namespace

std::byte* PageBlocks::take(std::size_t bytes) {
  bytes = rounded(bytes);
  std::byte* const block = used_bytes_ + bytes <= kMost ? reserve(bytes) : nullptr;
  Sizes sizes;
  if (block == nullptr || !fill(block, bytes - bytes % kLarge) ||
      !fill_end(block + (bytes - bytes % kLarge), bytes % kLarge, sizes)) {
    if (block != nullptr) {
      munmap(block, bytes);
    }
    return nullptr;
  }
  used_.emplace(block, std::move(sizes));
  used_bytes_ += bytes;
  return block;
}

bool PageBlocks::fill(std::byte* block, std::size_t bytes) {
  std::size_t moved = 0;
  while (moved < bytes && !idle_.empty() && move_pages(idle_.back(), block + moved, kLarge)) {
    idle_.pop_back();
    moved += kLarge;
  }
  return moved == bytes || make_pages(block + moved, bytes - moved);
}

/// From the smallest part that will do; if none does, the largest and more after it; where there
/// are none, some of a large page.
bool PageBlocks::fill_end(std::byte* first, std::size_t bytes, Sizes& sizes) {
  while (bytes > 0 && !(parts_.empty() && idle_.empty())) {
    if (parts_.empty()) {
      parts_.push_back({idle_.back(), kLarge});
      idle_.pop_back();
    }
    const auto best = std::ranges::min_element(parts_, {}, [bytes](const Part& part) {
      return part.bytes < bytes ? 2 * kLarge - part.bytes : part.bytes;
    });
    const std::size_t used = std::min(bytes, best->bytes);
    if (!move_pages(best->first, first, used)) {
      break;
    }
    sizes.push_back(used);
    first += used;
    bytes -= used;
    *best = {best->first + used, best->bytes - used};
    if (best->bytes == 0) {
      *best = parts_.back();
      parts_.pop_back();
    }
  }
  if (bytes > 0) {
    sizes.push_back(bytes);
  }
  return bytes == 0 || make_pages(first, bytes);
}

/// The ends of blocks in the parts that they were made of: the system moves no two of them at once.
bool PageBlocks::give_back(std::byte* block, std::size_t bytes) {
  const auto found = used_.find(block);
  if (found == used_.end()) {
    return false;
  }
  used_bytes_ -= rounded(bytes);
  for (std::size_t left = rounded(bytes); left >= kLarge; left -= kLarge) {
    idle_.push_back(block);
    block += kLarge;
  }
  for (const std::size_t size : found->second) {
    parts_.push_back({block, size});
    block += size;
  }
  used_.erase(found);
  return true;
}

void PageBlocks::trim() {
  for (std::byte* const page : idle_) {
    munmap(page, kLarge);
  }
  for (const Part& part : parts_) {
    munmap(part.first, part.bytes);
  }
  idle_.clear();
  parts_.clear();
}

std::size_t PageBlocks::idle_bytes() const {
  return std::accumulate(parts_.begin(), parts_.end(), idle_.size() * kLarge,
                         [](std::size_t sum, const Part& part) { return sum + part.bytes; });
}
#else
std::byte* PageBlocks::take(std::size_t) {
  return nullptr;
}
bool PageBlocks::give_back(std::byte*, std::size_t) {
  return false;
}
void PageBlocks::trim() {}
std::size_t PageBlocks::idle_bytes() const {
  return 0;
}
#endif

}  // namespace evenkeel
