// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Composite layouts.
#include "evenkeel/hierarchy/layout.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/storage/hdda.hpp"

namespace evenkeel::hierarchy {
namespace {

template <int D>
using OwnedBoxes = std::vector<workload::OwnedBox<D>>;

/// The pieces by ascending owner, those of one owner merged.
template <int D>
OwnedBoxes<D> merged(OwnedBoxes<D> pieces) {
  std::ranges::stable_sort(pieces, {}, &workload::OwnedBox<D>::owner);
  OwnedBoxes<D> merged;
  geometry::BoxList<D> list;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    list.push_back(pieces[i].box);
    if (i + 1 == pieces.size() || pieces[i + 1].owner != pieces[i].owner) {
      EVENKEEL_EXPECT(pieces[i].owner != workload::kNoOwner);
      geometry::coalesce(list);
      for (const geometry::Box<D>& box : list) {
        merged.push_back({box, pieces[i].owner});
      }
      list.clear();
    }
  }
  return merged;
}

}  // namespace

template <int D>
LevelLayout<D> column_layout(const Mesh<D>& mesh, int level, const geometry::BoxList<D>& boxes,
                             const workload::OwnerMap<D>& owners, int max_box, int align) {
  OwnedBoxes<D> pieces;
  for (const geometry::Box<D>& box : boxes) {
    workload::split_by_owner(box, mesh.total_ratio(level), owners, pieces);
  }
  return patch_layout(mesh, level, std::move(pieces), max_box, align);
}

template <int D>
LevelLayout<D> patch_layout(const Mesh<D>& mesh, int level, OwnedBoxes<D> pieces, int max_box,
                            int align) {
  OwnedBoxes<D> patches;
  for (const workload::OwnedBox<D>& piece : merged(std::move(pieces))) {
    for (const geometry::Box<D>& part : geometry::chop(piece.box, max_box, align)) {
      patches.push_back({part, piece.owner});
    }
  }
  const storage::Hdda<D> directory(mesh.cells, mesh.ratio, mesh.max_levels);
  std::vector<std::pair<geometry::HddaKey, std::size_t>> order;
  order.reserve(patches.size());
  for (std::size_t i = 0; i < patches.size(); ++i) {
    order.emplace_back(directory.key(level, patches[i].box.lo), i);
  }
  std::ranges::sort(order);
  LevelLayout<D> layout;
  layout.boxes.reserve(order.size());
  layout.owners.reserve(order.size());
  for (const auto& [key, place] : order) {
    layout.boxes.push_back(patches[place].box);
    layout.owners.push_back(patches[place].owner);
  }
  return layout;
}

#define EVENKEEL_INSTANTIATE(D)                                                                 \
  template LevelLayout<D> column_layout(const Mesh<D>&, int, const geometry::BoxList<D>&,       \
                                        const workload::OwnerMap<D>&, int, int);                \
  template LevelLayout<D> patch_layout(const Mesh<D>&, int, std::vector<workload::OwnedBox<D>>, \
                                       int, int)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::hierarchy
