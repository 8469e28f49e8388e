// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a case says about domain and mesh, checked.
#pragma once

#include "evenkeel/core/error.hpp"
#include "evenkeel/io/case_file.hpp"
#include "evenkeel/kernels/application_registry.hpp"

namespace evenkeel::runtime {

/// Where \p key is set, or else \p other: one of two that do not go together.
Location place_of(const io::Case& settings, std::string_view key, std::string_view other);

/// Where the key is set that \p fault of the kernel opens with; of the kernel's name, where it is
/// not set.
Location place_of_fault(const io::Case& settings, std::string_view fault);

/// Adds what is wrong with domain and mesh of a case that has the kernel's defaults.
void check_mesh(const io::Case& settings, const kernels::ApplicationPlugin& kernel,
                Problems& problems);

}  // namespace evenkeel::runtime
