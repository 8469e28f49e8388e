// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Copies a region between arrays of different shape, place and time.
#pragma once

#include <array>
#include <cstdint>

#include "evenkeel/storage/array.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::hierarchy {

/// Arrays of changes that values within a step may be made of, beside those before and after it.
inline constexpr std::size_t kMostRates = 2;

/// What values within a step are made of:
///   before + change (now - before) + sum over k of rates[k] * (array of changes number k)
struct TimeWeights {
  double change = 1.0;
  std::array<double, kMostRates> rates{};

  bool is_now() const { return change == 1.0 && rates == std::array<double, kMostRates>{}; }
  bool is_before() const { return change == 0.0 && rates == std::array<double, kMostRates>{}; }
};

/// Values to copy: now where before is empty, else as the weights say.
template <int D>
struct TimedView {
  storage::View<D> now;
  storage::View<D> before = {};
  TimeWeights weights = {};
  std::array<storage::View<D>, kMostRates> rates = {};  ///< looked at where the weight is not 0
};

/// Memory for \p doubles values, to be dealt out to packed views; may be none. They may be more
/// than an Index counts, so the array has rows, which lie one behind the other.
storage::Array<2> take_block(storage::Pool& pool, std::int64_t doubles);

/// A view of \p region on memory that holds its cells without gaps.
template <int D>
storage::View<D> packed_view(double* data, const geometry::Box<D>& region, int components);

/// Sets every cell c of \p region of \p to to the value of \p from at c - shift, all components.
///
/// The arithmetic is the same for every shape of either side. Not collective.
/// \pre both cover the cells
template <int D>
void copy_region(const TimedView<D>& from, const storage::View<D>& to,
                 const geometry::Box<D>& region, const geometry::Index<D>& shift);

/// The same for values of one time, and the first \p components components.
template <int D>
void copy_region(const storage::View<D>& from, const storage::View<D>& to,
                 const geometry::Box<D>& region, const geometry::Index<D>& shift, int components);

}  // namespace evenkeel::hierarchy
