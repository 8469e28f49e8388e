// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Message tags of this module: one for every plan that may be in flight together with others.
#pragma once

namespace evenkeel::hierarchy {

inline constexpr int kFirstTag = 100;
inline constexpr int kFillTag = kFirstTag;       ///< values of new patches
inline constexpr int kTilesTag = kFirstTag + 1;  ///< flagged tiles

constexpr int ghost_tag(int level) {
  return kFirstTag + 2 + 5 * level;
}
constexpr int sync_tag(int coarse_level) {
  return ghost_tag(coarse_level) + 1;
}
constexpr int stage_tag(int level) {  ///< ghosts from the same level alone
  return ghost_tag(level) + 2;
}
constexpr int coarse_tag(int level) {  ///< what ghosts are interpolated from
  return ghost_tag(level) + 3;
}
constexpr int settled_tag(int level) {  ///< ghosts that no finer level changes
  return ghost_tag(level) + 4;
}

}  // namespace evenkeel::hierarchy
