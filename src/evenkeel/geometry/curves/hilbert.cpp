// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The Hilbert curve by Skilling's transform.
#include "evenkeel/geometry/curves/curves.hpp"

namespace evenkeel::geometry::curves {
namespace {

/// Place on the curve through a cube of side 2^bits, by bit operations.
///
/// J. Skilling, Programming the Hilbert curve, AIP Conf. Proc. 707 (2004) 381. Too slow to be
/// called for every block: the tables below are made from it.
template <int D>
constexpr std::uint32_t skilling(Place<D> x, int bits) {
  const std::uint32_t top = 1U << (bits - 1);
  for (std::uint32_t q = top; q > 1; q >>= 1U) {  // undo the excess work of the inner cubes
    for (std::size_t d = 0; d < D; ++d) {
      const std::uint32_t swap = (x[0] ^ x[d]) & (q - 1);
      x[0] ^= (x[d] & q) != 0 ? q - 1 : swap;
      x[d] ^= (x[d] & q) != 0 ? 0 : swap;
    }
  }
  for (std::size_t d = 1; d < D; ++d) {  // Gray decode
    x[d] ^= x[d - 1];
  }
  std::uint32_t flip = 0;
  for (std::uint32_t q = top; q > 1; q >>= 1U) {
    flip ^= (x[D - 1] & q) != 0 ? q - 1 : 0;
  }
  std::uint32_t place = 0;
  for (std::uint32_t q = top; q > 0; q >>= 1U) {
    for (std::size_t d = 0; d < D; ++d) {
      place = (place << 1U) | (((x[d] ^ flip) & q) != 0 ? 1U : 0U);
    }
  }
  return place;
}

/// The curve as a machine that reads digits from the top and knows its orientation.
///
/// An orientation maps the corners of a cube as the curve in standard position meets them to those
/// where it really is. Each step takes kDigits digits of D bits at once.
template <int D>
struct Tables {
  static constexpr std::size_t kCorners = std::size_t{1} << D;
  static constexpr std::size_t kDigits = 6 / D;
  static constexpr std::size_t kWords = std::size_t{1} << (kDigits * D);
  static constexpr std::size_t kMaxStates = 24;

  using Orientation = std::array<std::uint8_t, kCorners>;
  struct Step {
    std::uint8_t word;
    std::uint8_t state;
  };
  using Row = std::array<Step, kWords>;

  std::array<Row, kMaxStates> to_hilbert{};
  std::array<Row, kMaxStates> to_morton{};
  std::array<std::uint8_t, kDigits> start{};  ///< state to begin in, by number of padding digits

  constexpr Tables() {
    find_states();
    for (std::size_t state = 0; state < states_; ++state) {
      for (std::size_t word = 0; word < kWords; ++word) {
        const Step step = walk(state, word);
        to_hilbert[state][word] = step;
        to_morton[state][step.word] = {static_cast<std::uint8_t>(word), step.state};
      }
    }
    // Padding digits are zero and leave the curve's first corner, so only the orientation matters.
    for (std::size_t pad = 1; pad < kDigits; ++pad) {
      std::uint8_t state = 0;
      while (digit_[state][0].state != start[pad - 1]) {
        ++state;
      }
      start[pad] = state;
    }
  }

 private:
  /// Orientations of the inner cubes against the cube, and all that follow from them.
  constexpr void find_states() {
    Orientation first{};  // corners in the order of the curve of one digit
    std::array<Orientation, kCorners> inner{};
    for (std::uint32_t corner = 0; corner < kCorners; ++corner) {
      first[skilling<D>(coordinates(0, corner), 1)] = static_cast<std::uint8_t>(corner);
    }
    for (std::uint32_t outer = 0; outer < kCorners; ++outer) {
      for (std::uint32_t corner = 0; corner < kCorners; ++corner) {
        const std::uint32_t place = skilling<D>(coordinates(outer, corner), 2);
        inner[place / kCorners][first[place % kCorners]] = static_cast<std::uint8_t>(corner);
      }
    }
    for (std::uint8_t corner = 0; corner < kCorners; ++corner) {
      orientations_[0][corner] = corner;
    }
    states_ = 1;
    for (std::size_t state = 0; state < states_; ++state) {
      for (std::size_t place = 0; place < kCorners; ++place) {
        Orientation next{};
        for (std::size_t corner = 0; corner < kCorners; ++corner) {
          next[corner] = orientations_[state][inner[place][corner]];
        }
        digit_[state][orientations_[state][first[place]]] = {static_cast<std::uint8_t>(place),
                                                             number_of(next)};
      }
    }
  }

  constexpr std::uint8_t number_of(const Orientation& orientation) {
    std::size_t state = 0;
    while (state < states_ && orientations_[state] != orientation) {
      ++state;
    }
    if (state == states_) {
      orientations_[states_++] = orientation;
    }
    return static_cast<std::uint8_t>(state);
  }

  static constexpr Place<D> coordinates(std::uint32_t outer, std::uint32_t corner) {
    Place<D> x{};
    for (std::size_t d = 0; d < D; ++d) {
      x[d] = 2 * ((outer >> (D - 1 - d)) & 1U) + ((corner >> (D - 1 - d)) & 1U);
    }
    return x;
  }

  constexpr Step walk(std::size_t state, std::size_t word) const {
    std::size_t places = 0;
    for (std::size_t i = kDigits; i-- > 0;) {
      const Step step = digit_[state][(word >> (i * D)) % kCorners];
      places = places * kCorners + step.word;
      state = step.state;
    }
    return {static_cast<std::uint8_t>(places), static_cast<std::uint8_t>(state)};
  }

  std::size_t states_ = 0;
  std::array<Orientation, kMaxStates> orientations_{};
  std::array<std::array<Step, kCorners>, kMaxStates> digit_{};
};

template <int D>
constexpr Tables<D> kTables{};

/// Runs the machine over \p bits digits of \p digits.
template <int D>
std::uint64_t run(const auto& rows, std::uint64_t digits, int bits) {
  constexpr int kDigits = static_cast<int>(Tables<D>::kDigits);
  constexpr int kWidth = kDigits * D;
  const int words = (bits + kDigits - 1) / kDigits;
  std::size_t state = kTables<D>.start[static_cast<std::size_t>(words * kDigits - bits)];
  std::uint64_t result = 0;
  for (int shift = (words - 1) * kWidth; shift >= 0; shift -= kWidth) {
    const auto& step = rows[state][(digits >> shift) % Tables<D>::kWords];
    result = (result << kWidth) | step.word;
    state = step.state;
  }
  return result;
}

}  // namespace

template <int D>
std::uint64_t hilbert_from_morton(std::uint64_t morton, int bits) {
  return run<D>(kTables<D>.to_hilbert, morton, bits);
}

template <int D>
std::uint64_t morton_from_hilbert(std::uint64_t hilbert, int bits) {
  return run<D>(kTables<D>.to_morton, hilbert, bits);
}

template std::uint64_t hilbert_from_morton<1>(std::uint64_t, int);
template std::uint64_t hilbert_from_morton<2>(std::uint64_t, int);
template std::uint64_t hilbert_from_morton<3>(std::uint64_t, int);
template std::uint64_t morton_from_hilbert<1>(std::uint64_t, int);
template std::uint64_t morton_from_hilbert<2>(std::uint64_t, int);
template std::uint64_t morton_from_hilbert<3>(std::uint64_t, int);

}  // namespace evenkeel::geometry::curves
