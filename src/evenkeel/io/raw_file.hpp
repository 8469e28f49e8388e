// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Binary files read and written at given places. Internal to io.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "evenkeel/core/descriptor.hpp"

namespace evenkeel::io {

/// An open file.
class RawFile {
 public:
  enum class Mode { kRead, kWrite };

  /// A file to be written is made if absent and kept as it is otherwise: other ranks may write
  /// their parts of it.
  /// \throws SystemError naming the path and the reason
  RawFile(std::filesystem::path path, Mode mode);

  const std::filesystem::path& path() const { return path_; }

  /// \throws SystemError, for a full disk among others
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);

  /// Fewer bytes than asked for only where the file ends. \throws SystemError
  std::size_t read_at(std::uint64_t offset, std::span<std::byte> bytes) const;

  std::uint64_t size() const;  ///< [byte]
  void sync();                 ///< Until what was written is on disk.

  /// Nothing can be done with it after. Some file systems tell only now what could not be written.
  /// \throws SystemError
  void close();

 private:
  std::filesystem::path path_;
  Descriptor file_;
};

/// Collects small writes that follow each other in a file.
class SequentialWriter {
 public:
  SequentialWriter(RawFile& file, std::uint64_t offset) : file_(&file), offset_(offset) {}

  void write(std::span<const std::byte> bytes);

  /// To be called at the end; the destructor does not write.
  void flush();

 private:
  RawFile* file_;
  std::uint64_t offset_;  ///< where the buffer goes
  std::vector<std::byte> buffer_;
};

}  // namespace evenkeel::io
