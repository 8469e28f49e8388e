// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A vector register of doubles with the arithmetic of double.
///
/// Schemes are written once for a number type T. With T = Lanes every executed iteration is the
/// same vector code, so a cell's new value does not depend on where in a row, or in which box, it
/// is computed; with T = double the same formulas serve tests and initial conditions.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "evenkeel/solver/schemes/lane_count.hpp"

namespace evenkeel::solver {

/// As many integers as Lanes has numbers.
using LaneBits [[gnu::vector_size(kLanes * sizeof(double))]] = std::int64_t;

/// One truth value per lane.
struct Mask {
#if defined(__AVX512F__)
  using Raw = __mmask8;  ///< a bit each, in registers that are there for them
#else
  using Raw = LaneBits;  ///< all bits or none
#endif
  Raw raw;
};

struct Lanes {
  using Raw [[gnu::vector_size(kLanes * sizeof(double))]] = double;
  Raw raw;

  Lanes() = default;
  Lanes(double value) : raw(value - Raw{}) {}  // NOLINT: constants mix with lanes as with double
  explicit Lanes(Raw value) : raw(value) {}

  Lanes& operator+=(Lanes b) { return *this = Lanes(raw + b.raw); }
  Lanes& operator-=(Lanes b) { return *this = Lanes(raw - b.raw); }
  friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.raw + b.raw); }
  friend Lanes operator-(Lanes a, Lanes b) { return Lanes(a.raw - b.raw); }
  friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.raw * b.raw); }
  friend Lanes operator/(Lanes a, Lanes b) { return Lanes(a.raw / b.raw); }
  friend Lanes operator-(Lanes a) { return Lanes(-a.raw); }
};

inline Mask operator<(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return {_mm512_cmp_pd_mask(reinterpret_cast<__m512d>(a.raw), reinterpret_cast<__m512d>(b.raw),
                             _CMP_LT_OQ)};
#else
  return {a.raw < b.raw};
#endif
}
inline Mask operator>(Lanes a, Lanes b) {
  return b < a;
}
inline Mask operator&(Mask a, Mask b) {
  return {static_cast<Mask::Raw>(a.raw & b.raw)};
}
inline Mask operator|(Mask a, Mask b) {
  return {static_cast<Mask::Raw>(a.raw | b.raw)};
}
inline Mask operator!(Mask a) {
  return {static_cast<Mask::Raw>(~a.raw)};
}

inline Lanes select(Mask mask, Lanes yes, Lanes no) {
#if defined(__AVX512F__)
  return Lanes(reinterpret_cast<Lanes::Raw>(_mm512_mask_blend_pd(
      mask.raw, reinterpret_cast<__m512d>(no.raw), reinterpret_cast<__m512d>(yes.raw))));
#else
  return Lanes(mask.raw ? yes.raw : no.raw);
#endif
}
inline double select(bool mask, double yes, double no) {
  return mask ? yes : no;
}

/// A bit for each lane, of the first one the lowest.
inline std::uint32_t bits(Mask mask) {
#if defined(__AVX512F__)
  return mask.raw;
#elif defined(__AVX__)
  return static_cast<std::uint32_t>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask.raw)));
#elif defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_pd(reinterpret_cast<__m128d>(mask.raw)));
#else
  std::uint32_t all = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    all |= mask.raw[lane] != 0 ? std::uint32_t{1} << lane : 0;
  }
  return all;
#endif
}

/// True when every lane is.
inline bool all(bool mask) {
  return mask;
}
inline bool all(Mask mask) {
  return bits(mask) == (std::uint32_t{1} << kLanes) - 1;
}

#if defined(__AVX512F__)
/// The unmasked intrinsics warn of an uninitialised value in GCC 12 (PR 105593).
inline constexpr __mmask8 kAllLanes = 0xFF;
#endif

