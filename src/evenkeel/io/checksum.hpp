// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A fingerprint of the solution that ranks, boxes and their order do not change.
#pragma once

#include <cstdint>
#include <span>

#include "evenkeel/geometry/box.hpp"
#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::io {

/// Sum over the cells of \p box, modulo 2^64, of a hash of level, cell and the bits of all
/// components. Not collective. Some 4 ns per value.
template <int D>
std::uint64_t checksum(int level, const geometry::Box<D>& box, const storage::View<D>& values);

/// The sum of checksum() over the valid cells of all levels.
///
/// Collective over the hierarchy's communicator. Equal for equal solutions on equally refined
/// cells, however these are cut into boxes and spread over ranks; different if one bit differs (up
/// to chance, 2^-64).
template <int D>
std::uint64_t solution_checksum(const hierarchy::Hierarchy<D>& hierarchy);

}  // namespace evenkeel::io
