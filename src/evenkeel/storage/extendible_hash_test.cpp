// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Extendible hashing against std::map.
#include "evenkeel/storage/extendible_hash.hpp"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"

namespace evenkeel::storage {
namespace {

using Key = std::uint64_t;
using Hash = ExtendibleHash<int>;
using Pairs = std::vector<std::pair<Key, int>>;

Pairs range_of(const Hash& hash, Key first, Key last) {
  Pairs pairs;
  hash.for_range(first, last, [&](Key key, int value) { pairs.emplace_back(key, value); });
  return pairs;
}

Pairs range_of(const std::map<Key, int>& map, Key first, Key last) {
  return {map.lower_bound(first), map.upper_bound(last)};
}

/// Random inserts, erasures, look-ups and ranges of keys that \p make draws, against std::map.
template <class Make>
void compare_with_map(int steps, const Make& make) {
  Xoshiro256 random(7);
  Hash hash;
  std::map<Key, int> map;
  for (int step = 0; step < steps; ++step) {
    const Key key = make(random);
    // Grows in the first half, shrinks in the second.
    if (uniform(random) < (2 * step < steps ? 0.7 : 0.2)) {
      ASSERT_EQ(hash.insert(key, step), map.emplace(key, step).second);
    } else {
      const auto near = map.lower_bound(key);
      const Key gone = near == map.end() ? key : near->first;
      ASSERT_EQ(hash.erase(gone), map.erase(gone) == 1);
    }
    ASSERT_EQ(hash.size(), map.size());
    if (step % 64 == 0) {
      const Key other = make(random);
      ASSERT_EQ(range_of(hash, std::min(key, other), std::max(key, other)),
                range_of(map, std::min(key, other), std::max(key, other)));
      ASSERT_EQ(hash.find(other) != nullptr, map.contains(other));
    }
  }
  ASSERT_EQ(range_of(hash, 0, ~Key{0}), range_of(map, 0, ~Key{0}));
  for (const auto& [key, value] : map) {
    ASSERT_NE(hash.find(key), nullptr);
    ASSERT_EQ(*hash.find(key), value);
    ASSERT_TRUE(hash.erase(key));
  }
  EXPECT_EQ(hash.buckets(), 1U);
  EXPECT_EQ(hash.directory_bits(), 0);
}

TEST(ExtendibleHash, BehavesLikeAMapForSpreadKeys) {
  compare_with_map(40'000, [](Xoshiro256& random) { return random.next(); });
}

TEST(ExtendibleHash, BehavesLikeAMapForKeysThatShareTheirLeadingBits) {
  compare_with_map(6'000,
                   [](Xoshiro256& random) { return (Key{0xabcde} << 44) | (random.next() >> 50); });
}

TEST(ExtendibleHash, BehavesLikeAMapForKeysFromFewPlaces) {
  compare_with_map(4'000, [](Xoshiro256& random) {
    return (uniform_below(random, 3) << 60) | (random.next() >> 52);
  });
}

TEST(ExtendibleHash, HoldsTheGreatestAndTheLeastKey) {
  Hash hash;
  hash.insert(~Key{0}, 1);
  hash.insert(0, 2);

  EXPECT_EQ(range_of(hash, 0, ~Key{0}), (Pairs{{0, 2}, {~Key{0}, 1}}));
  EXPECT_EQ(range_of(hash, 1, ~Key{0} - 1), Pairs{});
}

TEST(ExtendibleHash, SplitsTheFirstBucketByTheLeadingBit) {
  Hash hash;
  for (Key low = 0; low < 32; ++low) {
    hash.insert(low, 0);
    hash.insert(low | Key{1} << 63, 1);
  }
  EXPECT_EQ(hash.buckets(), 1U);

  hash.insert(100, 0);

  EXPECT_EQ(hash.directory_bits(), 1);
  EXPECT_EQ(hash.buckets(), 2U);
  EXPECT_TRUE(hash.erase(100));
  EXPECT_EQ(hash.buckets(), 2U);  // 64 entries: more than half a bucket
}

TEST(ExtendibleHash, ChainsWhereTheDirectoryMayNotGrow) {
  Hash hash;
  for (Key key = 0; key < 65; ++key) {
    hash.insert(key, 0);
  }

  EXPECT_EQ(hash.directory_bits(), Hash::kDeepest);
  EXPECT_EQ(hash.buckets(), 22U);  // one per bit of the way down, the rest of it, and its chain
}

TEST(ExtendibleHash, FillsItsBucketsAboveTwoThirdsForSpreadKeys) {
  Xoshiro256 random(3);
  Hash hash;
  for (int i = 0; i < 100'000; ++i) {
    hash.insert(random.next(), i);
  }

  EXPECT_LT(hash.buckets() * Hash::kCapacity * 2, 3U * hash.size());
}

}  // namespace
}  // namespace evenkeel::storage
