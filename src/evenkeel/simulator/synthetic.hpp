// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Traces without a run: grids that follow a made-up feature, of any size.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "evenkeel/workload/trace.hpp"

namespace evenkeel::simulator {

/// A wavy front that crosses the domain, a shell that grows from the centre, or spots that wander.
enum class Feature { kFront, kShell, kSpots };

/// \throws InputError if \p word is not front, shell or spots
Feature feature_of(std::string_view word);

struct SyntheticTrace {
  Feature feature = Feature::kFront;
  int dimension = 3;
  std::array<std::int32_t, 3> base{128, 32, 32};  ///< unused axes 1
  int max_levels = 3;
  std::int64_t steps = 100;  ///< coarse
  int regrid_interval = 4;   ///< [coarse steps]
  std::int32_t block = 4;    ///< cells that are refined together, on the level below
  double width = 0.06;       ///< half width of level 1 in lengths of axis 0; half of it above, ...
  int spots = 12;
  std::uint64_t seed = 1;
  int components = 5;
  int ghost = 2;
};

workload::TraceHeader header_of(const SyntheticTrace& trace);

/// The grids after regrid number \p regrid: nested, disjoint, the same for the same arguments.
workload::TraceRegrid regrid_of(const SyntheticTrace& trace, std::int64_t regrid);

}  // namespace evenkeel::simulator
