// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// ACEHeterogeneous: light boxes to slow processors, heavy ones cut to fit.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/partition/box_dealing.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/planes.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array<std::string_view, 3> kModes = {"boxes", "composite", "multi_axis"};

constexpr std::array kParams = {
    ParamSpec{.name = "mode",
              .unit = "",
              .fallback = 0,
              .help =
                  "boxes: regions of one depth with all that lies above, cut across their longest "
                  "side; multi_axis: also across the next; composite: single units, never cut",
              .choices = kModes},
    ParamSpec{.name = "least_side",
              .unit = "units",
              .fallback = 1,
              .min = 1,
              .max = 1e6,
              .help = "no box is cut into parts with a side below this",
              .is_whole = true}};

/// Loads on the lattice of blocks, summed from its lower corner: a box takes eight of the sums.
class SummedLoads {
 public:
  SummedLoads(const Points& points, const Points::Place& blocks) {
    std::size_t size = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      stride_[axis] = size;
      size *= static_cast<std::size_t>(blocks[axis]) + 1;
    }
    sum_.assign(size, 0.0);
    const std::size_t behind = stride_[0] + stride_[1] + stride_[2];
    for (std::size_t unit = 0; unit < points.place.size(); ++unit) {
      sum_[offset(points.place[unit]) + behind] += points.load[unit];
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t end = axis < 2 ? stride_[axis + 1] : size;
      for (std::size_t at = 0; at < size; ++at) {
        sum_[at] += at % end >= stride_[axis] ? sum_[at - stride_[axis]] : 0.0;
      }
    }
  }

  double load(const geometry::Box<3>& box) const {
    double sum = 0.0;
    for (unsigned corner = 0; corner < 8; ++corner) {
      Points::Place at = box.hi;
      double sign = 1.0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if ((corner >> axis & 1U) != 0) {
          at[axis] = box.lo[axis];
          sign = -sign;
        }
      }
      sum += sign * sum_[offset(at)];
    }
    return sum;
  }

  /// Load on every plane of \p box across \p axis.
  std::vector<double> planes(const geometry::Box<3>& box, std::size_t axis) const {
    std::vector<double> loads;
    geometry::Box<3> plane = box;
    for (std::int32_t at = box.lo[axis]; at < box.hi[axis]; ++at) {
      plane.lo[axis] = at;
      plane.hi[axis] = at + 1;
      loads.push_back(load(plane));
    }
    return loads;
  }

 private:
  std::size_t offset(const Points::Place& at) const {
    std::size_t place = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      place += static_cast<std::size_t>(at[axis]) * stride_[axis];
    }
    return place;
  }

  std::array<std::size_t, 3> stride_{};
  std::vector<double> sum_;  ///< [blocks + 1 of every axis]
};

/// Every unit as a box of one block, by depth.
std::vector<geometry::BoxList<3>> blocks_by_depth(const Problem& problem, const Points& points) {
  std::vector<geometry::BoxList<3>> boxes(static_cast<std::size_t>(problem.units.levels));
  for (std::size_t unit = 0; unit < points.place.size(); ++unit) {
    boxes[static_cast<std::size_t>(problem.units.depth(unit))].push_back(
        geometry::Box<3>::of_cell(points.place[unit]));
  }
  return boxes;
}

/// Owner of every unit, from the boxes of blocks that were dealt out.
Owners owners_in(const std::vector<DealtBox>& dealt, const Points& points,
                 const Points::Place& blocks) {
  const auto row = [&](std::int32_t j, std::int32_t k) {
    return (static_cast<std::ptrdiff_t>(k) * blocks[1] + j) * blocks[0];
  };
  std::vector<int> owner(static_cast<std::size_t>(row(0, blocks[2])), kNoOwner);
  for (const DealtBox& piece : dealt) {
    const geometry::Box<3>& box = piece.box.cells;
    for (std::int32_t k = box.lo[2]; k < box.hi[2]; ++k) {
      for (std::int32_t j = box.lo[1]; j < box.hi[1]; ++j) {
        std::fill_n(owner.begin() + row(j, k) + box.lo[0], box.side(0), piece.owner);
      }
    }
  }
  Owners owners;
  for (const Points::Place& at : points.place) {
    owners.push_back(owner[static_cast<std::size_t>(row(at[1], at[2]) + at[0])]);
  }
  return owners;
}

class AceHeterogeneous final : public Partitioner {
 public:
  AceHeterogeneous(std::string_view mode, std::int32_t least_side)
      : are_units_(mode == "composite"),
        cuts_{.least_side = are_units_ ? std::numeric_limits<std::int32_t>::max() / 2 : least_side,
              .on_more_axes = mode == "multi_axis",
              .carry = true} {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    if (problem.units.size() == 0) {
      return {};
    }
    const Points points(problem.units);
    const Points::Place blocks = points.blocks();
    const SummedLoads loads(points, blocks);
    std::vector<WorkBox> boxes;
    int depth = 0;
    for (geometry::BoxList<3>& region : blocks_by_depth(problem, points)) {
      if (!are_units_) {
        geometry::coalesce(region);
      }
      for (const geometry::Box<3>& box : region) {
        boxes.push_back({loads.load(box), depth, box});
      }
      ++depth;
    }
    const auto planes = [&](const WorkBox& box, std::size_t axis) {
      return loads.planes(box.cells, axis);
    };
    return owners_in(deal_boxes(boxes, problem.capacity, cuts_, planes), points, blocks);
  }

 private:
  bool are_units_;
  BoxCuts cuts_;
};

}  // namespace

void register_ace_heterogeneous(Registry<Partitioner>& registry) {
  registry.add({.name = "ace_heterogeneous",
                .summary = "light boxes to slow processors, heavy boxes cut to fit",
                .source = "Sinha & Parashar 2002, section 5.3",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<AceHeterogeneous>(
                      params.choice("mode"), static_cast<std::int32_t>(params["least_side"]));
                }});
}

}  // namespace evenkeel::partition
