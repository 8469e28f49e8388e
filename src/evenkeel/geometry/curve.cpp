// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Keys along space-filling curves, also on elongated domains.
#include "evenkeel/geometry/curve.hpp"

#include <algorithm>
#include <string>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/geometry/curves/curves.hpp"

namespace evenkeel::geometry {
namespace {

constexpr std::array<std::string_view, 2> kNames{"hilbert", "morton"};

/// The slow axis, then the others in ascending order.
template <int D>
std::array<std::size_t, static_cast<std::size_t>(D)> axes_from(const Index<D>& blocks,
                                                               int slow_axis) {
  auto slow = static_cast<std::size_t>(slow_axis);
  if (slow_axis < 0) {
    slow =
        static_cast<std::size_t>(std::max_element(blocks.begin(), blocks.end()) - blocks.begin());
  }
  std::array<std::size_t, static_cast<std::size_t>(D)> axes{slow};
  std::size_t next = 1;
  for (std::size_t d = 0; d < D; ++d) {
    if (d != slow) {
      axes[next++] = d;
    }
  }
  return axes;
}

}  // namespace

CurveKind curve_kind(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) {
    throw InputError("no curve '" + std::string(name) + "'; known: " + join(kNames) +
                     suggestion(name, kNames));
  }
  return static_cast<CurveKind>(found - kNames.begin());
}

std::string_view name(CurveKind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

template <int D>
Curve<D>::Curve(const Index<D>& blocks, CurveKind kind, int slow_axis) : kind_(kind) {
  EVENKEEL_EXPECT(slow_axis >= kLongestAxis && slow_axis < D);
  EVENKEEL_EXPECT(*std::min_element(blocks.begin(), blocks.end()) >= 1);
  axes_ = axes_from<D>(blocks, slow_axis);
  for (std::size_t d = 1; d < D; ++d) {
    bits_ = std::max(bits_, bits_for(blocks[axes_[d]]));
  }
  cubes_ = ((blocks[axes_[0]] - 1) >> bits_) + 1;
  spare_bits_ = 64 - kHddaLevelBits - bits_for(cubes_) - D * bits_;
  EVENKEEL_EXPECT(spare_bits_ >= 0);
}

template <int D>
std::uint64_t Curve<D>::key_at(int level, const Index<D>& block) const {
  const int bits = bits_ + level;
  const std::uint32_t within = (std::uint32_t{1} << bits) - 1;
  std::array<std::uint32_t, static_cast<std::size_t>(D)> place{};
  for (std::size_t d = 0; d < D; ++d) {
    place[d] = static_cast<std::uint32_t>(block[axes_[d]]);
  }
  const std::uint64_t cube = place[0] >> bits;
  EVENKEEL_DEBUG(D * level <= spare_bits_ && cube < static_cast<std::uint64_t>(cubes_));
  place[0] &= within;
  const std::uint64_t morton = curves::interleave<D>(place);
  const std::uint64_t key =
      kind_ == CurveKind::morton ? morton : curves::hilbert_from_morton<D>(morton, bits);
  return (cube << (D * bits)) | key;
}

template <int D>
Index<D> Curve<D>::block(std::uint64_t key) const {
  const std::uint64_t cube = key >> (D * bits_);
  const std::uint64_t within = key & ((std::uint64_t{1} << (D * bits_)) - 1);
  const std::uint64_t morton =
      kind_ == CurveKind::morton ? within : curves::morton_from_hilbert<D>(within, bits_);
  auto place = curves::deinterleave<D>(morton);
  place[0] |= static_cast<std::uint32_t>(cube << bits_);
  Index<D> block{};
  for (std::size_t d = 0; d < D; ++d) {
    block[axes_[d]] = static_cast<std::int32_t>(place[d]);
  }
  return block;
}

template class Curve<1>;
template class Curve<2>;
template class Curve<3>;

}  // namespace evenkeel::geometry
