// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a case says that is no error, and yet may not be what was meant.
#pragma once

#include <string>
#include <vector>

#include "evenkeel/io/case_file.hpp"
#include "evenkeel/kernels/application_registry.hpp"

namespace evenkeel::runtime {

/// Steps of the deepest level that is flagged between two of its regrids: of its own or, where all
/// levels take the finest one's, in parts of it, for that moves a ratio fewer cells of its.
///
/// \param interval  mesh.regrid_interval
template <int D>
double steps_between_regrids(const io::Case& settings, const solver::Application<D>& application,
                             double interval);

/// The buffer that flagged features do not leave between regrids. [cell] (algorithms 6.3)
///
/// \param cfl       cells that anything moves at most in one step of a level
/// \param interval  steps of a level between its regrids \see steps_between_regrids
double safe_buffer(double cfl, double interval);

/// What to tell people of a checked case, one sentence each. Not collective.
std::vector<std::string> setting_warnings(const io::Case& settings,
                                          const kernels::ApplicationPlugin& kernel);

}  // namespace evenkeel::runtime
