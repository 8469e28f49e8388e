// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the values of one cell are made of.
#pragma once

namespace evenkeel::hierarchy {

/// What a scheme wants every patch to carry.
struct StateShape {
  int components = 1;
  int carried = 0;          ///< the first ones, whose values outlive regrids of the base and follow
                            ///< finer levels; 0: all
  int ghosts = 2;           ///< ghost cells a scheme's stage reads
  int stencil = 1;          ///< coarse cells that interpolation reads around a coarse cell
  int stages = 0;           ///< further registers a patch carries
  bool keeps_rate = false;  ///< for interpolation in time within a step
  bool keeps_old = false;   ///< the scheme itself reads the values at the start of the step
  bool joins = false;       ///< a stage reads no ghosts between patches of a group
  int stage_axes = 3;       ///< along which a ghost that a stage reads may lie outside at once
  int followed = 0;         ///< components of which ghosts follow the coarser level's stages

  /// Components of which a regrid of the base brings values along, from the first on.
  int moved() const { return carried > 0 ? carried : components; }
};

}  // namespace evenkeel::hierarchy
