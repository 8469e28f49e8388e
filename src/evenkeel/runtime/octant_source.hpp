// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The rules that partition.octants names, read again whenever their file changes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/manager/manager.hpp"

namespace evenkeel::runtime {

/// \param name  manager::kPublishedOctants, or a TOML file
/// \throws InputError if it cannot be read or has faults
manager::Octants read_octants(const std::string& name);

/// Watches a data file. Rank 0 looks, the others are told.
class OctantSource {
 public:
  /// \param name  as of read_octants()
  explicit OctantSource(std::string name);

  /// New rules, if the file has others than at the last look; those at fault are not taken up.
  /// Collective, the same on every rank.
  std::optional<manager::Octants> changed(const comm::Communicator& world);

  /// What is wrong with the file as it is; empty when nothing is.
  const std::string& trouble() const { return trouble_; }

 private:
  std::string newer_text();

  std::string name_;
  std::filesystem::file_time_type read_at_{};
  std::string trouble_;
};

}  // namespace evenkeel::runtime
