// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who owns which part of the base level, and boxes cut along it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/workload/block_lattice.hpp"
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::workload {

inline constexpr int kNoOwner = -1;

/// Owner of every base block. Finer levels belong to the owner of the block below them.
template <int D>
class OwnerMap {
 public:
  /// \param owners  shape [units]
  /// \pre the units lie on blocks of units.granularity inside \p base_domain
  OwnerMap(const geometry::Box<D>& base_domain, const UnitList& units, std::span<const int> owners);

  /// Every block of \p base_domain belongs to \p owner.
  OwnerMap(const geometry::Box<D>& base_domain, std::int32_t granularity, int owner);

  /// As owners() of another map gave them.
  ///
  /// \throws InputError if \p owners is not of shape [blocks], axis 0 fastest
  OwnerMap(const geometry::Box<D>& base_domain, std::int32_t granularity, std::vector<int> owners);

  /// Owner of every block, axis 0 fastest.
  const std::vector<int>& owners() const { return owners_; }

  const geometry::Box<D>& base_domain() const { return lattice_.domain(); }
  std::int32_t granularity() const { return lattice_.granularity(); }

  /// The blocks and where they lie.
  const BlockLattice<D>& lattice() const { return lattice_; }

  /// All blocks, as a box from zero.
  const geometry::Box<D>& blocks() const { return lattice_.blocks(); }

  /// Owner of \p block, kNoOwner if no unit covers it. \pre block lies in blocks()
  int owner(const geometry::Index<D>& block) const { return owners_[lattice_.offset(block)]; }

  /// Owner of the block that holds \p cell of the base level. \pre base_domain() holds cell
  int owner_of_cell(const geometry::Index<D>& cell) const { return owner(block_of(cell)); }

  /// The block that holds \p cell of the base level.
  geometry::Index<D> block_of(const geometry::Index<D>& cell) const {
    return lattice_.blocks_under({cell, cell}, 1).lo;
  }

  bool operator==(const OwnerMap&) const = default;

 private:
  BlockLattice<D> lattice_;
  std::vector<int> owners_;  ///< axis 0 fastest
};

/// A box and the rank that owns all of it.
template <int D>
struct OwnedBox {
  geometry::Box<D> box;
  int owner;

  bool operator==(const OwnedBox&) const = default;
};

/// The boxes, in their order, without their owners.
template <int D>
geometry::BoxList<D> plain(const std::vector<OwnedBox<D>>& owned) {
  geometry::BoxList<D> boxes;
  std::ranges::transform(owned, std::back_inserter(boxes), &OwnedBox<D>::box);
  return boxes;
}

/// Appends to \p out the parts of \p box with one owner each: disjoint, long along axis 0, where
/// faces across cost most, as large as a merge of such runs of blocks makes them, grouped by
/// ascending owner.
///
/// \param box             on a level whose cells are \p ratio_to_base times finer than the base's
/// \pre the base domain covers \p box
template <int D>
void split_by_owner(const geometry::Box<D>& box, std::int32_t ratio_to_base,
                    const OwnerMap<D>& owners, std::vector<OwnedBox<D>>& out);

}  // namespace evenkeel::workload
