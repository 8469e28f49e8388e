// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// In place of the vector register of the same name: one of as many doubles that counts the
/// instructions the real one would take.
///
/// Found before the real one by whoever is compiled with this directory first in its include path;
/// the inline namespace keeps the two apart.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "evenkeel/solver/schemes/lane_count.hpp"

namespace evenkeel::solver {
inline namespace counting {

/// How often something was done to a register.
struct Operations {
  std::int64_t sums = 0;
  std::int64_t products = 0;
  std::int64_t fused = 0;  ///< a product and a sum
  std::int64_t quotients = 0;
  std::int64_t roots = 0;
  std::int64_t orders = 0;        ///< lesser, greater, comparisons
  std::int64_t choices = 0;       ///< by masks
  std::int64_t signs = 0;         ///< and masks, where they share registers with numbers
  std::int64_t loads = 0;         ///< within a cache line
  std::int64_t split_loads = 0;   ///< across two
  std::int64_t stores = 0;        ///< within a cache line
  std::int64_t split_stores = 0;  ///< across two
};
inline Operations counted;

struct Mask {
  std::array<std::int64_t, kLanes> raw{};  ///< all bits or none, as in the real one
};

struct Lanes {
  using Raw = std::array<double, kLanes>;
  Raw raw{};

  Lanes() = default;
  Lanes(double value) { raw.fill(value); }  // NOLINT: constants mix with lanes as with double
  explicit Lanes(Raw value) : raw(value) {}

  Lanes& operator+=(Lanes b) { return *this = *this + b; }
  Lanes& operator-=(Lanes b) { return *this = *this - b; }
  friend Lanes operator+(Lanes a, Lanes b);
  friend Lanes operator-(Lanes a, Lanes b);
  friend Lanes operator*(Lanes a, Lanes b);
  friend Lanes operator/(Lanes a, Lanes b);
  friend Lanes operator-(Lanes a);  ///< not counted: fused products take it in
  friend Mask operator<(Lanes a, Lanes b);
  friend Mask operator>(Lanes a, Lanes b);
};

/// rule(lane) for all lanes, booked as one instruction.
template <class Result, class Rule>
Result each(std::int64_t& count, const Rule& rule) {
  ++count;
  Result result;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    result.raw[lane] = rule(lane);
  }
  return result;
}

inline Lanes operator+(Lanes a, Lanes b) {
  return each<Lanes>(counted.sums, [&](std::size_t i) { return a.raw[i] + b.raw[i]; });
}
inline Lanes operator-(Lanes a, Lanes b) {
  return each<Lanes>(counted.sums, [&](std::size_t i) { return a.raw[i] - b.raw[i]; });
}
inline Lanes operator*(Lanes a, Lanes b) {
  return each<Lanes>(counted.products, [&](std::size_t i) { return a.raw[i] * b.raw[i]; });
}
inline Lanes operator/(Lanes a, Lanes b) {
  return each<Lanes>(counted.quotients, [&](std::size_t i) { return a.raw[i] / b.raw[i]; });
}
inline Lanes operator-(Lanes a) {
  std::int64_t none = 0;
  return each<Lanes>(none, [&](std::size_t i) { return -a.raw[i]; });
}
inline Mask operator<(Lanes a, Lanes b) {
  return each<Mask>(counted.orders, [&](std::size_t i) { return a.raw[i] < b.raw[i] ? -1 : 0; });
}
inline Mask operator>(Lanes a, Lanes b) {
  return each<Mask>(counted.orders, [&](std::size_t i) { return a.raw[i] > b.raw[i] ? -1 : 0; });
}

/// Masks that live in registers of their own take nothing from the arithmetic.
inline std::int64_t& mask_instructions() {
#if defined(__AVX512F__)
  static std::int64_t none = 0;
  return none;
#else
  return counted.signs;
#endif
}
inline Mask operator&(Mask a, Mask b) {
  return each<Mask>(mask_instructions(), [&](std::size_t i) { return a.raw[i] & b.raw[i]; });
}
inline Mask operator|(Mask a, Mask b) {
  return each<Mask>(mask_instructions(), [&](std::size_t i) { return a.raw[i] | b.raw[i]; });
}
inline Mask operator!(Mask a) {  ///< not counted: comparisons and conjunctions take it in
  std::int64_t none = 0;
  return each<Mask>(none, [&](std::size_t i) { return ~a.raw[i]; });
}
inline std::uint32_t bits(Mask mask) {
  std::uint32_t all = 0;
  for (std::size_t lane = 0; lane < mask.raw.size(); ++lane) {
    all |= mask.raw[lane] != 0 ? std::uint32_t{1} << lane : 0;
  }
  return all;
}
inline bool all(Mask mask) {
  return bits(mask) == (std::uint32_t{1} << kLanes) - 1;
}
inline Lanes select(Mask mask, Lanes yes, Lanes no) {
  return each<Lanes>(counted.choices,
                     [&](std::size_t i) { return mask.raw[i] != 0 ? yes.raw[i] : no.raw[i]; });
}
inline Lanes sqrt(Lanes a) {
  return each<Lanes>(counted.roots, [&](std::size_t i) { return std::sqrt(a.raw[i]); });
}
inline Lanes min(Lanes a, Lanes b) {
  return each<Lanes>(counted.orders,
                     [&](std::size_t i) { return a.raw[i] < b.raw[i] ? a.raw[i] : b.raw[i]; });
}
inline Lanes max(Lanes a, Lanes b) {
  return each<Lanes>(counted.orders,
                     [&](std::size_t i) { return a.raw[i] > b.raw[i] ? a.raw[i] : b.raw[i]; });
}
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
  return each<Lanes>(counted.fused, [&](std::size_t i) { return a.raw[i] * b.raw[i] + c.raw[i]; });
}
inline Lanes abs(Lanes a) {
  return each<Lanes>(counted.signs, [&](std::size_t i) { return std::abs(a.raw[i]); });
}
inline Lanes with_sign(Lanes a, Lanes sign) {
  return each<Lanes>(counted.signs, [&](std::size_t i) {
    return std::signbit(sign.raw[i]) ? -a.raw[i] : a.raw[i];
  });
}

