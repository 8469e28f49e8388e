// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Message tags of this module: one for every plan that may be in flight together with others.
#pragma once

namespace evenkeel::hierarchy {

inline constexpr int kFirstTag = 100;
inline constexpr int kFillTag = kFirstTag;       ///< values of new patches
inline constexpr int kTilesTag = kFirstTag + 1;  ///< flagged tiles

constexpr int ghost_tag(int level) {
  return kFirstTag + 2 + 2 * level;
}
constexpr int sync_tag(int coarse_level) {
  return ghost_tag(coarse_level) + 1;
}

}  // namespace evenkeel::hierarchy
