// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// XXH3 against its published values, whole and in pieces.
#include "evenkeel/core/hash.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace evenkeel {
namespace {

TEST(Hash, EmptyInputHasThePublishedValue) {
  EXPECT_EQ(hash_text(""), 0x2d06800538d394c2U);  // xxHash, tests/sanity_test_vectors.h, seed 0
}

TEST(Hash, PiecesGiveTheHashOfTheWhole) {
  std::vector<std::byte> bytes(5000);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(i * i);
  }
  const std::span<const std::byte> whole(bytes);
  Hasher hasher;
  hasher.add(whole.first(7));
  hasher.add(whole.subspan(7, 0));
  hasher.add(whole.subspan(7));

  EXPECT_EQ(hasher.value(), hash_bytes(whole));
}

TEST(Hash, OneBitMatters) {
  EXPECT_NE(hash_text("evenkeel"), hash_text("evenkeem"));
}

TEST(Hash, HexHasSixteenDigits) {
  EXPECT_EQ(hash_hex(0x2d06800538d394c2U), "2d06800538d394c2");
  EXPECT_EQ(hash_hex(1), "0000000000000001");
}

}  // namespace
}  // namespace evenkeel
