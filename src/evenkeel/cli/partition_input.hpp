// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What `evenkeel partition` divides, and among whom, as files and options say it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/partition/traffic.hpp"
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::cli {

struct PartitionOptions {
  std::string units;         ///< units file, or
  std::string trace;         ///< a trace and
  std::int64_t regrid = -1;  ///< which of its regrids; -1: the last
  std::string method;
  std::vector<std::string> settings;  ///< "key=value"
  std::size_t parts = 0;              ///< 0: one per capacity
  std::string capacities;             ///< file, or list; empty: equal
  std::string previous;               ///< owners file, or empty
  std::string curve = "hilbert";
  std::int32_t granularity = 4;  ///< of a trace's units [base cells]
  int ratio = 2;                 ///< of a units file
  int ghost = 2;                 ///< [cells]
  int bytes_per_cell = 8;
  std::vector<std::string> of_trace;  ///< options given that a units file does not need
  std::vector<std::string> of_units;  ///< options given that a trace does not need
  std::string owners;                 ///< file to write, or empty
  std::string png;                    ///< file to write, or empty
  bool json = false;
  bool links = false;  ///< name every pair of neighbours in the JSON
};

/// A hierarchy to divide. Boxes have three axes; unused ones have lo 0 and hi 1.
struct PartitionInput {
  workload::UnitList units;
  std::vector<geometry::BoxList<3>> level_boxes;  ///< of a trace; empty for a units file
  std::vector<double> capacity;                   ///< shape [parts], sums to 1
  std::vector<int> previous;                      ///< shape [units] or empty
  std::vector<double> held;                       ///< shape [units] memory before, or empty
  partition::GhostRule ghosts;
  int bytes_per_cell = 0;
};

/// Reads all files and checks them against each other.
///
/// \throws InputError with every fault of the first file at fault as file:line:column; also where a
///         file cannot be read, or capacities and parts differ
PartitionInput read_partition_input(const PartitionOptions& options);

}  // namespace evenkeel::cli
