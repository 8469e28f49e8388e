// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Hashes of cells, added up.
#include "evenkeel/io/checksum.hpp"

#include <bit>

#include "evenkeel/core/rng.hpp"

namespace evenkeel::io {
namespace {

/// Every bit of the result depends on every bit of \p z.
std::uint64_t mix(std::uint64_t z) {
  return SplitMix64(z).next();
}

}  // namespace

template <int D>
std::uint64_t checksum(int level, const geometry::Box<D>& box, const storage::View<D>& values) {
  std::uint64_t sum = 0;
  storage::for_each_row(box, [&](const geometry::Index<D>& cell, std::int32_t cells) {
    std::uint64_t place = mix(static_cast<std::uint64_t>(level));
    for (std::size_t d = 1; d < D; ++d) {
      place = mix(place ^ static_cast<std::uint32_t>(cell[d]));
    }
    const double* row = values.row(0, cell);
    for (std::int32_t i = 0; i < cells; ++i) {
      std::uint64_t hash = mix(place ^ static_cast<std::uint32_t>(cell[0] + i));
      for (int component = 0; component < values.components; ++component) {
        hash =
            mix(hash ^ std::bit_cast<std::uint64_t>(row[i + component * values.component_stride]));
      }
      sum += hash;
    }
  });
  return sum;
}

template <int D>
std::uint64_t solution_checksum(const hierarchy::Hierarchy<D>& hierarchy) {
  std::uint64_t sum = 0;
  for (const auto& level : hierarchy.levels()) {
    for (const storage::Patch<D>& patch : std::as_const(*level).patches()) {
      sum += checksum(level->number(), patch.box, patch.state.view());
    }
  }
  return hierarchy.communicator().sum_modular(sum);
}

#define EVENKEEL_INSTANTIATE(D)                                                           \
  template std::uint64_t checksum(int, const geometry::Box<D>&, const storage::View<D>&); \
  template std::uint64_t solution_checksum(const hierarchy::Hierarchy<D>&);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::io
