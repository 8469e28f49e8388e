// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The lattice of base blocks that units and owners are counted in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/box.hpp"

namespace evenkeel::workload {

/// Cubic blocks of `granularity` base cells a side over a domain, counted from its lower corner.
/// Blocks at the upper end may stick out of the domain. One longer than the domain is as good as
/// the domain's longest side, and cells of finer levels can be counted in it.
template <int D>
class BlockLattice {
 public:
  /// \pre the domain is not empty and granularity >= 1
  BlockLattice(const geometry::Box<D>& domain, std::int32_t granularity) : domain_(domain) {
    EVENKEEL_EXPECT(granularity >= 1 && !domain.is_empty());
    for (std::size_t d = 0; d < D; ++d) {
      granularity_ = std::min(granularity, std::max(granularity_, domain.side(d)));
    }
    blocks_ = blocks_under(domain, 1);
  }

  bool operator==(const BlockLattice&) const = default;

  const geometry::Box<D>& domain() const { return domain_; }
  std::int32_t granularity() const { return granularity_; }  ///< at most the longest side

  /// All blocks, as a box from zero.
  const geometry::Box<D>& blocks() const { return blocks_; }

  /// The blocks that meet \p box, on a level \p to_base times finer than the base.
  geometry::Box<D> blocks_under(const geometry::Box<D>& box, std::int32_t to_base) const {
    geometry::Box<D> from_zero = box;
    for (std::size_t d = 0; d < D; ++d) {
      from_zero.lo[d] -= domain_.lo[d] * to_base;
      from_zero.hi[d] -= domain_.lo[d] * to_base;
    }
    return from_zero.coarsen(granularity_ * to_base);
  }

  /// The cells of \p blocks on a level \p to_base times finer than the base, not clipped.
  geometry::Box<D> cells_above(const geometry::Box<D>& blocks, std::int32_t to_base) const {
    geometry::Box<D> cells = blocks.refine(granularity_ * to_base);
    for (std::size_t d = 0; d < D; ++d) {
      cells.lo[d] += domain_.lo[d] * to_base;
      cells.hi[d] += domain_.lo[d] * to_base;
    }
    return cells;
  }

  /// The base cells of \p blocks inside the domain.
  geometry::Box<D> base_cells(const geometry::Box<D>& blocks) const {
    return cells_above(blocks, 1).intersect(domain_);
  }

  /// Place of \p block in an array with axis 0 fastest. \pre block lies in blocks()
  std::size_t offset(const geometry::Index<D>& block) const {
    EVENKEEL_DEBUG(blocks_.contains(block));
    std::size_t place = 0;
    for (std::size_t d = D; d-- > 0;) {
      place = place * static_cast<std::size_t>(blocks_.hi[d]) + static_cast<std::size_t>(block[d]);
    }
    return place;
  }

 private:
  geometry::Box<D> domain_;
  std::int32_t granularity_ = 1;
  geometry::Box<D> blocks_{};
};

}  // namespace evenkeel::workload
