// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regions in which a case asks for refinement, or forbids it.
#pragma once

#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/io/case_file.hpp"
#include "evenkeel/solver/flag_regions.hpp"

namespace evenkeel::runtime {

/// Adds what is wrong with regions of a case that has the kernel's defaults.
///
/// \param dimension  of the kernel
void check_regions(const io::Case& settings, std::size_t dimension, Problems& problems);

/// The regions of a checked case.
template <int D>
std::vector<solver::FlagRegion<D>> make_regions(const io::Case& settings);

}  // namespace evenkeel::runtime
