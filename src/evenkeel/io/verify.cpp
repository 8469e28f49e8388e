// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Compares checkpoints with their manifests.
#include "evenkeel/io/verify.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <system_error>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/hash.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/io/fab_reader.hpp"
#include "evenkeel/io/manifest.hpp"

namespace evenkeel::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "chk";

void verify_headers(const fs::path& dir, const Manifest& manifest,
                    std::vector<std::string>& faults) {
  for (const auto& [file, expected] : manifest.headers) {
    try {
      const std::string found = hash_hex(hash_text(read_file(dir / file)));
      if (found != hash_hex(expected)) {
        faults.push_back(file + ": has the hash " + found + ", expected " + hash_hex(expected));
      }
    } catch (const SystemError& error) {
      faults.push_back(file + ": " + error.what());
    }
  }
}

/// Adds the faults of the boxes, and the end of every file they lie in to \p ends.
void verify_boxes(const fs::path& dir, const Manifest& manifest, std::vector<std::string>& faults,
                  std::map<std::string, std::uint64_t>& ends) {
  FabReader reader(dir, manifest);
  std::string unreadable;
  for (const Piece& piece : manifest.pieces) {
    std::uint64_t& end = ends[piece.file];
    end = std::max(end, piece.offset + piece.bytes);
    if (piece.file == unreadable) {
      continue;
    }
    try {
      if (const auto fault = reader.read(piece, [](int, std::span<const double>) {})) {
        faults.push_back(*fault);
      }
    } catch (const SystemError& error) {
      unreadable = piece.file;
      faults.push_back(piece.file + ": " + error.what());
    }
  }
}

}  // namespace

std::vector<std::string> verify(const fs::path& dir) {
  std::vector<std::string> faults;
  try {
    const Manifest manifest = read_manifest(dir);
    verify_headers(dir, manifest, faults);
    std::map<std::string, std::uint64_t> ends;
    verify_boxes(dir, manifest, faults, ends);
    for (const auto& [file, end] : ends) {
      std::error_code ignored;
      const std::uintmax_t size = fs::file_size(dir / file, ignored);
      if (!ignored && size > end) {
        faults.push_back(file + ": is " + std::to_string(size) + " bytes long, expected " +
                         std::to_string(end));
      }
    }
  } catch (const Error& error) {
    faults.emplace_back(error.what());
  }
  return faults;
}

std::vector<fs::path> list_checkpoints(const fs::path& run_dir, std::string_view ending) {
  std::vector<std::pair<std::uint64_t, fs::path>> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(run_dir, ignored)) {
    const std::string name = entry.path().filename().string();
    std::string_view digits = name;
    if (!digits.starts_with(kPrefix) || !digits.ends_with(ending)) {
      continue;
    }
    digits.remove_prefix(kPrefix.size());
    digits.remove_suffix(std::min(ending.size(), digits.size()));
    if (const auto step = parse<std::uint64_t>(digits)) {
      found.emplace_back(*step, entry.path());
    }
  }
  std::ranges::sort(found, std::greater<>());
  std::vector<fs::path> paths;
  for (auto& [step, path] : found) {
    paths.push_back(std::move(path));
  }
  return paths;
}

Usable find_usable(const fs::path& run_dir) {
  Usable usable;
  for (const fs::path& dir : list_checkpoints(run_dir)) {
    const std::vector<std::string> faults = verify(dir);
    if (faults.empty()) {
      usable.checkpoint = dir;
      break;
    }
    const std::size_t more = faults.size() - 1;
    usable.problems.push_back(
        dir.filename().string() + ": " + faults.front() +
        (more > 0 ? " (and " + std::to_string(more) + " more: see `evenkeel checkpoint verify`)"
                  : ""));
  }
  return usable;
}

}  // namespace evenkeel::io
