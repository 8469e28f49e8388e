// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Extendible hashing that keeps keys in order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace evenkeel::storage {

/// A map from 64-bit keys to values: near-constant access, ordered ranges, cheap growth.
///
/// A directory of 2^G entries, indexed by the G leading bits of the key, points to buckets of up
/// to 64 sorted entries; a bucket of depth g <= G is shared by 2^(G-g) directory entries. A full
/// bucket splits by its next bit, doubling the directory when g = G; a bucket and its buddy merge
/// when half a bucket holds both, and the directory halves when no bucket needs its last bit
/// (Fagin, Nievergelt, Pippenger, Strong 1979). The leading bits, not scrambled ones, index: what
/// is near along the curve is near in memory, and iteration is in key order. Skewed keys would
/// blow up the directory, so G stops at 20 and full buckets of that depth chain, in order.
///
/// Pointers to values last until the next insert or erase. Not thread-safe.
template <class Value>
class ExtendibleHash {
 public:
  using Key = std::uint64_t;
  static constexpr std::size_t kCapacity = 64;  ///< entries per bucket
  static constexpr int kDeepest = 20;           ///< directory bits at most

  ExtendibleHash() { clear(); }

  std::size_t size() const { return size_; }
  int directory_bits() const { return bits_; }
  std::size_t buckets() const { return buckets_.size() - unused_.size(); }

  void clear() {
    buckets_.assign(1, Bucket{});
    unused_.clear();
    directory_.assign(1, 0);
    at_depth_.fill(0);
    at_depth_[0] = 1;
    bits_ = 0;
    size_ = 0;
  }

