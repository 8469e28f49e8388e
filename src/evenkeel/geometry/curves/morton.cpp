// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The Morton curve: interleaved bits.
#include "evenkeel/geometry/curves/curves.hpp"

namespace evenkeel::geometry::curves {
namespace {

/// One step of spreading: groups of \p width bits move apart by \p by, keeping bits in \p mask.
struct Spread {
  int by;
  std::uint64_t mask;
};

constexpr std::array<Spread, 5> kByTwo{{{16, 0x0000ffff0000ffff},
                                        {8, 0x00ff00ff00ff00ff},
                                        {4, 0x0f0f0f0f0f0f0f0f},
                                        {2, 0x3333333333333333},
                                        {1, 0x5555555555555555}}};
constexpr std::array<Spread, 5> kByThree{{{32, 0x001f00000000ffff},
                                          {16, 0x001f0000ff0000ff},
                                          {8, 0x100f00f00f00f00f},
                                          {4, 0x10c30c30c30c30c3},
                                          {2, 0x1249249249249249}}};

template <int D>
constexpr const std::array<Spread, 5>& steps() {
  return D == 2 ? kByTwo : kByThree;
}

/// Puts D - 1 zeros between the bits of \p value.
template <int D>
std::uint64_t spread(std::uint64_t value) {
  if constexpr (D > 1) {
    for (const Spread& step : steps<D>()) {
      value = (value | (value << step.by)) & step.mask;
    }
  }
  return value;
}

/// Inverse of spread; other bits of \p value are ignored.
template <int D>
std::uint32_t gather(std::uint64_t value) {
  if constexpr (D > 1) {
    constexpr std::uint64_t kAll = D == 2 ? 0x00000000ffffffff : 0x00000000001fffff;
    value &= steps<D>()[4].mask;
    for (std::size_t i = 5; i-- > 0;) {
      const std::uint64_t mask = i > 0 ? steps<D>()[i - 1].mask : kAll;
      value = (value | (value >> steps<D>()[i].by)) & mask;
    }
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace

template <int D>
std::uint64_t interleave(const Place<D>& place) {
  std::uint64_t morton = 0;
  for (std::size_t d = 0; d < D; ++d) {
    morton = (morton << 1U) | spread<D>(place[d]);
  }
  return morton;
}

template <int D>
Place<D> deinterleave(std::uint64_t morton) {
  Place<D> place{};
  for (std::size_t d = 0; d < D; ++d) {
    place[d] = gather<D>(morton >> (D - 1 - d));
  }
  return place;
}

template std::uint64_t interleave<1>(const Place<1>&);
template std::uint64_t interleave<2>(const Place<2>&);
template std::uint64_t interleave<3>(const Place<3>&);
template Place<1> deinterleave<1>(std::uint64_t);
template Place<2> deinterleave<2>(std::uint64_t);
template Place<3> deinterleave<3>(std::uint64_t);

}  // namespace evenkeel::geometry::curves
