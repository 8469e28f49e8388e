// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A stream that is asked each time whether it could.
#include "evenkeel/simulator/output_file.hpp"

#include <cerrno>
#include <system_error>

#include "evenkeel/core/atomic_file.hpp"

namespace evenkeel::simulator {

OutputFile::OutputFile(const std::filesystem::path& path, bool goes_on)
    : path_(path), file_(path, goes_on ? std::ios::app : std::ios::trunc) {
  check();
}

OutputFile::~OutputFile() {
  std::error_code ignored;
  if (file_.is_open() && std::filesystem::is_regular_file(path_, ignored)) {
    std::filesystem::remove(path_, ignored);
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
}

void OutputFile::check() const {
  if (!file_) {
    throw system_error("write", path_, errno);
  }
}

}  // namespace evenkeel::simulator
