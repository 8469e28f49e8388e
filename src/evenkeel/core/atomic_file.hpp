// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Files that are whole or absent, also after a crash.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "evenkeel/core/error.hpp"

namespace evenkeel {

/// A SystemError that says "cannot <action> <path>: <text of error_number>".
SystemError system_error(std::string_view action, const std::filesystem::path& path,
                         int error_number);

/// Replaces the file at \p path by \p content, or leaves the old one as it was.
///
/// Writes PATH.tmp beside it, syncs, renames, syncs the directory. One writer per path at a time.
/// Devices and pipes are written to as they are.
///
/// \throws SystemError naming the path and the system's reason (missing folder, full disk, ...)
void write_file(const std::filesystem::path& path, std::string_view content);

/// The same for the bytes of a binary file.
void write_file(const std::filesystem::path& path, std::span<const std::byte> content);

/// All bytes of the file at \p path.
///
/// \throws SystemError if it cannot be opened or read
std::string read_file(const std::filesystem::path& path);

/// The same of a text that people write: without the byte order mark that some editors put first.
std::string read_text(const std::filesystem::path& path);

/// Waits until the content of the file or directory at \p path is on disk. After renaming a file,
/// sync its directory to make the new name last.
///
/// \throws SystemError if it cannot be opened or synced
void sync_to_disk(const std::filesystem::path& path);

}  // namespace evenkeel
