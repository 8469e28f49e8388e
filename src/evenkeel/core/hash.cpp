// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Calls of libxxhash.
#include "evenkeel/core/hash.hpp"

#include <new>

#include <fmt/format.h>
#include <xxhash.h>

namespace evenkeel {

std::uint64_t hash_bytes(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t hash_text(std::string_view text) {
  return hash_bytes(std::as_bytes(std::span(text)));
}

std::string hash_hex(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

void Hasher::Free::operator()(XXH3_state_s* state) const {
  XXH3_freeState(state);
}

Hasher::Hasher() : state_(XXH3_createState()) {
  if (state_ == nullptr) {
    throw std::bad_alloc();
  }
  XXH3_64bits_reset(state_.get());
}

Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

void Hasher::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
}

std::uint64_t Hasher::value() const {
  return XXH3_64bits_digest(state_.get());
}

}  // namespace evenkeel
