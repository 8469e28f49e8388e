// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Boxes dealt out by capacity and cut where they are too large: the core of ACEHeterogeneous.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::partition {

/// Axes of \p box, the longest first; the lower of equals.
std::array<std::size_t, 3> axes_by_length(const geometry::Box<3>& box);

/// A box of one level and its work.
struct WorkBox {
  double work = 0.0;
  int level = 0;
  geometry::Box<3> cells;  ///< of its level; one cell along axes that do not exist

  auto operator<=>(const WorkBox&) const = default;  ///< lightest, then coarsest, then lowest first
};

/// How boxes may be cut.
struct BoxCuts {
  std::int32_t least_side = 4;  ///< of a part [cells of its level], >= 1
  std::int32_t align = 1;       ///< planes lie at multiples of this from the lower side, >= 1
  bool on_more_axes = false;    ///< cut what is left of a plane along the next longest axis
  bool carry = false;           ///< what processors could not take is shared by those after them
};

/// Work on every plane of a box across an axis, shape [side along the axis].
using PlaneWork = std::function<std::vector<double>(const WorkBox&, std::size_t axis)>;

/// A box and the processor that got it.
struct DealtBox {
  WorkBox box;
  int owner;
};

/// Deals out boxes: the lightest to the processor with the least capacity. A box with more work
/// than its processor can still take is cut across its longest axis; where that would make too
/// small a part, it goes there whole if that is nearer to the share than nothing. The last
/// processor takes all that is left.                          (Sinha & Parashar 2002, section 5.3)
///
/// \param capacity  shape [processors], >= 0, sum > 0; none gets a box for capacity 0
/// \returns         a disjoint cover of \p boxes, no side below the least that was not so before
std::vector<DealtBox> deal_boxes(std::span<const WorkBox> boxes, std::span<const double> capacity,
                                 const BoxCuts& cuts, const PlaneWork& planes);

}  // namespace evenkeel::partition
