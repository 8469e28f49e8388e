// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How programs tell people what is wrong.
#pragma once

#include <exception>
#include <iosfwd>

namespace evenkeel {

/// A line for each fault of \p error, each opening with "evenkeel: ".
void complain(std::ostream& out, const std::exception& error);

}  // namespace evenkeel