inline Lanes power_of_two(Lanes whole) {  ///< a sum and a shift
  ++counted.sums;
  return each<Lanes>(counted.signs, [&](std::size_t i) {
    return std::ldexp(1.0, static_cast<int>(whole.raw[i]));
  });
}

/// True where a register at \p address lies in two cache lines.
inline bool is_split(const double* address) {
  constexpr std::uintptr_t kLine = 64;
  return reinterpret_cast<std::uintptr_t>(address) % kLine + sizeof(Lanes::Raw) > kLine;
}
inline Lanes load_first(const double* from, int count) {
  return each<Lanes>(is_split(from) ? counted.split_loads : counted.loads, [&](std::size_t i) {
    return static_cast<int>(i) < count ? from[i] : from[0];
  });
}
inline Lanes load(const double* from) {
  return load_first(from, kLanes);
}
inline void store_first(double* to, Lanes a, int count) {
  ++(is_split(to) ? counted.split_stores : counted.stores);
  for (std::size_t i = 0; i < kLanes && static_cast<int>(i) < count; ++i) {
    to[i] = a.raw[i];
  }
}
inline void store(double* to, Lanes a) {
  store_first(to, a, kLanes);
}
inline Lanes first_lanes(Lanes a, int count) {
  for (std::size_t i = 0; i < kLanes; ++i) {
    a.raw[i] = static_cast<int>(i) < count ? a.raw[i] : 0.0;
  }
  return a;
}
template <class Values>
Values apart(const Values& values) {
  return values;
}
inline double greatest(Lanes a) {
  double most = a.raw[0];
  for (const double one : a.raw) {
    most = one > most ? one : most;
  }
  return most;
}
inline double total(Lanes a) {
  double sum = 0.0;
  for (const double one : a.raw) {
    sum += one;
  }
  return sum;
}
inline Lanes lane_numbers() {
  std::int64_t none = 0;
  return each<Lanes>(none, [](std::size_t i) { return static_cast<double>(i); });
}

/// \see the real one
struct Site {
  int cell = 0;
  std::array<int, 2> row{};
};

// The same for double.
inline double select(bool mask, double yes, double no) {
  return mask ? yes : no;
}
inline bool all(bool mask) {
  return mask;
}
inline double sqrt(double a) {
  return std::sqrt(a);
}
inline double min(double a, double b) {
  return a < b ? a : b;
}
inline double max(double a, double b) {
  return a > b ? a : b;
}
inline double multiply_add(double a, double b, double c) {
  return a * b + c;
}
inline double abs(double a) {
  return std::abs(a);
}
inline double with_sign(double a, double sign) {
  return std::signbit(sign) ? -a : a;
}
inline double power_of_two(double whole) {
  return std::ldexp(1.0, static_cast<int>(whole));
}

}  // namespace counting
}  // namespace evenkeel::solver
