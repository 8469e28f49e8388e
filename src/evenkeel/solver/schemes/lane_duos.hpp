// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two vector registers with the arithmetic of one: where each result waits for the last, a
/// processor works at one of them while the other waits.
#pragma once

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// One truth value per lane.
struct MaskDuo {
  Mask first;
  Mask second;
};

struct LaneDuo {
  Lanes first;
  Lanes second;

  LaneDuo() = default;
  LaneDuo(double value) : first(value), second(value) {}  // NOLINT: as for Lanes
  LaneDuo(Lanes one, Lanes other) : first(one), second(other) {}

  LaneDuo& operator+=(const LaneDuo& b) { return *this = *this + b; }
  LaneDuo& operator-=(const LaneDuo& b) { return *this = *this - b; }
  friend LaneDuo operator+(const LaneDuo& a, const LaneDuo& b) {
    return {a.first + b.first, a.second + b.second};
  }
  friend LaneDuo operator-(const LaneDuo& a, const LaneDuo& b) {
    return {a.first - b.first, a.second - b.second};
  }
  friend LaneDuo operator*(const LaneDuo& a, const LaneDuo& b) {
    return {a.first * b.first, a.second * b.second};
  }
  friend LaneDuo operator/(const LaneDuo& a, const LaneDuo& b) {
    return {a.first / b.first, a.second / b.second};
  }
  friend MaskDuo operator<(const LaneDuo& a, const LaneDuo& b) {
    return {a.first < b.first, a.second < b.second};
  }
  friend MaskDuo operator>(const LaneDuo& a, const LaneDuo& b) { return b < a; }
};

inline MaskDuo operator&(const MaskDuo& a, const MaskDuo& b) {
  return {a.first & b.first, a.second & b.second};
}
inline MaskDuo operator|(const MaskDuo& a, const MaskDuo& b) {
  return {a.first | b.first, a.second | b.second};
}
inline MaskDuo operator!(const MaskDuo& a) {
  return {!a.first, !a.second};
}
inline bool all(const MaskDuo& mask) {
  return all(mask.first & mask.second);
}
inline LaneDuo select(const MaskDuo& mask, const LaneDuo& yes, const LaneDuo& no) {
  return {select(mask.first, yes.first, no.first), select(mask.second, yes.second, no.second)};
}
inline LaneDuo sqrt(const LaneDuo& a) {
  return {sqrt(a.first), sqrt(a.second)};
}
inline LaneDuo abs(const LaneDuo& a) {
  return {abs(a.first), abs(a.second)};
}
inline LaneDuo min(const LaneDuo& a, const LaneDuo& b) {
  return {min(a.first, b.first), min(a.second, b.second)};
}
inline LaneDuo max(const LaneDuo& a, const LaneDuo& b) {
  return {max(a.first, b.first), max(a.second, b.second)};
}
inline LaneDuo multiply_add(const LaneDuo& a, const LaneDuo& b, const LaneDuo& c) {
  return {multiply_add(a.first, b.first, c.first), multiply_add(a.second, b.second, c.second)};
}
inline LaneDuo power_of_two(const LaneDuo& whole) {
  return {power_of_two(whole.first), power_of_two(whole.second)};
}

}  // namespace evenkeel::solver
