// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Composite units of work in curve order.
#include "evenkeel/workload/grid_unit_list.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/workload/block_lattice.hpp"

namespace evenkeel::workload {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::Curve;
using geometry::Index;

/// The cell of \p at counted from \p origin.
template <int D>
Index<D> from_origin(const Index<D>& at, const Index<D>& origin) {
  Index<D> offset = at;
  for (std::size_t d = 0; d < D; ++d) {
    offset[d] -= origin[d];
  }
  return offset;
}

/// Ways of a curve through cubes of 2^height blocks a side. They are few, and known by the
/// sub-cubes where they begin: blocks are told from keys once for each way, not for each cube.
template <int D>
class Ways {
 public:
  Ways(const Curve<D>& curve, int height)
      : curve_(curve), places_(std::uint64_t{1} << (D * height)) {}

  std::uint64_t places() const { return places_; }

  /// The blocks at the keys from \p first on, as seen from \p corner, the cube's lower one.
  const std::vector<Index<D>>& way(std::uint64_t first, const Index<D>& corner) {
    std::array<Index<D>, std::min(4, 1 << D)> begin;
    for (std::uint64_t i = 0; i < begin.size(); ++i) {
      begin[i] = from_origin<D>(curve_.block(first + i * (places_ >> D)), corner);
    }
    std::vector<Index<D>>& blocks = known_[begin];
    for (std::uint64_t place = blocks.size(); place < places_; ++place) {
      blocks.push_back(from_origin<D>(curve_.block(first + place), corner));
    }
    return blocks;
  }

 private:
  const Curve<D>& curve_;
  std::uint64_t places_;
  std::map<std::array<Index<D>, std::min(4, 1 << D)>, std::vector<Index<D>>> known_;
};

/// Cells of every level in every block, and the makings of a unit.
template <int D>
class Census {
 public:
  Census(const Box<D>& base_domain, std::span<const BoxList<D>> level_boxes,
         const UnitOptions& options)
      : options_(options),
        levels_(level_boxes.size()),
        lattice_(base_domain, options.granularity),
        cells_(static_cast<std::size_t>(lattice_.blocks().volume()) * levels_),
        weight_(levels_) {
    std::int32_t to_base = 1;
    for (std::size_t level = 0; level < levels_; ++level) {
      const double cost = options.level_cost.empty() ? 1.0 : options.level_cost[level];
      weight_[level] = cost * (options.subcycle ? to_base : 1);
      for (const Box<D>& box : level_boxes[level]) {
        count(box, to_base, level);
      }
      to_base *= options.ratio;
    }
  }

  /// All units, the blocks along \p curve grouped where the options ask for it.
  UnitList units() const {
    const Curve<D> curve(lattice_.blocks().hi, options_.curve, options_.slow_axis);
    UnitList list;
    list.dimension = D;
    list.levels = static_cast<int>(levels_);
    list.ratio = options_.ratio;
    list.subcycles = options_.subcycle;
    list.granularity = options_.granularity;
    reserve(list, static_cast<std::size_t>(lattice_.blocks().volume()));
    const int height = std::min(options_.adaptive_halvings, curve.bits());
    if (height == 0) {
      for_each_occupied(curve, [&](const Place& place) { append_block(place, list); });
      return list;
    }
    std::vector<Place> places;
    for_each_occupied(curve, [&](const Place& place) { places.push_back(place); });
    const double largest = options_.largest_share * total(places);
    for (std::size_t first = 0; first < places.size();) {
      const std::size_t last = group_end(places, first, places.size(), height);
      group({places.data() + first, last - first}, height, largest, list);
      first = last;
    }
    return list;
  }

  /// The same units with cells, load and memory as they are now.
  void recount(UnitList& list) const {
    list.levels = static_cast<int>(levels_);
    list.load.clear();
    list.cells.clear();
    list.memory.clear();
    for (std::size_t unit = 0; unit < list.size(); ++unit) {
      const auto cell = Box<D>::of_cell(geometry::narrow<D>(list.lo[unit]));
      const Place place{list.key[unit], lattice_.blocks_under(cell, 1).lo};
      append_work(counts(place.block), {&place, 1}, list);
    }
  }

 private:
  struct Place {
    std::uint64_t key;
    Index<D> block;
  };

