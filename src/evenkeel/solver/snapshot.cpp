// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The hierarchy as it was when a coarse step began, so that the step can be taken again.
#include "evenkeel/solver/snapshot.hpp"

namespace evenkeel::solver {
namespace {

/// Puts values into the arrays of a patch that take part in a retry.
template <int D>
void put_back(const storage::Array<D>& values, storage::Patch<D>& patch) {
  storage::copy(values.view(), patch.state.view(), patch.box);
}

}  // namespace

template <int D>
void Snapshot<D>::begin(hierarchy::Hierarchy<D>& hierarchy) {
  replaced_.clear();
  finest_ = hierarchy.finest();
  changed_ = finest_ + 1;
  is_changed_ = false;
  is_saved_.assign(static_cast<std::size_t>(finest_) + 1, false);
  for (int level = 0; level <= finest_; ++level) {
    bool is_new = false;
    for (storage::Patch<D>& patch : hierarchy.level(level).patches()) {
      if (patch.saved.is_empty()) {  // came since the last begin()
        patch.saved = storage::Array<D>(hierarchy.pool(), patch.box, hierarchy.shape().components);
        is_new = true;
      }
    }
    if (is_new) {
      hierarchy.level(level).refresh_views();
    }
  }
}

template <int D>
bool Snapshot<D>::must_save(int level) {
  if (level > finest_ || is_saved_[static_cast<std::size_t>(level)]) {
    return false;
  }
  is_saved_[static_cast<std::size_t>(level)] = true;
  return true;
}

template <int D>
void Snapshot<D>::before_install(const hierarchy::Hierarchy<D>& hierarchy, int from) {
  is_changed_ = true;
  std::vector<Replaced> coarser;
  for (int level = from; level < changed_; ++level) {
    coarser.push_back({hierarchy.level(level).layout(), {}});
  }
  changed_ = std::min(changed_, from);
  std::move(replaced_.begin(), replaced_.end(), std::back_inserter(coarser));
  replaced_ = std::move(coarser);
}

template <int D>
void Snapshot<D>::leave(hierarchy::Level<D>& old) {
  for (storage::Patch<D>& patch : old.patches()) {
    if (patch.state.is_empty() || patch.saved.is_empty()) {
      continue;  // it stays, or came after begin()
    }
    if (!is_saved_[static_cast<std::size_t>(old.number())]) {
      storage::copy_aside(patch.state.view(), patch.saved.view(), patch.box);
    }
    gone(old.number()).values.emplace(patch.box, std::move(patch.saved));
  }
}

template <int D>
void Snapshot<D>::restore(hierarchy::Hierarchy<D>& hierarchy) {
  if (is_changed_) {
    std::vector<hierarchy::LevelLayout<D>> layouts;
    for (const Replaced& level : replaced_) {
      layouts.push_back(level.layout);
    }
    // What is interpolated is overwritten below.
    hierarchy.install(changed_, std::move(layouts), [](auto&, auto&) {});
  }
  for (int level = 0; level <= finest_; ++level) {
    for (storage::Patch<D>& patch : hierarchy.level(level).patches()) {
      put_back(patch.saved.is_empty() ? gone(level).values.at(patch.box) : patch.saved, patch);
    }
  }
}

template class Snapshot<1>;
template class Snapshot<2>;
template class Snapshot<3>;

}  // namespace evenkeel::solver
