// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Small random number generators with a stated seed: the same numbers on every machine.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace evenkeel {

/// 64 bits a call, period 2^64; good for seeding and short series.  (Steele, Lea, Flood 2014)
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

/// xoshiro256++: 64 bits a call, period 2^256 - 1.  (Blackman, Vigna 2019)
class Xoshiro256 {
 public:
  /// Fills the state from SplitMix64(\p seed), as its authors advise.
  explicit Xoshiro256(std::uint64_t seed) {
    SplitMix64 seeder(seed);
    for (std::uint64_t& word : state_) {
      word = seeder.next();
    }
  }

  explicit Xoshiro256(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  std::uint64_t next() {
    auto& [a, b, c, d] = state_;
    const std::uint64_t result = std::rotl(a + d, 23) + a;
    const std::uint64_t t = b << 17;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = std::rotl(d, 45);
    return result;
  }

  /// All of it, for checkpoints.
  const std::array<std::uint64_t, 4>& state() const { return state_; }

 private:
  std::array<std::uint64_t, 4> state_;
};

/// Uniform in [0, 1), from the top 53 bits.
template <class Generator>
double uniform(Generator& generator) {
  return static_cast<double>(generator.next() >> 11) * 0x1p-53;
}

/// Uniform in 0..\p bound-1 by multiply and shift; the bias is below bound / 2^64. \pre bound > 0
template <class Generator>
std::uint64_t uniform_below(Generator& generator, std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((Wide{generator.next()} * bound) >> 64);
}

/// Normal with mean 0 and variance 1: the cosine branch of Box and Muller (1958); two uniforms a
/// call.
///
///     sqrt(-2 ln(1 - u1)) cos(2 pi u2)
template <class Generator>
double normal(Generator& generator) {
  const double u1 = uniform(generator);
  const double u2 = uniform(generator);
  return std::sqrt(-2.0 * std::log1p(-u1)) * std::cos(2.0 * std::numbers::pi * u2);
}

}  // namespace evenkeel
