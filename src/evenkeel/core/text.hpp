// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Words for error messages: joined lists and the nearest known name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace evenkeel {

/// "a, b, c"; "none" when empty.
std::string join(std::span<const std::string_view> words);

/// The word of \p known with the least edit distance to \p word, or "" if none is near (distance
/// above a third of its length plus one).
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// " (did you mean 'x'?)", or "" when nothing is near. For the end of a message.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

}  // namespace evenkeel
