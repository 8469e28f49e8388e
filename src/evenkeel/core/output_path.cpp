// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Opens what write_file() would open.
#include "evenkeel/core/output_path.hpp"

#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/descriptor.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel {

void require_writable(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) {
    throw InputError(system_error("write", path, EISDIR).what());
  }
  if (std::filesystem::is_other(status)) {
    return;  // a device or a pipe, whose other end may not be there yet
  }
  std::filesystem::path beside = path;
  beside += ".tmp";
  const Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (!file.is_open()) {
    throw InputError(system_error("write", path, errno).what());
  }
  ::unlink(beside.c_str());
}

void require_new(const std::filesystem::path& path, bool replace) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (!replace && std::filesystem::exists(status) && !std::filesystem::is_other(status)) {
    throw InputError(path.string() + " exists; --force replaces it");
  }
  require_writable(path);
}

void write_asked(const std::filesystem::path& path, std::string_view content) try {
  write_file(path, content);
} catch (const SystemError& error) {
  throw InputError(error.what());
}

}  // namespace evenkeel
