// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How programs tell people what is wrong.
#pragma once

#include <exception>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace evenkeel {

/// Exit codes, beside 0.
inline constexpr int kFailed = 1;
inline constexpr int kBadInput = 2;

/// What \p error says, in words also where memory was short.
std::string text_of(const std::exception& error);

/// A line for each fault of \p error. \see line_opening
void complain(std::ostream& out, const std::exception& error);

/// Warns on standard error that the option \p what has no effect, for \p reason.
void tell_passed_over(std::string_view what, std::string_view reason);

/// Does all that a program does. \returns its exit code: what \p work gave, or where it threw or
/// could not print, that of the error, which is complained of
int exit_code_of(const std::function<int()>& work);

}  // namespace evenkeel
