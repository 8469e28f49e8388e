// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Directories that appear whole. Internal to io.
#pragma once

#include <filesystem>
#include <functional>

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::io {

/// Makes DIR.tmp, lets \p write fill it, and renames it to \p dir, whose older version, if any,
/// is swapped out and, if that can be, removed.
///
/// Collective. \p write is called on every rank with DIR.tmp and must throw on all ranks or none.
/// \throws SystemError, or what \p write threw, on every rank; DIR.tmp is removed then
void publish_directory(const comm::Communicator& communicator, const std::filesystem::path& dir,
                       const std::function<void(const std::filesystem::path&)>& write);

/// Removes \p dir so that a crash meanwhile leaves no half of it under its name. Not collective.
///
/// \throws SystemError
void remove_directory(const std::filesystem::path& dir);

/// Makes \p link point to \p target, at once. Not collective. \throws SystemError
void point_link(const std::filesystem::path& link, const std::filesystem::path& target);

}  // namespace evenkeel::io
