// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// evenkeel/manifest.json of a checkpoint: what a run needs to go on, and where every box is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel::io {

/// Values as text by key ("kernel.gamma" -> "1.4").
using Settings = std::map<std::string, std::string>;

/// Where a run is, without the values of cells.
struct RunState {
  std::int64_t step = 0;  ///< coarse steps done
  double time = 0.0;
  double dt = 0.0;                        ///< of the last coarse step
  double next_dt = 0.0;                   ///< wanted for the next
  std::vector<std::int64_t> level_steps;  ///< shape [levels]
  std::string kernel;
  std::vector<std::string> components;    ///< names, without blanks
  std::string config;                     ///< the resolved case file
  Settings identity;                      ///< that a run cannot change when it resumes
  std::vector<double> capacities;         ///< shape [ranks]
  std::int32_t granularity = 0;           ///< side of the base blocks of unit_owners [cells]
  std::vector<std::int32_t> unit_owners;  ///< shape [base blocks], axis 0 fastest
  std::string history = "null";  ///< JSON that only the caller understands: forecasters, RNG, ...

  bool operator==(const RunState&) const = default;
};

/// One box of a checkpoint.
struct Piece {
  int level = 0;
  std::array<std::int32_t, 3> lo{};  ///< half-open; unused axes are [0, 1)
  std::array<std::int32_t, 3> hi{1, 1, 1};
  int owner = 0;             ///< rank that wrote it
  std::string file;          ///< relative to the checkpoint, "Level_0/Cell_D_00000"
  std::uint64_t offset = 0;  ///< [byte]
  std::uint64_t bytes = 0;   ///< header line and values
  std::uint64_t hash = 0;    ///< XXH3-64 of these bytes

  bool operator==(const Piece&) const = default;
};

/// The content of evenkeel/manifest.json.
struct Manifest {
  int dim = 0;
  RunState state;
  int ranks = 0;                       ///< that wrote it
  std::vector<std::int32_t> cells;     ///< shape [dim], as in hierarchy::Mesh
  std::vector<double> lower;           ///< shape [dim]
  std::vector<double> upper;           ///< shape [dim]
  std::vector<std::int64_t> periodic;  ///< shape [dim], 0 or 1
  int ratio = 2;
  int max_levels = 1;
  std::uint64_t checksum = 0;                    ///< solution_checksum of the values
  std::map<std::string, std::uint64_t> headers;  ///< hash of every text file, by relative path
  std::vector<Piece> pieces;                     ///< by level, then in layout order

  int levels() const { return pieces.empty() ? 0 : pieces.back().level + 1; }

  bool operator==(const Manifest&) const = default;
};

/// The manifest as JSON, one box a line.
std::string to_json(const Manifest& manifest);

/// Reads what to_json wrote. Never trusts it: every number is checked against what it may be.
///
/// \param path  for messages
/// \throws InputError naming the path, the key or box, and what is wrong
Manifest parse_manifest(std::string_view json, const std::filesystem::path& path);

/// \p dir/evenkeel/manifest.json
inline std::filesystem::path manifest_path(const std::filesystem::path& dir) {
  return dir / "evenkeel" / "manifest.json";
}

/// The text of the manifest of the checkpoint \p dir, compared with its own hash, which is in
/// evenkeel/manifest.xxh3. Not collective.
///
/// \throws InputError if it is damaged   \throws SystemError if it cannot be read
std::string read_manifest_text(const std::filesystem::path& dir);

/// read_manifest_text(), parsed.
Manifest read_manifest(const std::filesystem::path& dir);

}  // namespace evenkeel::io
