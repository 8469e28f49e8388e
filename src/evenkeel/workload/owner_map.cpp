// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Owners of blocks, and boxes cut by owner.
#include "evenkeel/workload/owner_map.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/geometry/dimensions.hpp"

namespace evenkeel::workload {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::Index;

/// Calls visit(block) for every block of \p blocks until it returns false; false if it did.
template <int D, class Visit>
bool for_blocks(const Box<D>& blocks, const Visit& visit) {
  Index<D> at = blocks.lo;
  for (std::int64_t n = blocks.volume(); n > 0; --n) {
    if (!visit(at)) {
      return false;
    }
    for (std::size_t d = 0; d < D && ++at[d] == blocks.hi[d]; ++d) {
      at[d] = blocks.lo[d];
    }
  }
  return true;
}

template <int D>
bool has_one_owner(const Box<D>& blocks, const OwnerMap<D>& owners) {
  const int first = owners.owner(blocks.lo);
  return for_blocks(blocks, [&](const Index<D>& at) { return owners.owner(at) == first; });
}

/// Cuts \p blocks into runs of one owner along axis 0.
template <int D>
void cut_in_runs(const Box<D>& blocks, const OwnerMap<D>& owners, std::vector<OwnedBox<D>>& parts) {
  for_blocks(blocks, [&](const Index<D>& at) {
    const int owner = owners.owner(at);
    if (at[0] > blocks.lo[0] && parts.back().owner == owner) {
      ++parts.back().box.hi[0];
    } else {
      parts.push_back({Box<D>::of_cell(at), owner});
    }
    return true;
  });
}

}  // namespace

template <int D>
OwnerMap<D>::OwnerMap(const Box<D>& base_domain, std::int32_t granularity, int owner)
    : lattice_(base_domain, granularity),
      owners_(static_cast<std::size_t>(lattice_.blocks().volume()), owner) {}

template <int D>
OwnerMap<D>::OwnerMap(const Box<D>& base_domain, std::int32_t granularity, std::vector<int> owners)
    : lattice_(base_domain, granularity), owners_(std::move(owners)) {
  if (owners_.size() != static_cast<std::size_t>(lattice_.blocks().volume())) {
    throw InputError("owners of " + std::to_string(owners_.size()) + " blocks, wanted are " +
                     std::to_string(lattice_.blocks().volume()));
  }
}

template <int D>
OwnerMap<D>::OwnerMap(const Box<D>& base_domain, const UnitList& units, std::span<const int> owners)
    : OwnerMap(base_domain, units.granularity, kNoOwner) {
  EVENKEEL_EXPECT(units.dimension == D && owners.size() == units.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const auto cells = geometry::narrow<D>(Box<3>{units.lo[unit], units.hi[unit]});
    const Box<D> blocks = lattice_.blocks_under(cells, 1);
    EVENKEEL_EXPECT(lattice_.base_cells(blocks) == cells);
    for_blocks(blocks, [&](const Index<D>& at) {
      owners_[lattice_.offset(at)] = owners[unit];
      return true;
    });
  }
}

template <int D>
void split_by_owner(const Box<D>& box, std::int32_t ratio_to_base, const OwnerMap<D>& owners,
                    std::vector<OwnedBox<D>>& out) {
  if (box.is_empty()) {
    return;
  }
  const BlockLattice<D>& lattice = owners.lattice();
  const Box<D> blocks = lattice.blocks_under(box, ratio_to_base);
  EVENKEEL_EXPECT(lattice.blocks().contains(blocks));
  if (has_one_owner(blocks, owners)) {
    out.push_back({box, owners.owner(blocks.lo)});
    return;
  }
  std::vector<OwnedBox<D>> parts;
  cut_in_runs(blocks, owners, parts);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const OwnedBox<D>& a, const OwnedBox<D>& b) { return a.owner < b.owner; });
  BoxList<D> merged;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    merged.push_back(parts[i].box);
    if (i + 1 == parts.size() || parts[i + 1].owner != parts[i].owner) {
      coalesce(merged);
      for (const Box<D>& part : merged) {
        out.push_back({lattice.cells_above(part, ratio_to_base).intersect(box), parts[i].owner});
      }
      merged.clear();
    }
  }
}

template class OwnerMap<1>;
template class OwnerMap<2>;
template class OwnerMap<3>;
template void split_by_owner<1>(const Box<1>&, std::int32_t, const OwnerMap<1>&,
                                std::vector<OwnedBox<1>>&);
template void split_by_owner<2>(const Box<2>&, std::int32_t, const OwnerMap<2>&,
                                std::vector<OwnedBox<2>>&);
template void split_by_owner<3>(const Box<3>&, std::int32_t, const OwnerMap<3>&,
                                std::vector<OwnedBox<3>>&);

}  // namespace evenkeel::workload
