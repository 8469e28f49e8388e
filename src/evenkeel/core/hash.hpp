// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// XXH3, 64 bits: checksums of files and of the solution. Not cryptographic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace evenkeel {

/// XXH3-64 of \p bytes, the same on every machine. Some 10 GB/s.
std::uint64_t hash_bytes(std::span<const std::byte> bytes);

/// XXH3-64 of the characters of \p text.
std::uint64_t hash_text(std::string_view text);

/// \p hash as 16 lower-case hexadecimal digits, as in manifests.
std::string hash_hex(std::uint64_t hash);

/// XXH3-64 of bytes that come in pieces. The same value as of all pieces in one.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  void add(std::span<const std::byte> bytes);

  /// Hash of everything added so far.
  std::uint64_t value() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace evenkeel
