// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Files that people name for a command to write: a wrong path is bad input, told before the work.
#pragma once

#include <filesystem>
#include <string_view>

namespace evenkeel {

/// Tries whether write_file() could write \p path; what is there stays as it is.
///
/// \throws InputError if it could not
void require_writable(const std::filesystem::path& path);

/// The same of a file that is new, unless \p replace. Devices and pipes may be there.
///
/// \throws InputError if it is there, or could not be written
void require_new(const std::filesystem::path& path, bool replace);

/// write_file() to a path that a person gave.
///
/// \throws InputError if it cannot be written
void write_asked(const std::filesystem::path& path, std::string_view content);

}  // namespace evenkeel