inline Lanes sqrt(Lanes a) {
#if defined(__AVX512F__)
  return Lanes(reinterpret_cast<Lanes::Raw>(
      _mm512_maskz_sqrt_pd(kAllLanes, reinterpret_cast<__m512d>(a.raw))));
#elif defined(__AVX__)
  return Lanes(reinterpret_cast<Lanes::Raw>(_mm256_sqrt_pd(reinterpret_cast<__m256d>(a.raw))));
#elif defined(__SSE2__)
  return Lanes(reinterpret_cast<Lanes::Raw>(_mm_sqrt_pd(reinterpret_cast<__m128d>(a.raw))));
#else
  for (int lane = 0; lane < kLanes; ++lane) {
    a.raw[lane] = std::sqrt(a.raw[lane]);
  }
  return a;
#endif
}
inline double sqrt(double a) {
  return std::sqrt(a);
}

/// The lesser; \p b where one is not a number.
inline Lanes min(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return Lanes(reinterpret_cast<Lanes::Raw>(_mm512_maskz_min_pd(
      kAllLanes, reinterpret_cast<__m512d>(a.raw), reinterpret_cast<__m512d>(b.raw))));
#elif defined(__AVX__)
  return Lanes(reinterpret_cast<Lanes::Raw>(
      _mm256_min_pd(reinterpret_cast<__m256d>(a.raw), reinterpret_cast<__m256d>(b.raw))));
#else
  return select(a < b, a, b);
#endif
}
inline double min(double a, double b) {
  return a < b ? a : b;
}

/// The greater; \p b where one is not a number.
inline Lanes max(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return Lanes(reinterpret_cast<Lanes::Raw>(_mm512_maskz_max_pd(
      kAllLanes, reinterpret_cast<__m512d>(a.raw), reinterpret_cast<__m512d>(b.raw))));
#elif defined(__AVX__)
  return Lanes(reinterpret_cast<Lanes::Raw>(
      _mm256_max_pd(reinterpret_cast<__m256d>(a.raw), reinterpret_cast<__m256d>(b.raw))));
#else
  return select(a > b, a, b);
#endif
}
inline double max(double a, double b) {
  return a > b ? a : b;
}

/// a * b + c, rounded once where the target can: not the same bits on every target.
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
#if defined(__AVX512F__)
  return Lanes(reinterpret_cast<Lanes::Raw>(_mm512_fmadd_pd(reinterpret_cast<__m512d>(a.raw),
                                                            reinterpret_cast<__m512d>(b.raw),
                                                            reinterpret_cast<__m512d>(c.raw))));
#elif defined(__FMA__)
  return Lanes(reinterpret_cast<Lanes::Raw>(_mm256_fmadd_pd(reinterpret_cast<__m256d>(a.raw),
                                                            reinterpret_cast<__m256d>(b.raw),
                                                            reinterpret_cast<__m256d>(c.raw))));
#else
  return a * b + c;
