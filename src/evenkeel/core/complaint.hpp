// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How programs tell people what is wrong.
#pragma once

#include <exception>
#include <iosfwd>
#include <string>
#include <string_view>

namespace evenkeel {

/// What \p error says, in words also where memory was short.
std::string text_of(const std::exception& error);

/// A line for each fault of \p error. \see line_opening
void complain(std::ostream& out, const std::exception& error);

/// Warns on standard error that the option \p what has no effect, for \p reason.
void tell_passed_over(std::string_view what, std::string_view reason);

/// For the end of a program: what was printed is where it should go.
/// \throws SystemError where standard output could not be written, on a full disk
void require_printed();

}  // namespace evenkeel
