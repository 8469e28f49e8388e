// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Renames and exchanges of directories.
#include "evenkeel/io/publish.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"

namespace evenkeel::io {
namespace {

namespace fs = std::filesystem;

fs::path with_ending(fs::path path, const char* ending) {
  path += ending;
  return path;
}

fs::path parent_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void remove_tree(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) {
    throw system_error("remove", path, error.value());
  }
}

/// Of what lies in nobody's way.
void remove_if_possible(const fs::path& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

void make_empty(const fs::path& dir) {
  remove_tree(dir);
  std::error_code error;
  fs::create_directories(parent_of(dir), error);
  if (!error) {
    fs::create_directory(dir, error);
  }
  if (error) {
    throw system_error("create", dir, error.value());
  }
}

void rename_path(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) {
    throw system_error("replace", to, errno);
  }
}

/// Gives the finished \p made the name \p dir.
void swap_in(const fs::path& made, const fs::path& dir) {
  if (!fs::exists(fs::symlink_status(dir))) {
    rename_path(made, dir);
  } else if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, dir.c_str(), RENAME_EXCHANGE) == 0) {
    remove_if_possible(made);
  } else {  // a file system that cannot exchange: between these lines only DIR.tmp.old exists
    const fs::path old = with_ending(made, ".old");
    remove_tree(old);
    rename_path(dir, old);
    rename_path(made, dir);
    remove_if_possible(old);
  }
  sync_to_disk(parent_of(dir));
}

}  // namespace

void publish_directory(const comm::Communicator& communicator, const fs::path& dir,
                       const std::function<void(const fs::path&)>& write) {
  const fs::path made = with_ending(dir, ".tmp");
  const auto on_one_rank = [&](const auto& work) {
    communicator.all_or_none([&] {
      if (communicator.rank() == 0) {
        work();
      }
    });
  };
  on_one_rank([&] { make_empty(made); });
  try {
    write(made);
    on_one_rank([&] { swap_in(made, dir); });
  } catch (...) {
    if (communicator.rank() == 0) {
      remove_if_possible(made);
    }
    throw;
  }
}

void remove_directory(const fs::path& dir) {
  const fs::path going = with_ending(dir, ".tmp");
  remove_tree(going);
  rename_path(dir, going);
  remove_tree(going);
}

void point_link(const fs::path& link, const fs::path& target) {
  const fs::path made = with_ending(link, ".tmp");
  remove_tree(made);
  if (::symlink(target.c_str(), made.c_str()) != 0) {
    throw system_error("create", made, errno);
  }
  if (fs::is_directory(fs::symlink_status(link))) {
    rename_path(link, with_ending(link, ".left"));  // as copying makes of a link
  }
  rename_path(made, link);
  sync_to_disk(parent_of(link));
}

}  // namespace evenkeel::io
