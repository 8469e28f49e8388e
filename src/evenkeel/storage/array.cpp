// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Size classes of the pool, and the layout of arrays.
#include "evenkeel/storage/array.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <utility>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/heap.hpp"

namespace evenkeel::storage {
namespace {

constexpr std::size_t kLine = 8;  ///< doubles in a cache line
constexpr std::size_t kLineBytes = kLine * sizeof(double);

/// Blocks of more lines than this are given back at once: 1 MiB. Hardly two of them are alike, and
/// the heap makes others of them.
constexpr std::size_t kLargeLines = std::size_t{1} << 14;

/// Of more than this, where the heap is kept, the pages do: 4 MiB.
constexpr std::size_t kPagedLines = std::size_t{1} << 16;

/// Idle blocks are returned before new ones are asked for when they are more than this share of
/// those in use.
constexpr std::size_t kIdleShare = 4;

struct SizeClass {
  std::size_t number;
  std::size_t lines;
};

/// The least class that holds \p lines: 64 classes per power of two, so that less than a 64th is
/// wasted. Boxes have sides of a power of two, and arrays some lines more than that.
SizeClass class_of(std::size_t lines) {
  constexpr int kShift = 6;
  const std::size_t above = lines - 1;
  const int exponent = std::max(0, static_cast<int>(std::bit_width(above)) - kShift - 1);
  const std::size_t parts = (above >> exponent) + 1;  // 65 .. 128, or 1 .. 128 in the first classes
  return {(static_cast<std::size_t>(exponent) << kShift) + parts, parts << exponent};
}

std::size_t lines_for(std::size_t doubles) {
  return (doubles + kLine - 1) / kLine;
}

/// Has the system find the pages of a new block, for which a step would wait else.
void touch(double* block, std::size_t bytes) {
  constexpr std::size_t kPage = 4096 / sizeof(double);
  for (std::size_t i = 0; i < bytes / sizeof(double); i += kPage) {
    block[i] = 0.0;
  }
}

}  // namespace

Pool::~Pool() {
  EVENKEEL_EXPECT(in_use_ == 0);
  trim();
}

double* Pool::take(std::size_t doubles) {
  EVENKEEL_EXPECT(doubles > 0);
  std::size_t lines = lines_for(doubles);
  double* block = nullptr;
  if (lines <= kLargeLines) {
    const SizeClass size = class_of(lines);
    lines = size.lines;
    if (free_.size() <= size.number) {
      free_.resize(size.number + 1);
    }
    std::vector<double*>& idle = free_[size.number];
    if (!idle.empty()) {
      block = idle.back();
      idle.pop_back();
    }
  }
  const std::size_t bytes = lines * kLineBytes;
  if (block == nullptr) {
    block = take_new(lines);
    reserved_ += bytes;
  }
  in_use_ += bytes;
  peak_ = std::max(peak_, in_use_);
  return block;
}

double* Pool::take_new(std::size_t lines) {
  const std::size_t bytes = lines * kLineBytes;
  if (lines > kPagedLines && is_heap_kept()) {
    if (std::byte* const block = pages_.take(bytes); block != nullptr) {
      return reinterpret_cast<double*>(block);
    }
  }
  if (reserved_ - in_use_ > in_use_ / kIdleShare) {
    trim();
  }
  auto* const block = static_cast<double*>(std::aligned_alloc(kLineBytes, bytes));
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  follow_heap();
  touch(block, bytes);
  return block;
}

void Pool::give_back(double* block, std::size_t doubles) {
  const std::size_t lines = lines_for(doubles);
  if (lines > kLargeLines) {
    const std::size_t bytes = lines * kLineBytes;
    if (lines <= kPagedLines || !pages_.give_back(reinterpret_cast<std::byte*>(block), bytes)) {
      std::free(block);
    }
    in_use_ -= bytes;
    reserved_ -= bytes;
    return;
  }
  const SizeClass size = class_of(lines);
  const std::size_t bytes = size.lines * kLineBytes;
  in_use_ -= bytes;
  try {
    free_[size.number].push_back(block);
  } catch (const std::bad_alloc&) {  // as when an array goes because memory is short
    std::free(block);
    reserved_ -= bytes;
  }
}

void Pool::trim() {
  for (std::vector<double*>& idle : free_) {
    for (double* block : idle) {
      std::free(block);
    }
    idle.clear();
  }
  reserved_ = in_use_;
}

void Pool::return_idle() {
  trim();
  pages_.trim();
  trim_heap();
}

template <int D>
Array<D>::Array(Pool& pool, const geometry::Box<D>& box, int components) : pool_(&pool) {
  EVENKEEL_EXPECT(components > 0 && !box.is_empty());
  view_.box = box;
  view_.components = components;
  std::int64_t stride = 1;
  for (std::size_t d = 0; d < D; ++d) {
    view_.stride[d] = stride;
    stride *= box.side(d);
  }
  // An odd number of cache lines: the same cell of different components then never falls into
  // the same set of a cache.
  const std::size_t lines = lines_for(static_cast<std::size_t>(stride)) | 1U;
  view_.component_stride = static_cast<std::int64_t>(lines * kLine);
  doubles_ = lines * kLine * static_cast<std::size_t>(components);
  view_.data = pool.take(doubles_);
}

template <int D>
Array<D>::~Array() {
  if (view_.data != nullptr) {
    pool_->give_back(view_.data, doubles_);
  }
}

template <int D>
Array<D>::Array(Array&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)),
      doubles_(std::exchange(other.doubles_, 0)),
      view_(std::exchange(other.view_, {})) {}

