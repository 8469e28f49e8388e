// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Several vector registers with the arithmetic of one: where each result waits for the last, a
/// processor works at one of them while others wait.
#pragma once

#include <cstdint>
#include <type_traits>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// One truth value per lane of two \p Half.
template <class Half>
struct TruthDuo {
  static constexpr int kHalf = [] {  ///< lanes
    if constexpr (std::is_same_v<Half, Mask>) {
      return kLanes;
    } else {
      return 2 * Half::kHalf;
    }
  }();

  Half first;
  Half second;

  friend TruthDuo operator&(const TruthDuo& a, const TruthDuo& b) {
    return {a.first & b.first, a.second & b.second};
  }
  friend TruthDuo operator|(const TruthDuo& a, const TruthDuo& b) {
    return {a.first | b.first, a.second | b.second};
  }
  friend TruthDuo operator!(const TruthDuo& a) { return {!a.first, !a.second}; }
  friend std::uint32_t bits(const TruthDuo& mask) {
    return bits(mask.first) | bits(mask.second) << kHalf;
  }
  friend bool all(const TruthDuo& mask) { return all(mask.first & mask.second); }
};

/// Two \p Half that are Lanes, or Duos themselves.
template <class Half>
struct Duo {
  using Truth = TruthDuo<decltype(Half() < Half())>;
  static constexpr int kHalf = Truth::kHalf;  ///< lanes

  Half first;
  Half second;

  Duo() = default;
  Duo(double value) : first(value), second(value) {}  // NOLINT: as for Lanes
  Duo(const Half& one, const Half& other) : first(one), second(other) {}

  Duo& operator+=(const Duo& b) { return *this = *this + b; }
  Duo& operator-=(const Duo& b) { return *this = *this - b; }
  friend Duo operator+(const Duo& a, const Duo& b) {
    return {a.first + b.first, a.second + b.second};
  }
  friend Duo operator-(const Duo& a, const Duo& b) {
    return {a.first - b.first, a.second - b.second};
  }
  friend Duo operator*(const Duo& a, const Duo& b) {
    return {a.first * b.first, a.second * b.second};
  }
  friend Duo operator/(const Duo& a, const Duo& b) {
    return {a.first / b.first, a.second / b.second};
  }
  friend Truth operator<(const Duo& a, const Duo& b) {
    return {a.first < b.first, a.second < b.second};
  }
  friend Truth operator>(const Duo& a, const Duo& b) { return b < a; }

  friend Duo select(const Truth& mask, const Duo& yes, const Duo& no) {
    return {select(mask.first, yes.first, no.first), select(mask.second, yes.second, no.second)};
  }
  friend Duo sqrt(const Duo& a) { return {sqrt(a.first), sqrt(a.second)}; }
  friend Duo abs(const Duo& a) { return {abs(a.first), abs(a.second)}; }
  friend Duo min(const Duo& a, const Duo& b) {
    return {min(a.first, b.first), min(a.second, b.second)};
  }
  friend Duo max(const Duo& a, const Duo& b) {
    return {max(a.first, b.first), max(a.second, b.second)};
  }
  friend Duo multiply_add(const Duo& a, const Duo& b, const Duo& c) {
    return {multiply_add(a.first, b.first, c.first), multiply_add(a.second, b.second, c.second)};
  }
  friend Duo power_of_two(const Duo& whole) {
    return {power_of_two(whole.first), power_of_two(whole.second)};
  }
};

using LaneDuo = Duo<Lanes>;
using LaneQuartet = Duo<LaneDuo>;

}  // namespace evenkeel::solver