  static void reserve(UnitList& list, std::size_t units) {
    const std::size_t numbers = units * static_cast<std::size_t>(list.levels);
    list.key.reserve(units);
    list.load.reserve(numbers);
    list.cells.reserve(numbers);
    list.memory.reserve(units);
    list.lo.reserve(units);
    list.hi.reserve(units);
  }

  /// Adds the cells of \p box, on a level \p to_base times finer than the base, block by block.
  void count(const Box<D>& box, std::int32_t to_base, std::size_t level) {
    const Box<D> blocks = lattice_.blocks_under(box, to_base);
    EVENKEEL_EXPECT(lattice_.blocks().contains(blocks));
    const Box<D> cells = lattice_.cells_above(blocks, to_base);
    const std::int32_t side = lattice_.granularity() * to_base;
    for (std::size_t d = 0; d < D; ++d) {
      widths_[d].clear();
      for (std::int32_t lo = cells.lo[d]; lo < cells.hi[d]; lo += side) {
        widths_[d].push_back(std::min(box.hi[d], lo + side) - std::max(box.lo[d], lo));
      }
    }
    Index<D> at = blocks.lo;
    for (std::int64_t n = blocks.volume(); n > 0; --n) {
      std::int64_t part = 1;
      for (std::size_t d = 0; d < D; ++d) {
        part *= widths_[d][static_cast<std::size_t>(at[d] - blocks.lo[d])];
      }
      cells_[lattice_.offset(at) * levels_ + level] += part;
      for (std::size_t d = 0; d < D && ++at[d] == blocks.hi[d]; ++d) {
        at[d] = blocks.lo[d];
      }
    }
  }

  /// Calls visit(place) for blocks with base cells, in the order of the curve: it is walked, since
  /// that takes no longer than sorting. Cubes of it outside the lattice, of which there may be many
  /// more than inside, are passed over.
  template <class Visit>
  void for_each_occupied(const Curve<D>& curve, Visit visit) const {
    const int height = std::min(3, curve.bits());
    Ways<D> ways(curve, height);
    for (std::uint64_t first = 0; first < curve.places(); first += ways.places()) {
      const Index<D> low = corner(curve.block(first), height);
      if (!lattice_.blocks().contains(low)) {
        continue;
      }
      std::uint64_t key = first;
      for (const Index<D>& offset : ways.way(first, low)) {
        const Index<D> block = Box<D>{low, low}.shift(offset).lo;
        if (lattice_.blocks().contains(block) && counts(block).front() > 0) {
          visit(Place{key, block});
        }
        ++key;
      }
    }
  }

  /// Cells of every level in \p block.
  std::span<const std::int64_t> counts(const Index<D>& block) const {
    return std::span(cells_).subspan(lattice_.offset(block) * levels_, levels_);
  }

  std::vector<std::int64_t> sum(std::span<const Place> places) const {
    std::vector<std::int64_t> sums(levels_);
    for (const Place& place : places) {
      std::ranges::transform(sums, counts(place.block), sums.begin(), std::plus());
    }
    return sums;
  }

  double load(std::span<const std::int64_t> counts) const {
    return std::inner_product(counts.begin(), counts.end(), weight_.begin(), 0.0);
  }
  double total(std::span<const Place> places) const { return load(sum(places)); }

  static Box<D> cube(const Index<D>& corner, std::int32_t side) {
    return {corner, Box<D>{corner, corner}.shift(geometry::uniform<D>(side)).hi};
  }

  /// Of the cube of 2^height blocks a side that \p block lies in; the curve may begin in any
  /// corner.
  static Index<D> corner(Index<D> block, int height) {
    for (std::int32_t& place : block) {
      place = place >> height << height;
    }
    return block;
  }

  /// One past the last place in the same cube of 2^height blocks a side as \p first.
  static std::size_t group_end(std::span<const Place> places, std::size_t first, std::size_t last,
                               int height) {
    const int shift = D * height;
    last = std::min(last, first + (std::size_t{1} << shift));
    const auto end = std::upper_bound(
        places.begin() + static_cast<std::ptrdiff_t>(first),
        places.begin() + static_cast<std::ptrdiff_t>(last), places[first].key >> shift,
        [&](std::uint64_t cube, const Place& place) { return cube < place.key >> shift; });
    return static_cast<std::size_t>(end - places.begin());
  }

