// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// In place of the vector register of the same name: one double that counts what is done to it.
///
/// Found before the real one by whoever is compiled with this directory first in its include path;
/// the inline namespace keeps the two apart.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace evenkeel::solver {
inline namespace counting {

inline constexpr int kLanes = 1;
inline constexpr int kRowPadding = 1;

/// How often something was done.
struct Operations {
  std::int64_t sums = 0;
  std::int64_t products = 0;
  std::int64_t fused = 0;  ///< a product and a sum
  std::int64_t quotients = 0;
  std::int64_t roots = 0;
  std::int64_t others = 0;  ///< comparisons, choices, signs
  std::int64_t moves = 0;   ///< to or from memory
};
inline Operations counted;

struct Mask {
  std::array<std::int64_t, 1> raw{};
};

struct Lanes {
  using Raw = std::array<double, 1>;
  Raw raw{};

  Lanes() = default;
  Lanes(double value) : raw{value} {}  // NOLINT: constants mix with lanes as with double
  explicit Lanes(Raw value) : raw(value) {}
  double value() const { return raw[0]; }

  Lanes& operator+=(Lanes b) { return *this = *this + b; }
  Lanes& operator-=(Lanes b) { return *this = *this - b; }
  friend Lanes operator+(Lanes a, Lanes b) { return ++counted.sums, a.value() + b.value(); }
  friend Lanes operator-(Lanes a, Lanes b) { return ++counted.sums, a.value() - b.value(); }
  friend Lanes operator*(Lanes a, Lanes b) { return ++counted.products, a.value() * b.value(); }
  friend Lanes operator/(Lanes a, Lanes b) { return ++counted.quotients, a.value() / b.value(); }
  friend Lanes operator-(Lanes a) { return ++counted.others, -a.value(); }
  friend Mask operator<(Lanes a, Lanes b) { return ++counted.others, truth(a.value() < b.value()); }
  friend Mask operator>(Lanes a, Lanes b) { return ++counted.others, truth(a.value() > b.value()); }

 private:
  static Mask truth(bool is) { return {{is ? -1 : 0}}; }
};

inline Mask operator&(Mask a, Mask b) {
  return ++counted.others, Mask{{a.raw[0] & b.raw[0]}};
}
inline Mask operator|(Mask a, Mask b) {
  return ++counted.others, Mask{{a.raw[0] | b.raw[0]}};
}
inline Mask operator!(Mask a) {
  return Mask{{~a.raw[0]}};
}
inline bool any(Mask mask) {
  return ++counted.others, mask.raw[0] != 0;
}
inline Lanes select(Mask mask, Lanes yes, Lanes no) {
  return ++counted.others, mask.raw[0] != 0 ? yes : no;
}
inline Lanes sqrt(Lanes a) {
  return ++counted.roots, std::sqrt(a.value());
}
inline Lanes min(Lanes a, Lanes b) {
  return ++counted.others, a.value() < b.value() ? a : b;
}
inline Lanes max(Lanes a, Lanes b) {
  return ++counted.others, a.value() > b.value() ? a : b;
}
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
  return ++counted.fused, a.value() * b.value() + c.value();
}
inline Lanes abs(Lanes a) {
  return ++counted.others, std::abs(a.value());
}
inline Lanes with_sign(Lanes magnitude, Lanes sign) {
  return ++counted.others, std::copysign(magnitude.value(), sign.value());
}
inline Lanes load(const double* from) {
  return ++counted.moves, *from;
}
inline void store(double* to, Lanes a) {
  ++counted.moves;
  *to = a.value();
}
inline Lanes load_first(const double* from, int) {
  return load(from);
}
inline void store_first(double* to, Lanes a, int) {
  store(to, a);
}
inline double max_of_first(Lanes a, int) {
  return ++counted.others, a.value();
}
inline Lanes lane_numbers() {
  return 0.0;
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
inline bool any(bool mask) {
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
inline double with_sign(double magnitude, double sign) {
  return std::copysign(magnitude, sign);
}

}  // namespace counting
}  // namespace evenkeel::solver
