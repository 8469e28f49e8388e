// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A patch: one box of one level with its values.
#pragma once

#include <cstdint>
#include <vector>

#include "evenkeel/geometry/box.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::storage {

/// One box of one level and the values this rank holds for it.
template <int D>
struct Patch {
  int level = 0;
  geometry::Box<D> box;    ///< valid cells, index space of the level
  std::int32_t index = 0;  ///< position in the level's layout
  Array<D> state;          ///< newest values, box grown by the ghost width
  Array<D> old;            ///< values when the level's present step began, valid cells only;
                           ///< empty on the base level, and where neither a finer level nor
                           ///< the scheme needs them
  Array<D> saved;          ///< values when the present coarse step began, valid cells only
  /// dt times the rate of change at the start of the level's present step, valid cells only; empty
  /// where no finer level asks, or interpolation in time is not of third order.
  Array<D> rate;
  std::vector<Array<D>> stages;  ///< further registers of a multi-stage scheme, valid cells only
  double seconds = 0.0;          ///< [s] wall time spent computing here since the last reset
  double updates = 0.0;          ///< cell updates in that time
  std::vector<double> costs;     ///< by tile, in that time: of second halves of source terms
  bool began_saved = false;      ///< the level's present step began with what saved holds

  /// Values when the level's present step began. Where that is when the coarse step began, as it
  /// always is on the base level, saved serves.
  const Array<D>& before() const { return old.is_empty() || began_saved ? saved : old; }
};

}  // namespace evenkeel::storage