template <int D>
Array<D>& Array<D>::operator=(Array&& other) noexcept {
  Array taken(std::move(other));
  std::swap(pool_, taken.pool_);
  std::swap(doubles_, taken.doubles_);
  std::swap(view_, taken.view_);
  return *this;
}

template <int D, class CopyRow>
void copy_rows(const View<D>& from, const View<D>& to, const geometry::Box<D>& region,
               CopyRow&& copy_row) {
  EVENKEEL_DEBUG(from.components == to.components);
  for_each_row(region, [&](const geometry::Index<D>& cell, std::int32_t cells) {
    const double* source = from.row(0, cell);
    double* target = to.row(0, cell);
    for (int component = 0; component < from.components; ++component) {
      copy_row(source, target, cells);
      source += from.component_stride;
      target += to.component_stride;
    }
  });
}

/// Four values anywhere.
using Four =
    double __attribute__((vector_size(4 * sizeof(double)), aligned(sizeof(double)), may_alias));

/// Rows of a few cells are many: neither calls nor checks of what may overlap.
inline void copy_row(const double* source, double* target, std::int32_t cells) {
  std::int32_t i = 0;
  for (; i + 16 <= cells; i += 16) {
    const auto* const from = reinterpret_cast<const Four*>(source + i);
    auto* const to = reinterpret_cast<Four*>(target + i);
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = from[3];
  }
  for (; i < cells; ++i) {
    target[i] = source[i];
  }
}

/// Whole cache lines of the target are written past the caches.
void copy_row_aside(const double* source, double* target, std::int32_t cells) {
#ifdef __AVX512F__
  const auto place = reinterpret_cast<std::uintptr_t>(target) / sizeof(double) % kLine;
  const auto head = std::min(cells, static_cast<std::int32_t>((kLine - place) % kLine));
  copy_row(source, target, head);
  std::int32_t i = head;
  for (; i + static_cast<std::int32_t>(kLine) <= cells; i += static_cast<std::int32_t>(kLine)) {
    _mm512_stream_pd(target + i, _mm512_loadu_pd(source + i));
  }
  copy_row(source + i, target + i, cells - i);
#else
  copy_row(source, target, cells);
#endif
}

template <int D>
void copy(const View<D>& from, const View<D>& to, const geometry::Box<D>& region) {
  copy_rows(from, to, region, copy_row);
}

template <int D>
void copy_aside(const View<D>& from, const View<D>& to, const geometry::Box<D>& region) {
  copy_rows(from, to, region, copy_row_aside);
}

template class Array<1>;
template class Array<2>;
template class Array<3>;
template void copy_aside(const View<1>&, const View<1>&, const geometry::Box<1>&);
template void copy(const View<1>&, const View<1>&, const geometry::Box<1>&);
template void copy_aside(const View<2>&, const View<2>&, const geometry::Box<2>&);
template void copy(const View<2>&, const View<2>&, const geometry::Box<2>&);
template void copy_aside(const View<3>&, const View<3>&, const geometry::Box<3>&);
template void copy(const View<3>&, const View<3>&, const geometry::Box<3>&);

}  // namespace evenkeel::storage
