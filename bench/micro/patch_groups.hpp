// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches of one size that row loops advance, the same for those that time and that count.
#pragma once

#include <array>
#include <vector>

#include "evenkeel/hierarchy/patch_groups.hpp"
#include "evenkeel/solver/application.hpp"
#include "evenkeel/storage/array.hpp"
#include "micro/shapes.hpp"

namespace evenkeel::bench {

/// Cells of all patches together: 512^2 or 64^3, more than the L2 cache holds.
inline constexpr std::int64_t kCells = 1 << 18;

/// Patches of \p side cells an axis, joined as those of a level are, with all that a stage may ask
/// for but ghosts filled.
template <int D>
class GroupedPatches {
 public:
  using Steps = std::vector<solver::StageStep<D>>;

  /// \param fill  fill(view, box) sets the values of an array
  template <class Fill>
  GroupedPatches(int side, int components, int ghosts, const solver::Place<D>& place,
                 const Fill& fill) {
    const auto domain = geometry::uniform<D>(D == 2 ? 512 : 64);
    for (const geometry::Box<D>& box :
         blocks<D>({{}, domain}, side, [](const auto&) { return true; })) {
      storage::Patch<D>& patch = patches_.emplace_back();
      patch.box = box;
      for (storage::Array<D>* array : {&patch.state, &patch.old, &patch.stages.emplace_back()}) {
        const geometry::Box<D> cells = array == &patch.state ? box.grow(ghosts) : box;
        *array = storage::Array<D>(pool_, cells, components);
        fill(array->view(), cells);
      }
      registers_.push_back({patch.stages.front().view()});
    }
    const hierarchy::PatchGroups<D> joined(patches_, std::vector<std::size_t>(patches_.size()),
                                           ghosts);
    groups_.resize(joined.size());
    for (std::size_t group = 0; group < joined.size(); ++group) {
      for (const std::size_t position : joined[group]) {
        groups_[group].push_back(step_of(position, place));
      }
    }
  }

  /// The groups, ready for \p stage.
  std::vector<Steps>& at_stage(int stage) {
    for (Steps& steps : groups_) {
      for (solver::StageStep<D>& step : steps) {
        step.stage = stage;
      }
    }
    return groups_;
  }

 private:
  solver::StageStep<D> step_of(std::size_t position, const solver::Place<D>& place) {
    const storage::Patch<D>& patch = patches_[position];
    solver::StageStep<D> step;
    step.state = patch.state.view();
    step.old = patch.old.view();
    step.registers = registers_[position];
    step.box = patch.box;
    step.place = place;
    step.dt = 1e-9;  // the same arithmetic, and values that stay
    return step;
  }

  storage::Pool pool_;
  std::vector<storage::Patch<D>> patches_;
  std::vector<std::array<storage::View<D>, 1>> registers_;
  std::vector<Steps> groups_;
};

}  // namespace evenkeel::bench