  /// The value of \p key, null if there is none.
  const Value* find(Key key) const {
    const Bucket& bucket = buckets_[bucket_of(key)];
    const auto place = lower(bucket, key);
    return place != bucket.entries.end() && place->first == key ? &place->second : nullptr;
  }
  Value* find(Key key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

  /// False, and nothing changed, if \p key is there already.
  bool insert(Key key, Value value) {
    std::uint32_t at = bucket_of(key);
    if (find(key) != nullptr) {
      return false;
    }
    while (buckets_[at].entries.size() == kCapacity) {
      if (buckets_[at].depth < kDeepest) {
        split(key);
      } else {
        chain(at);
      }
      at = bucket_of(key);
    }
    Bucket& bucket = buckets_[at];
    bucket.entries.emplace(lower(bucket, key), key, std::move(value));
    ++size_;
    return true;
  }

  /// False if \p key is not there.
  bool erase(Key key) {
    const std::uint32_t at = bucket_of(key);
    Bucket& bucket = buckets_[at];
    const auto place = lower(bucket, key);
    if (place == bucket.entries.end() || place->first != key) {
      return false;
    }
    bucket.entries.erase(place);
    --size_;
    if (bucket.entries.empty()) {
      unchain(key, at);
    }
    while (merge(key)) {
    }
    halve();
    return true;
  }

  /// Calls visit(key, value) for every first <= key <= last, ascending.
  template <class Visit>
  void for_range(Key first, Key last, const Visit& visit) const {
    for (std::size_t slot = slot_of(first); slot < directory_.size();) {
      const int depth = buckets_[directory_[slot]].depth;
      for (std::uint32_t at = directory_[slot]; at != kNone; at = buckets_[at].next) {
        const Bucket& bucket = buckets_[at];
        for (auto entry = lower(bucket, first); entry != bucket.entries.end(); ++entry) {
          if (entry->first > last) {
            return;
          }
          visit(entry->first, entry->second);
        }
      }
      const std::size_t shared = std::size_t{1} << (bits_ - depth);
      slot = (slot / shared + 1) * shared;
    }
  }

 private:
  using Entry = std::pair<Key, Value>;
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Bucket {
    int depth = 0;
    std::uint32_t next = kNone;  ///< bucket of the same leading bits with greater keys
    std::vector<Entry> entries;  ///< ascending keys
  };

  static auto lower(const Bucket& bucket, Key key) {
    return std::lower_bound(bucket.entries.begin(), bucket.entries.end(), key,
                            [](const Entry& entry, Key k) { return entry.first < k; });
  }

  std::size_t slot_of(Key key) const {
    return bits_ == 0 ? 0 : static_cast<std::size_t>(key >> (64 - bits_));
  }

  /// First of the directory entries that share the bucket of \p depth where \p key belongs.
  std::size_t first_slot(Key key, int depth) const {
    return slot_of(key) >> (bits_ - depth) << (bits_ - depth);
  }

  /// The bucket where \p key is, or would be: the last of its chain that starts at or before it.
  std::uint32_t bucket_of(Key key) const {
    std::uint32_t at = directory_[slot_of(key)];
    while (buckets_[at].next != kNone && buckets_[buckets_[at].next].entries.front().first <= key) {
      at = buckets_[at].next;
    }
    return at;
  }

  std::uint32_t new_bucket(int depth) {
    if (unused_.empty()) {
      buckets_.emplace_back();
      unused_.push_back(static_cast<std::uint32_t>(buckets_.size() - 1));
    }
    const std::uint32_t at = unused_.back();
    unused_.pop_back();
    buckets_[at] = Bucket{depth, kNone, {}};
    return at;
  }

  void free_bucket(std::uint32_t at) {
    buckets_[at] = Bucket{};
    unused_.push_back(at);
  }

  static void move_tail(Bucket& from, typename std::vector<Entry>::const_iterator place,
                        Bucket& to) {
    const auto first = from.entries.begin() + (place - from.entries.cbegin());
    to.entries.assign(std::make_move_iterator(first), std::make_move_iterator(from.entries.end()));
    from.entries.erase(first, from.entries.end());
  }

  /// Splits the bucket of \p key by its next bit. \pre its depth is below kDeepest
  void split(Key key) {
    const std::uint32_t low = directory_[slot_of(key)];
    const int depth = buckets_[low].depth;
    if (depth == bits_) {
      double_directory();
    }
    const std::uint32_t high = new_bucket(depth + 1);
    const Key middle = (key >> (63 - depth) | 1U) << (63 - depth);
    move_tail(buckets_[low], lower(buckets_[low], middle), buckets_[high]);
    buckets_[low].depth = depth + 1;
    --at_depth_[static_cast<std::size_t>(depth)];
    at_depth_[static_cast<std::size_t>(depth + 1)] += 2;
    const std::size_t half = std::size_t{1} << (bits_ - depth - 1);
    std::fill_n(directory_.begin() + static_cast<std::ptrdiff_t>(first_slot(middle, depth + 1)),
                half, high);
  }

  /// Moves the upper half of a full bucket to a new one behind it.
  void chain(std::uint32_t at) {
    const std::uint32_t added = new_bucket(buckets_[at].depth);
    Bucket& bucket = buckets_[at];
    move_tail(bucket, bucket.entries.cbegin() + kCapacity / 2, buckets_[added]);
    buckets_[added].next = std::exchange(bucket.next, added);
  }

  /// Takes the empty bucket \p at out of the chain of \p key, unless it is alone there.
  void unchain(Key key, std::uint32_t at) {
    const std::uint32_t head = directory_[slot_of(key)];
    if (head == at) {
      const std::uint32_t next = buckets_[at].next;
      if (next != kNone) {
        buckets_[at] = std::move(buckets_[next]);
        free_bucket(next);
      }
      return;
    }
    std::uint32_t before = head;
    while (buckets_[before].next != at) {
      before = buckets_[before].next;
    }
    buckets_[before].next = buckets_[at].next;
    free_bucket(at);
  }

  /// Merges the bucket of \p key with its buddy if half a bucket holds both.
  bool merge(Key key) {
    const int depth = buckets_[directory_[slot_of(key)]].depth;
    if (depth == 0) {
      return false;
    }
    const std::size_t start = first_slot(key, depth - 1);
    const std::size_t half = std::size_t{1} << (bits_ - depth);
    const std::uint32_t low = directory_[start];
    const std::uint32_t high = directory_[start + half];
    Bucket& kept = buckets_[low];
    Bucket& gone = buckets_[high];
    if (kept.depth != gone.depth || kept.next != kNone || gone.next != kNone ||
        kept.entries.size() + gone.entries.size() > kCapacity / 2) {
      return false;
    }
    std::move(gone.entries.begin(), gone.entries.end(), std::back_inserter(kept.entries));
    kept.depth = depth - 1;
    at_depth_[static_cast<std::size_t>(depth)] -= 2;
    ++at_depth_[static_cast<std::size_t>(depth - 1)];
    std::fill_n(directory_.begin() + static_cast<std::ptrdiff_t>(start + half), half, low);
    free_bucket(high);
    return true;
  }

  void double_directory() {
    std::vector<std::uint32_t> larger(2 * directory_.size());
    for (std::size_t slot = 0; slot < larger.size(); ++slot) {
      larger[slot] = directory_[slot / 2];
    }
    directory_ = std::move(larger);
    ++bits_;
  }

  void halve() {
    while (bits_ > 0 && at_depth_[static_cast<std::size_t>(bits_)] == 0) {
      for (std::size_t slot = 0; slot < directory_.size() / 2; ++slot) {
        directory_[slot] = directory_[2 * slot];
      }
      directory_.resize(directory_.size() / 2);
      --bits_;
    }
  }

  std::vector<Bucket> buckets_;
  std::vector<std::uint32_t> unused_;                 ///< positions in buckets_ that are free
  std::vector<std::uint32_t> directory_;              ///< 2^bits_ positions in buckets_
  std::array<std::size_t, kDeepest + 1> at_depth_{};  ///< buckets of each depth, chains once
  int bits_ = 0;
  std::size_t size_ = 0;
};

}  // namespace evenkeel::storage