#endif
}
inline double multiply_add(double a, double b, double c) {
#if defined(__FMA__)
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

inline Lanes abs(Lanes a) {
  const LaneBits bits = reinterpret_cast<LaneBits>(a.raw) & INT64_MAX;
  return Lanes(reinterpret_cast<Lanes::Raw>(bits));
}
inline double abs(double a) {
  return std::abs(a);
}

/// \p a, its sign turned where \p sign has one.
inline Lanes with_sign(Lanes a, Lanes sign) {
#if defined(__AVX512F__)
  constexpr int kTurned = 0x78;  // first ^ (second & third)
  return Lanes(reinterpret_cast<Lanes::Raw>(_mm512_ternarylogic_epi64(
      reinterpret_cast<__m512i>(a.raw), reinterpret_cast<__m512i>(sign.raw),
      _mm512_set1_epi64(INT64_MIN), kTurned)));
#else
  const LaneBits bits =
      reinterpret_cast<LaneBits>(a.raw) ^ (reinterpret_cast<LaneBits>(sign.raw) & INT64_MIN);
  return Lanes(reinterpret_cast<Lanes::Raw>(bits));
#endif
}
inline double with_sign(double a, double sign) {
  return std::signbit(sign) ? -a : a;
}

/// 2^whole for whole numbers from -1022 to 1023.
inline Lanes power_of_two(Lanes whole) {
  constexpr double kShift = 0x1.8p52 + 1023.0;  // the sum ends with the bits of the exponent
  const Lanes shifted = whole + kShift;
  return Lanes(reinterpret_cast<Lanes::Raw>(reinterpret_cast<LaneBits>(shifted.raw) << 52));
}
inline double power_of_two(double whole) {
  return std::ldexp(1.0, static_cast<int>(whole));
}

/// Doubles in memory: unlike bytes they are not what pointers and sizes may be made of, so that
/// these need not be read again after each store.
using StoredLanes [[gnu::vector_size(kLanes * sizeof(double)), gnu::aligned(sizeof(double))]] =
    double;

inline Lanes load(const double* from) {
  return Lanes(*reinterpret_cast<const StoredLanes*>(from));
}

inline void store(double* to, Lanes a) {
  *reinterpret_cast<StoredLanes*>(to) = a.raw;
}

/// Lanes from[0], ..., from[count - 1]; the rest repeat from[0]. Reads nothing beyond.
inline Lanes load_first(const double* from, int count) {
  if (count >= kLanes) {
    return load(from);
  }
#if defined(__AVX512F__)
  const auto mask = static_cast<__mmask8>((1U << static_cast<unsigned>(count)) - 1U);
  return Lanes(
      reinterpret_cast<Lanes::Raw>(_mm512_mask_loadu_pd(_mm512_set1_pd(from[0]), mask, from)));
#else
  Lanes a(from[0]);
  for (int lane = 1; lane < count; ++lane) {
    a.raw[lane] = from[lane];
  }
  return a;
#endif
}

/// Writes the first \p count lanes and nothing beyond.
inline void store_first(double* to, Lanes a, int count) {
  if (count >= kLanes) {
    store(to, a);
    return;
  }
#if defined(__AVX512F__)
  const auto mask = static_cast<__mmask8>((1U << static_cast<unsigned>(count)) - 1U);
  _mm512_mask_storeu_pd(to, mask, reinterpret_cast<__m512d>(a.raw));
#else
  for (int lane = 0; lane < count; ++lane) {
    to[lane] = a.raw[lane];
  }
#endif
}

/// 0, 1, 2, ...
inline Lanes lane_numbers() {
  Lanes a(0.0);
  for (int lane = 1; lane < kLanes; ++lane) {
    a.raw[lane] = lane;
  }
  return a;
}

/// The first \p count lanes, then zeros.
inline Lanes first_lanes(Lanes a, int count) {
  return count >= kLanes ? a : select(lane_numbers() < Lanes(count), a, Lanes(0.0));
}

inline double greatest(Lanes a) {
  double most = a.raw[0];
  for (int lane = 1; lane < kLanes; ++lane) {
    most = max(most, a.raw[lane]);
  }
  return most;
}

inline double total(Lanes a) {
  double sum = a.raw[0];
  for (int lane = 1; lane < kLanes; ++lane) {
    sum += a.raw[lane];
  }
  return sum;
}

/// A copy for a function that is not inlined: the original can stay in registers.
template <class Values>
[[gnu::always_inline]] inline Values apart(const Values& values) {
  Values copy;
  for (std::size_t c = 0; c < values.size(); ++c) {
    copy[c] = values[c];
  }
  return copy;
}

/// Where a register of cells lies in its box: lanes are x = box.lo[0] + cell, ...; the row is y =
/// box.lo[1] + row[0], z = box.lo[2] + row[1].
struct Site {
  int cell = 0;
  std::array<int, 2> row{};
};

}  // namespace evenkeel::solver
