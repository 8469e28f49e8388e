// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Traces: the grid hierarchy of a run after every regrid, one JSON value per line.
///
///   line 1   {"evenkeel_trace": 1, "dim": 2, "ratio": 2, "base": [128, 32], "max_levels": 3,
///             "periodic": [false, false], "kernel": "rm2d", "components": 4, "bytes_per_cell": 32,
///             "ghost": 2, "regrid_interval": 4, "subcycle": true,
///             "seconds_per_update": [1e-7, ...], "source_price": 0.1}
///             subcycle is optional: true, source_price: 1
///   line 2.. {"regrid": 0, "step": 0, "time": 0.0, "levels": [[[lo.., hi..], ...], ...],
///             "cost": [[per box], ...]}      cost is optional
/// Boxes have closed bounds in the index space of their level. Boxes of one level are disjoint and
/// lie inside the level below; level 0 lies inside the base. Owners are never written.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "evenkeel/core/line_file.hpp"
#include "evenkeel/core/line_reader.hpp"
#include "evenkeel/geometry/box_list.hpp"

namespace evenkeel::workload {

struct TraceHeader {
  int dimension = 0;
  int ratio = 2;
  std::array<std::int32_t, 3> base{1, 1, 1};  ///< base cells along each axis; unused axes 1
  int max_levels = 1;
  std::array<bool, 3> periodic{};
  std::string kernel;
  int components = 0;
  int bytes_per_cell = 0;
  int ghost = 0;                           ///< [cells]
  int regrid_interval = 0;                 ///< [steps of each level]
  bool subcycle = true;                    ///< a level makes ratio steps in one of that below
  std::vector<double> seconds_per_update;  ///< per level, of a cell of cost 1 [s], or empty
  double source_price = 1.0;  ///< of cost beyond 1, as the kernel counts it [plain cell updates]
};

/// One regrid. Boxes of every dimension are Box<3>, half-open; unused axes have lo 0 and hi 1.
struct TraceRegrid {
  std::int64_t regrid = 0;
  std::int64_t step = 0;
  double time = 0.0;
  std::vector<geometry::BoxList<3>> levels;
  /// Mean cost of a cell update in each box as the kernel counts it, against 1 of an ordinary cell;
  /// shape [levels][boxes], or empty: all cells are alike.
  std::vector<std::vector<double>> cost;
};

/// The boxes of \p regrid in D dimensions, shape [levels].
template <int D>
std::vector<geometry::BoxList<D>> level_boxes(const TraceRegrid& regrid);

/// Boxes of one level in the three dimensions of a TraceRegrid.
template <int D>
geometry::BoxList<3> widen(const geometry::BoxList<D>& boxes);

/// Writes a trace, one complete line per regrid. One process only.
class TraceWriter {
 public:
  /// Opens \p path; writes the header line unless a run is continued and the file has one.
  /// \throws SystemError if it cannot be written
  TraceWriter(const std::filesystem::path& path, const TraceHeader& header, OpenMode mode);

  /// Appends one line. \throws SystemError if it cannot be written
  void write(const TraceRegrid& regrid);

 private:
  int dimension_;
  LineFile file_;
};

/// Gives the trace at \p path, which nobody writes to, another header. The file is whole at any
/// time.
/// \throws SystemError if it cannot be written: then it stays as it was
void replace_header(const std::filesystem::path& path, const TraceHeader& header);

/// Reads a trace, plain or compressed by gzip, line by line and checks every line.
class TraceReader {
 public:
  /// \throws InputError if \p path cannot be opened, or its header is broken
  explicit TraceReader(const std::filesystem::path& path);

  const TraceHeader& header() const { return header_; }
  const std::string& path() const { return path_; }

  /// Reads the next regrid; false at the end of the file.
  /// \throws InputError naming file:line and every fault of the line: cut short, boxes that
  ///         overlap, leave the level below or have the wrong dimension, steps that go back,
  ///         unknown keys
  bool next(TraceRegrid& regrid);

 private:
  std::string path_;
  LineReader file_;
  std::int64_t line_ = 0;  ///< lines read
  std::int64_t step_ = 0;  ///< of the last regrid
  TraceHeader header_;
};

}  // namespace evenkeel::workload
