// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Boxes hashed into bins, and the search of intersections in them.
#include "evenkeel/geometry/box_search.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/box_list.hpp"

namespace evenkeel::geometry {
namespace {

constexpr std::size_t kShifts = 32;

/// The least s with longest side <= 2^s.
template <int D>
std::size_t shift_of(const Box<D>& box) {
  std::int32_t longest = 1;
  for (std::size_t d = 0; d < D; ++d) {
    longest = std::max(longest, box.side(d));
  }
  return static_cast<std::size_t>(std::bit_width(static_cast<std::uint32_t>(longest - 1)));
}

}  // namespace

template <int D>
BoxSearch<D>::BoxSearch(std::span<const Box<D>> boxes) {
  EVENKEEL_EXPECT(boxes.size() < (std::size_t{1} << 31U) / kBrickBins);
  table_.assign(std::bit_ceil(2 * boxes.size() + 1), -1);
  fill_bins(boxes, make_classes(boxes));
}

/// Makes the size classes; returns the indices of the non-empty boxes, class by class.
template <int D>
std::vector<std::int32_t> BoxSearch<D>::make_classes(std::span<const Box<D>> boxes) {
  std::array<std::vector<std::int32_t>, kShifts> with_shift;
  std::size_t filled = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].is_empty()) {
      with_shift[shift_of(boxes[i])].push_back(static_cast<std::int32_t>(i));
      ++filled;
    }
  }
  // Boxes below the median share its bins: a query of common size then visits few of them.
  std::size_t smallest = 0;
  for (std::size_t below = with_shift[0].size(); 2 * below < filled;
       below += with_shift[smallest].size()) {
    ++smallest;
  }
  std::vector<std::int32_t> by_class;
  by_class.reserve(filled);
  SizeClass current;
  for (std::size_t shift = 0; shift < kShifts; ++shift) {
    for (const std::int32_t i : with_shift[shift]) {
      by_class.push_back(i);
      current.corners =
          current.corners.hull(Box<D>::of_cell(boxes[static_cast<std::size_t>(i)].lo));
    }
    if (shift >= smallest && !current.corners.is_empty()) {
      current.shift = static_cast<int>(shift);
      current.last = static_cast<std::int32_t>(by_class.size());  // boxes until fill_bins
      classes_.push_back(current);
      current = SizeClass{};
    }
  }
  return by_class;
}

/// Place in start_ of the bin of \p box, whose brick is made if it is new.
template <int D>
std::size_t BoxSearch<D>::bin_of(const Box<D>& box, std::int32_t size_class) {
  const Index<D> bin = shifted(box.lo, classes_[static_cast<std::size_t>(size_class)].shift);
  const Brick brick{size_class, shifted(bin, kBrickShift)};
  std::int32_t& number = table_[slot(brick)];
  if (number < 0) {
    number = static_cast<std::int32_t>(bricks_.size());
    bricks_.push_back(brick);
    start_.resize(bricks_.size() * kBrickBins);
  }
  std::size_t place = static_cast<std::size_t>(number) * kBrickBins;
  for (std::size_t d = 0; d < D; ++d) {
    const auto within = static_cast<std::size_t>(bin[d] - brick.at[d] * (1 << kBrickShift));
    place += within << (d * kBrickShift);
  }
  return place;
}

/// Sorts the boxes by class, brick and bin, keeping the order of \p by_class inside a bin.
template <int D>
void BoxSearch<D>::fill_bins(std::span<const Box<D>> boxes,
                             const std::vector<std::int32_t>& by_class) {
  std::vector<std::size_t> bins(by_class.size());
  std::size_t entry = 0;
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    classes_[c].first = static_cast<std::int32_t>(bricks_.size());
    for (const auto end = static_cast<std::size_t>(classes_[c].last); entry < end; ++entry) {
      const Box<D>& box = boxes[static_cast<std::size_t>(by_class[entry])];
      bins[entry] = bin_of(box, static_cast<std::int32_t>(c));
      ++start_[bins[entry]];
    }
    classes_[c].last = static_cast<std::int32_t>(bricks_.size());
  }
  // From counts to ends; filling from the back turns ends into starts.
  std::int32_t sum = 0;
  for (std::int32_t& count : start_) {
    sum += count;
    count = sum;
  }
  start_.push_back(sum);
  boxes_.resize(by_class.size());
  index_.resize(by_class.size());
  while (entry-- > 0) {
    const auto place = static_cast<std::size_t>(--start_[bins[entry]]);
    index_[place] = by_class[entry];
    boxes_[place] = boxes[static_cast<std::size_t>(by_class[entry])];
  }
}

template <int D>
void BoxSearch<D>::find(const Box<D>& query, std::vector<std::int32_t>& hits) const {
  hits.clear();
  for_each(query, [&](std::int32_t index) { hits.push_back(index); });
  std::sort(hits.begin(), hits.end());
}

template <int D>
bool BoxSearch<D>::meets(const Box<D>& query) const {
  bool met = false;
  for_each(query, [&](std::int32_t) { met = true; });
  return met;
}

template <int D>
bool BoxSearch<D>::covers(const Box<D>& query) const {
  BoxList<D> parts;
  for_each_run(query, [&](std::int32_t first, std::int32_t last) {
    for (std::int32_t entry = first; entry < last; ++entry) {
      parts.push_back(boxes_[static_cast<std::size_t>(entry)].intersect(query));
    }
  });
  return volume(parts) >= query.volume() && difference({query}, parts).empty();
}

template <int D>
std::int64_t BoxSearch<D>::candidates(const Box<D>& query) const {
  std::int64_t compared = 0;
  for_each_run(query, [&](std::int32_t first, std::int32_t last) { compared += last - first; });
  return compared;
}

template class BoxSearch<1>;
template class BoxSearch<2>;
template class BoxSearch<3>;

}  // namespace evenkeel::geometry
