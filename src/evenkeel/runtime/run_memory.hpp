// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a run remembers beside the values of cells, as JSON for checkpoints.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "evenkeel/manager/history.hpp"

namespace evenkeel::runtime {

struct RunMemory {
  manager::History manager;
  std::map<std::string, double> sums;  ///< integrals of conserved components at the run's start
  std::int64_t regrids = 0;            ///< recorded in the trace
};

std::string to_json(const RunMemory& memory);

/// \throws InputError if \p json is not what to_json writes
RunMemory memory_from_json(std::string_view json);

}  // namespace evenkeel::runtime