  /// Appends the units of one cube of 2^height blocks a side: itself, or those of its halves.
  void group(std::span<const Place> places, int height, double largest, UnitList& list) const {
    if (height == 0) {
      append_block(places.front(), list);
      return;
    }
    const int shift = D * height;
    const Box<D> base =
        lattice_.base_cells(cube(corner(places.front().block, height), 1 << height));
    const std::vector<std::int64_t> all = sum(places);
    if (is_even(all, base) && load(all) <= largest) {
      append(places.front().key >> shift << shift, base, all, places, list);
      return;
    }
    for (std::size_t first = 0; first < places.size();) {
      const std::size_t last = group_end(places, first, places.size(), height - 1);
      group(places.subspan(first, last - first), height - 1, largest, list);
      first = last;
    }
  }

  /// True when all of \p base is there, and all or nothing of it is refined.
  bool is_even(std::span<const std::int64_t> counts, const Box<D>& base) const {
    std::int64_t refined = counts[0];
    for (std::size_t d = 0; d < D; ++d) {
      refined *= options_.ratio;
    }
    return counts[0] == base.volume() && (levels_ == 1 || counts[1] == 0 || counts[1] == refined);
  }

  /// What \p cells of a level, those in \p places, count for. [cells]
  double weighed(std::int64_t cells, std::span<const Place> places, std::size_t level) const {
    if (options_.block_cost.empty()) {
      return static_cast<double>(cells);
    }
    double sum = 0.0;
    for (const Place& place : places) {
      const double cost =
          options_.block_cost[lattice_.offset(place.block) * options_.cost_levels + level];
      sum += cost * static_cast<double>(counts(place.block)[level]);
    }
    return sum;
  }

  void append_block(const Place& place, UnitList& list) const {
    append(place.key, lattice_.base_cells(Box<D>::of_cell(place.block)), counts(place.block),
           {&place, 1}, list);
  }

  void append(std::uint64_t key, const Box<D>& base, std::span<const std::int64_t> counts,
              std::span<const Place> places, UnitList& list) const {
    list.key.push_back(key);
    append_work(counts, places, list);
    const Box<3> wide = geometry::widen(base);
    list.lo.push_back(wide.lo);
    list.hi.push_back(wide.hi);
  }

  void append_work(std::span<const std::int64_t> counts, std::span<const Place> places,
                   UnitList& list) const {
    std::int64_t memory = 0;
    for (std::size_t level = 0; level < levels_; ++level) {
      list.cells.push_back(counts[level]);
      list.load.push_back(weighed(counts[level], places, level) * weight_[level]);
      memory += counts[level];
    }
    list.memory.push_back(static_cast<double>(memory));
  }

  const UnitOptions& options_;
  std::size_t levels_;
  BlockLattice<D> lattice_;
  std::vector<std::int64_t> cells_;  ///< [blocks][levels]
  std::vector<double> weight_;       ///< [levels] load of one cell
  std::array<std::vector<std::int64_t>, static_cast<std::size_t>(D)>
      widths_;  ///< of a box in blocks
};

void check(std::size_t levels, const UnitOptions& options) {
  EVENKEEL_EXPECT(levels > 0);
  EVENKEEL_EXPECT(options.ratio >= 2 && options.adaptive_halvings >= 0);
  EVENKEEL_EXPECT(options.level_cost.empty() || options.level_cost.size() >= levels);
  EVENKEEL_EXPECT(options.block_cost.empty() || options.cost_levels >= levels);
}

}  // namespace

template <int D>
UnitList build_units(const Box<D>& base_domain, std::span<const BoxList<D>> level_boxes,
                     const UnitOptions& options) {
  check(level_boxes.size(), options);
  return Census<D>(base_domain, level_boxes, options).units();
}

template <int D>
void recount_units(const Box<D>& base_domain, std::span<const BoxList<D>> level_boxes,
                   const UnitOptions& options, UnitList& units) {
  check(level_boxes.size(), options);
  EVENKEEL_EXPECT(options.adaptive_halvings == 0 && options.granularity == units.granularity);
  Census<D>(base_domain, level_boxes, options).recount(units);
}

#define EVENKEEL_INSTANTIATE(D)                                                                  \
  template UnitList build_units<D>(const Box<D>&, std::span<const BoxList<D>>,                   \
                                   const UnitOptions&);                                          \
  template void recount_units<D>(const Box<D>&, std::span<const BoxList<D>>, const UnitOptions&, \
                                 UnitList&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)

}  // namespace evenkeel::workload
