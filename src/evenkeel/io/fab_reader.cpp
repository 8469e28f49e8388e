// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads header line and components of a box, hashing both.
#include "evenkeel/io/fab_reader.hpp"

#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/hash.hpp"
#include "evenkeel/io/raw_file.hpp"

namespace evenkeel::io {

std::string piece_name(const Piece& piece, int dim) {
  std::string lo;
  std::string hi;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) {
    lo += fmt::format("{}{}", d == 0 ? "" : ",", piece.lo[d]);
    hi += fmt::format("{}{}", d == 0 ? "" : ",", piece.hi[d] - 1);
  }
  return fmt::format("box ({}) .. ({}) of level {}", lo, hi, piece.level);
}

struct FabReader::Open {
  std::string name;
  RawFile file;
};

FabReader::FabReader(std::filesystem::path dir, const Manifest& manifest)
    : dir_(std::move(dir)),
      dim_(manifest.dim),
      components_(static_cast<int>(manifest.state.components.size())) {}

FabReader::~FabReader() = default;

std::optional<std::string> FabReader::read(
    const Piece& piece, const std::function<void(int, std::span<const double>)>& take) {
  if (open_ == nullptr || open_->name != piece.file) {
    open_.reset(new Open{piece.file, {dir_ / piece.file, RawFile::Mode::kRead}});
  }
  const std::string place =
      fmt::format("{}: {} at offset {}", piece.file, piece_name(piece, dim_), piece.offset);
  const std::uint64_t size = open_->file.size();
  if (size < piece.offset + piece.bytes) {
    return fmt::format("{} is cut off: the file has {} bytes, {} expected", place, size,
                       piece.offset + piece.bytes);
  }
  std::size_t cells = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    cells *= static_cast<std::size_t>(piece.hi[d] - piece.lo[d]);
  }
  values_.resize(cells);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(values_));
  std::string header(piece.bytes - static_cast<std::size_t>(components_) * bytes.size(), ' ');
  std::uint64_t at = piece.offset;
  at += open_->file.read_at(at, std::as_writable_bytes(std::span(header)));
  Hasher hasher;
  hasher.add(std::as_bytes(std::span(header)));
  for (int component = 0; component < components_; ++component) {
    at += open_->file.read_at(at, std::as_writable_bytes(std::span(values_)));
    hasher.add(bytes);
    take(component, values_);
  }
  if (hasher.value() == piece.hash) {
    return std::nullopt;
  }
  return fmt::format("{} has the hash {}, expected {}", place, hash_hex(hasher.value()),
                     hash_hex(piece.hash));
}

}  // namespace evenkeel::io
