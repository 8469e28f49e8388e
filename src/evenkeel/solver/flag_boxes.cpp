// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rows of flags, and the boxes of a finer level above them.
#include "evenkeel/solver/flag_boxes.hpp"

#include <algorithm>

namespace evenkeel::solver {

template <int D>
void fill_flags(hierarchy::Flags& flags, const geometry::Box<D>& box, const geometry::Box<D>& part,
                std::uint8_t value) {
  storage::for_each_row(part, [&](const geometry::Index<D>& first, std::int32_t count) {
    std::int64_t at = 0;
    for (std::size_t d = D; d-- > 0;) {
      at = at * box.side(d) + (first[d] - box.lo[d]);
    }
    std::fill_n(flags.begin() + at, count, value);
  });
}

template <int D>
hierarchy::Flags refined_cells(const hierarchy::Hierarchy<D>& hierarchy, const FlagRule& rule,
                               int level, const geometry::Box<D>& box) {
  hierarchy::Flags refined;
  if (level >= hierarchy.finest() || kept_share(rule) == 1.0) {
    return refined;
  }
  refined.resize(static_cast<std::size_t>(box.volume()), 0);
  const hierarchy::Level<D>& finer = hierarchy.level(level + 1);
  const int ratio = hierarchy.mesh().ratio;
  finer.search().for_each(box.refine(ratio), [&](std::int32_t hit) {
    const auto covered =
        finer.layout().boxes[static_cast<std::size_t>(hit)].coarsen(ratio).intersect(box);
    fill_flags(refined, box, covered, 1);
  });
  return refined;
}

#define EVENKEEL_INSTANTIATE(D)                                                                 \
  template void fill_flags(hierarchy::Flags&, const geometry::Box<D>&, const geometry::Box<D>&, \
                           std::uint8_t);                                                       \
  template hierarchy::Flags refined_cells(const hierarchy::Hierarchy<D>&, const FlagRule&, int, \
                                          const geometry::Box<D>&)
EVENKEEL_INSTANTIATE(1);
EVENKEEL_INSTANTIATE(2);
EVENKEEL_INSTANTIATE(3);
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::solver
