// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads the boxes of a checkpoint and compares their hashes. Internal to io.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/io/manifest.hpp"

namespace evenkeel::io {

/// "box (0,0) .. (15,15) of level 1", closed as in the files.
std::string piece_name(const Piece& piece, int dim);

/// Reads boxes of one checkpoint; keeps the last file open.
class FabReader {
 public:
  FabReader(std::filesystem::path dir, const Manifest& manifest);
  ~FabReader();
  FabReader(const FabReader&) = delete;
  FabReader& operator=(const FabReader&) = delete;

  /// Calls take(component, values) for every component, then compares the hash of all bytes.
  ///
  /// Values of a damaged box have been passed on by then; they must not be used.
  /// \returns a sentence naming file, box, offset and both hashes, or nothing if all is well
  /// \throws SystemError if the file cannot be opened or read
  std::optional<std::string> read(const Piece& piece,
                                  const std::function<void(int, std::span<const double>)>& take);

 private:
  struct Open;
  std::filesystem::path dir_;
  int dim_;
  int components_;
  std::unique_ptr<Open> open_;
  std::vector<double> values_;
};

}  // namespace evenkeel::io
