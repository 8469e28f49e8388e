// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a case says about the machine and its capacities must make sense.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/error.hpp"
#include "evenkeel/io/case_file.hpp"

namespace evenkeel::runtime {

/// What manage.capacity may say.
std::vector<std::string_view> capacity_words();

/// A sentence on each list of numbers that the case's manage.capacity has no use for.
std::vector<std::string> passed_over(const io::Case& settings);

/// Checks manage.capacity, machine.file and machine.weights. Not collective; reads the file.
void check_machine(const io::Case& settings, Problems& problems);

}  // namespace evenkeel::runtime
