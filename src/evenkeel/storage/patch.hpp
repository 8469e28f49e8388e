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
  std::uint64_t key = 0;   ///< HDDA key of box.lo; sorts depth first along the curve
  Array<D> state;          ///< newest values, box grown by the ghost width
  Array<D> old;            ///< values when the level's present step began, valid cells only;
                           ///< empty on the base level, and where neither a finer level nor
                           ///< the scheme needs them
  Array<D> saved;          ///< values when the present coarse step began, valid cells only
  /// What interpolation in time within the level's present step needs beside old and new values:
  /// dt times their rate at its start, and at its end; valid cells only; none where linear
  /// interpolation is enough or no finer level asks.
  std::vector<Array<D>> rates;
  std::vector<Array<D>> stages;  ///< further registers of a multi-stage scheme, shaped like state
  double seconds = 0.0;          ///< [s] wall time spent computing here since the last reset
  double updates = 0.0;          ///< cell updates in that time
  std::vector<double> costs;     ///< by tile, in that time: what source terms took
  bool began_saved = false;      ///< the level's present step began with what saved holds

  /// Values when the level's present step began. Where that is when the coarse step began, as it
  /// always is on the base level, saved serves.
  const Array<D>& before() const { return old.is_empty() || began_saved ? saved : old; }
};

}  // namespace evenkeel::storage
