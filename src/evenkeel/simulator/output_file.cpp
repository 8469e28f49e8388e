// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A stream that is asked each time whether it could.
#include "evenkeel/simulator/output_file.hpp"

#include <cerrno>
#include <system_error>

#include "evenkeel/core/atomic_file.hpp"

namespace evenkeel::simulator {

namespace {

namespace fs = std::filesystem;

/// Where to write what becomes \p path; devices and pipes are written to as they are.
fs::path made_for(const fs::path& path, bool goes_on) {
  std::error_code ignored;
  const bool is_replaced = !fs::exists(path, ignored) || fs::is_regular_file(path, ignored);
  return goes_on || !is_replaced ? path : fs::path(path.string() + ".tmp");
}

}  // namespace

OutputFile::OutputFile(const fs::path& path, bool goes_on)
    : path_(path),
      made_(made_for(path, goes_on)),
      file_(made_, goes_on ? std::ios::app : std::ios::trunc) {
  check();
  std::error_code none;
  before_ = goes_on && fs::is_regular_file(path, none) ? fs::file_size(path, none) : 0;
}

OutputFile::~OutputFile() {
  if (!file_.is_open()) {
    return;
  }
  file_.close();
  std::error_code ignored;
  if (made_ != path_) {
    fs::remove(made_, ignored);
  } else if (fs::is_regular_file(path_, ignored)) {
    fs::resize_file(path_, before_, ignored);
  }
}

void OutputFile::write(std::string_view text) {
  file_ << text;
  check();
}

void OutputFile::close() {
  file_.flush();
  check();
  file_.close();
  check();
  std::error_code error;
  if (made_ != path_) {
    fs::rename(made_, path_, error);
  }
  if (error) {
    throw system_error("write", path_, error.value());
  }
}

void OutputFile::check() const {
  if (!file_) {
    throw system_error("write", path_, errno);
  }
}

}  // namespace evenkeel::simulator
