// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Whole files by POSIX calls: write beside, sync, rename, sync the directory.
#include "evenkeel/core/atomic_file.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "evenkeel/core/descriptor.hpp"

namespace evenkeel {
namespace {

void write_all(const Descriptor& file, std::span<const std::byte> content,
               const std::filesystem::path& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(file.number(), content.data(), content.size());
    if (written >= 0) {
      content = content.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      throw system_error("write", path, errno);
    }
  }
}

void sync(const Descriptor& file, const std::filesystem::path& path) {
  // EINVAL: there is nothing to be synced, as directories of some file systems say.
  if (::fsync(file.number()) != 0 && errno != EINVAL) {
    throw system_error("sync", path, errno);
  }
}

/// Whether \p path is there, and what is written to it goes elsewhere.
bool leads_elsewhere(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && std::filesystem::is_other(status);
}

}  // namespace

SystemError system_error(std::string_view action, const std::filesystem::path& path,
                         int error_number) {
  return SystemError("cannot " + std::string(action) + " " + path.string() + ": " +
                     std::generic_category().message(error_number));
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> content) {
  if (leads_elsewhere(path)) {
    write_all(Descriptor(path, O_WRONLY), content, path);
    return;
  }
  std::filesystem::path beside = path;
  beside += ".tmp";
  try {
    const Descriptor file(beside, O_WRONLY | O_CREAT | O_TRUNC);
    write_all(file, content, beside);
    sync(file, beside);
  } catch (const SystemError&) {
    ::unlink(beside.c_str());
    throw;
  }
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(beside.c_str());
    throw system_error("replace", path, reason);
  }
  sync_to_disk(path.has_parent_path() ? path.parent_path() : ".");
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  write_file(path, std::as_bytes(std::span(content)));
}

std::string read_file(const std::filesystem::path& path, std::size_t most) {
  const Descriptor file(path, O_RDONLY);
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) {
    throw system_error("read", path, errno);
  }
  // The size is a guess: files under /proc say 0 and files grow. Read until the end says so.
  std::string content(std::min(static_cast<std::size_t>(status.st_size), most) + 1, '\0');
  std::size_t size = 0;
  while (true) {
    const ssize_t got = ::read(file.number(), content.data() + size, content.size() - size);
    if (got < 0 && errno != EINTR) {
      throw system_error("read", path, errno);
    }
    if (got == 0) {
      break;
    }
    size += static_cast<std::size_t>(got > 0 ? got : 0);
    if (size > most) {
      throw SystemError(path.string() + " is larger than " + std::to_string(most >> 20) + " MiB");
    }
    if (size == content.size()) {
      content.resize(2 * size + 4096);
    }
  }
  content.resize(size);
  return content;
}

std::string read_text(const std::filesystem::path& path, std::size_t most) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  std::string text = read_file(path, most);
  if (text.starts_with(kMark)) {
    text.erase(0, kMark.size());
  }
  return text;
}

std::string read_input(const std::filesystem::path& path, std::size_t most) {
  try {
    return read_text(path, most);
  } catch (const SystemError& error) {
    throw InputError(error.what());
  }
}

void sync_to_disk(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  sync(file, path);
}

}  // namespace evenkeel
