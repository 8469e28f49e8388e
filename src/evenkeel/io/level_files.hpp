// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Writes the values of all levels, every rank its own patches. Internal to io.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/io/fab_layout.hpp"

namespace evenkeel::io {

/// What was written of one level, the same on every rank.
struct LevelRecord {
  std::vector<FabPlace> places;       ///< shape [boxes]
  FabExtremes extremes;               ///< shape [boxes][components]
  std::vector<std::uint64_t> hashes;  ///< shape [boxes], XXH3-64 of header line and values
};

/// Components beyond the state.
template <int D>
struct FurtherComponents {
  int count = 0;
  /// Sets \p values, shape [cells of the patch], to number \p number of a patch of \p level on
  /// this rank.
  std::function<void(int level, const storage::Patch<D>& patch, int number,
                     std::span<double> values)>
      fill;
};

/// Writes \p dir/Level_<l>/Cell_D_<n> for all levels. Collective. \p sync: until they are on disk.
///
/// \throws SystemError on every rank if some rank cannot write
template <int D>
std::vector<LevelRecord> write_level_files(const std::filesystem::path& dir,
                                           const hierarchy::Hierarchy<D>& hierarchy,
                                           const FurtherComponents<D>& further, bool sync);

/// Writes \p dir/Header and \p dir/Level_<l>/Cell_H. Not collective: one rank does it.
///
/// \returns the hash of every file written, by path relative to \p dir
/// \throws SystemError
template <int D>
std::map<std::string, std::uint64_t> write_headers(const std::filesystem::path& dir,
                                                   const hierarchy::Hierarchy<D>& hierarchy,
                                                   const std::vector<LevelRecord>& records,
                                                   const HeaderInfo& info);

}  // namespace evenkeel::io
