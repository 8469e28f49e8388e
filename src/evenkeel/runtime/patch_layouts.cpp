// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Between boxes of D dimensions and those of partitioners.
#include "evenkeel/runtime/patch_layouts.hpp"

#include <utility>

#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::runtime {

template <int D>
std::vector<hierarchy::LevelLayout<D>> PatchLayouts<D>::deal(
    int from, const std::vector<geometry::BoxList<D>>& boxes, std::span<const double> capacity,
    std::span<const double> cell_load) {
  const auto first = static_cast<std::size_t>(from);
  std::vector<geometry::BoxList<3>> levels;
  for (const geometry::BoxList<D>& of_level : boxes) {
    levels.push_back(workload::widen<D>(of_level));
  }
  previous_.resize(first + boxes.size());
  partition::OwnedPatches dealt =
      method_->assign({levels, cell_load.subspan(first, boxes.size()), capacity, sides_.align,
                       std::span(previous_).subspan(first), mesh_.ratio, from});
  std::vector<hierarchy::LevelLayout<D>> layouts;
  for (std::size_t k = 0; k < dealt.size(); ++k) {
    std::vector<workload::OwnedBox<D>> pieces;
    for (const partition::OwnedPatch& patch : dealt[k]) {
      pieces.push_back({geometry::narrow<D>(patch.box), patch.owner});
    }
    layouts.push_back(hierarchy::patch_layout(mesh_, from + static_cast<int>(k), std::move(pieces),
                                              sides_.max_box, sides_.align));
    previous_[first + k] = std::move(dealt[k]);
  }
  return layouts;
}

template <int D>
void PatchLayouts<D>::recall(std::span<const hierarchy::LevelLayout<D>> levels) {
  previous_.clear();
  for (const hierarchy::LevelLayout<D>& level : levels) {
    const std::vector<geometry::Box<3>> boxes = workload::widen<D>(level.boxes);
    partition::OwnedPatches::value_type& patches = previous_.emplace_back();
    for (std::size_t box = 0; box < boxes.size(); ++box) {
      patches.push_back({boxes[box], level.owners[box]});
    }
  }
}

template class PatchLayouts<1>;
template class PatchLayouts<2>;
template class PatchLayouts<3>;

}  // namespace evenkeel::runtime
