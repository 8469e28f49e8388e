// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a run remembers beside the values of cells, as JSON for checkpoints.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/manager/history.hpp"
#include "evenkeel/runtime/sense_memory.hpp"

namespace evenkeel::runtime {

struct RunMemory {
  manager::History manager;
  std::map<std::string, double> sums;  ///< integrals of conserved components at the run's start
  std::int64_t regrids = 0;            ///< recorded in the trace
  SenseMemory sense = {};
  double source_price = 1.0;            ///< \see SourcePrice
  std::vector<double> block_cost = {};  ///< as units were last weighed by it; \see block_costs
  std::vector<double> step_rule = {};   ///< what the next step's size was found by; empty: unknown
  int nesting = 0;                      ///< cells that levels were made with around; 0: unknown
};

std::string to_json(const RunMemory& memory);

/// \throws InputError if \p text is not what to_json writes
RunMemory memory_from_json(std::string_view text);

}  // namespace evenkeel::runtime
