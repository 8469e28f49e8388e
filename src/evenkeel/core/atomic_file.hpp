// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Files that are whole or absent, also after a crash.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
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

/// More than anybody writes into a text by hand [byte].
inline constexpr std::size_t kMostWritten = std::size_t{64} << 20;

/// All bytes of the file at \p path.
///
/// \param most  where it may be anything, as /dev/zero [byte]
/// \throws SystemError if it cannot be opened or read, or holds more than \p most
std::string read_file(const std::filesystem::path& path,
                      std::size_t most = std::numeric_limits<std::size_t>::max());

/// The same of a text that people write: without the byte order mark that some editors put first.
std::string read_text(const std::filesystem::path& path,
                      std::size_t most = std::numeric_limits<std::size_t>::max());

/// The same of a text that the user named.
///
/// \throws InputError where read_text() throws SystemError: a wrong path is bad input
std::string read_input(const std::filesystem::path& path,
                       std::size_t most = std::numeric_limits<std::size_t>::max());

/// Waits until the content of the file or directory at \p path is on disk. After renaming a file,
/// sync its directory to make the new name last.
///
/// \throws SystemError if it cannot be opened or synced
void sync_to_disk(const std::filesystem::path& path);

}  // namespace evenkeel
