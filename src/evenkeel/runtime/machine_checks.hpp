// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a case says about the machine and its capacities must make sense.
#pragma once

#include "evenkeel/core/error.hpp"
#include "evenkeel/io/case_file.hpp"

namespace evenkeel::runtime {

/// Checks manage.capacity, machine.file and machine.weights. Not collective; reads the file.
void check_machine(const io::Case& settings, Problems& problems);

}  // namespace evenkeel::runtime
