// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Lines, words and numbers of texts that others write.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace evenkeel::monitor {

/// Takes the first line off \p text, without its newline. \pre \p text is not empty
std::string_view take_line(std::string_view& text);

/// Takes the first word off \p text; blanks, tabs and \p separator part words. Empty at the end.
std::string_view take_word(std::string_view& text, char separator = ' ');

/// All of \p word as a finite number, or nothing.
std::optional<double> to_number(std::string_view word);

/// The number after the word \p key at the start of a line: "MemAvailable:  123 kB" is 123.
std::optional<double> number_after(std::string_view text, std::string_view key);

/// The \p nth word of the file \p path, from 0, as a finite number. Nothing if the file or a number
/// is missing ("max").
std::optional<double> number_in(const std::filesystem::path& path, int nth = 0);

}  // namespace evenkeel::monitor
