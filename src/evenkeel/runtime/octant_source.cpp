// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reading, watching and telling.
#include "evenkeel/runtime/octant_source.hpp"

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/runtime/on_root.hpp"

namespace evenkeel::runtime {
namespace {

/// When \p file was written last; the beginning of time where it is not there now.
std::filesystem::file_time_type written_at(const std::string& file) {
  std::error_code absent;
  const auto time = std::filesystem::last_write_time(file, absent);
  return absent ? std::filesystem::file_time_type() : time;
}

manager::Octants made_of(std::string_view text, const std::string& file) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  return manager::parse_octants(partitioners, text, file);
}

}  // namespace

manager::Octants read_octants(const std::string& name) {
  if (name == manager::kPublishedOctants) {
    return made_of("", name);
  }
  try {
    return made_of(read_text(name, kMostWritten), name);
  } catch (const SystemError& error) {
    throw InputError(fmt::format("{}; \"{}\" has the published rules", error.what(),
                                 manager::kPublishedOctants));
  }
}

OctantSource::OctantSource(std::string name) : name_(std::move(name)) {}

/// Empty where the file is as before, gone, or cannot be read.
std::string OctantSource::newer_text() {
  const auto time = written_at(name_);
  if (time == read_at_ || time == std::filesystem::file_time_type()) {
    return {};
  }
  read_at_ = time;
  try {
    return read_text(name_, kMostWritten) + "\n";
  } catch (const SystemError&) {
    return {};
  }
}

std::optional<manager::Octants> OctantSource::changed(const comm::Communicator& world) {
  if (name_ == manager::kPublishedOctants) {
    return std::nullopt;
  }
  std::string text = world.rank() == 0 ? newer_text() : "";
  broadcast_text(world, text);
  if (text.empty()) {
    return std::nullopt;
  }
  trouble_.clear();
  try {
    return made_of(text, name_);
  } catch (const InputError& error) {
    trouble_ = error.what();
    return std::nullopt;
  }
}

}  // namespace evenkeel::runtime
