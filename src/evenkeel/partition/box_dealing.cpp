// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A sorted pile of boxes.
#include "evenkeel/partition/box_dealing.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/partition/chains.hpp"

namespace evenkeel::partition {
namespace {

class Dealer {
 public:
  Dealer(std::span<const WorkBox> boxes, const BoxCuts& cuts, const PlaneWork& planes)
      : cuts_(cuts), planes_(planes), pile_(std::greater(), {boxes.begin(), boxes.end()}) {
    for (const WorkBox& box : boxes) {
      left_ += box.work;
    }
  }

  /// Gives \p owner boxes and parts of boxes with about \p share of work.
  void serve(int owner, double share) {
    double wanted = share;
    while (!pile_.empty() && wanted > 0.0) {
      const WorkBox box = pile_.top();
      if (box.work > wanted) {
        give_part(owner, wanted, box);
        return;
      }
      wanted -= box.work;
      pile_.pop();
      give(owner, box);
    }
  }

  /// Gives \p owner all that is left.
  void serve_rest(int owner) {
    for (; !pile_.empty(); pile_.pop()) {
      give(owner, pile_.top());
    }
  }

  /// Work nobody got yet.
  double left() const { return left_; }

  const std::vector<DealtBox>& dealt() const { return dealt_; }

 private:
  void give(int owner, const WorkBox& box) {
    left_ -= box.work;
    dealt_.push_back({box, owner});
  }

  /// Cuts the lightest box, with more work than \p wanted, and gives its lower part away.
  void give_part(int owner, double wanted, const WorkBox& box) {
    const std::array<std::size_t, 3> axes = axes_by_length(box.cells);
    if (const std::optional<std::int32_t> at = plane_before(box, axes[0], wanted)) {
      pile_.pop();
      const auto [lower, upper] = cut(box, axes[0], *at);
      give(owner, lower);
      if (!cuts_.on_more_axes || !give_part_of_plane(owner, wanted - lower.work, upper, axes)) {
        pile_.push(upper);
      }
    } else if (box.work - wanted < wanted) {
      pile_.pop();
      give(owner, box);
    }
  }

  /// Gives away a part of the lowest planes of \p box across axes[0], cut across axes[1]. False if
  /// nothing could be cut off; otherwise the rest is on the pile.
  bool give_part_of_plane(int owner, double wanted, const WorkBox& box,
                          const std::array<std::size_t, 3>& axes) {
    const std::int32_t side = box.cells.side(axes[0]);
    const std::int32_t thickness = (cuts_.least_side + cuts_.align - 1) / cuts_.align * cuts_.align;
    if (side - thickness < cuts_.least_side) {
      return false;
    }
    const auto [slab, rest] = cut(box, axes[0], box.cells.lo[axes[0]] + thickness);
    const std::optional<std::int32_t> at = plane_before(slab, axes[1], wanted);
    if (!at) {
      return false;
    }
    const auto [lower, upper] = cut(slab, axes[1], *at);
    give(owner, lower);
    pile_.push(upper);
    pile_.push(rest);
    return true;
  }

  /// The last plane with at most \p wanted work below it that leaves two parts large enough.
  std::optional<std::int32_t> plane_before(const WorkBox& box, std::size_t axis,
                                           double wanted) const {
    const std::vector<double> planes = planes_(box, axis);
    const auto side = static_cast<std::int32_t>(planes.size());
    double work = 0.0;
    std::int32_t fitting = 0;
    while (fitting < side && work + planes[static_cast<std::size_t>(fitting)] <= wanted) {
      work += planes[static_cast<std::size_t>(fitting++)];
    }
    const std::int32_t aligned = fitting / cuts_.align * cuts_.align;
    const std::int32_t at = std::min(aligned, side - cuts_.least_side);
    if (at < cuts_.least_side) {
      return std::nullopt;
    }
    return box.cells.lo[axis] + at;
  }

  /// The parts of \p box below and above the plane \p at.
  std::pair<WorkBox, WorkBox> cut(const WorkBox& box, std::size_t axis, std::int32_t at) const {
    const std::vector<double> planes = planes_(box, axis);
    const auto end = planes.begin() + (at - box.cells.lo[axis]);
    std::pair<WorkBox, WorkBox> parts{box, box};
    std::tie(parts.first.cells, parts.second.cells) = geometry::split(box.cells, axis, at);
    parts.first.work = std::accumulate(planes.begin(), end, 0.0);
    parts.second.work = std::accumulate(end, planes.end(), 0.0);
    return parts;
  }

  BoxCuts cuts_;
  const PlaneWork& planes_;
  std::priority_queue<WorkBox, std::vector<WorkBox>, std::greater<>> pile_;  ///< lightest on top
  double left_ = 0.0;
  std::vector<DealtBox> dealt_;
};

}  // namespace

std::array<std::size_t, 3> axes_by_length(const geometry::Box<3>& box) {
  std::array<std::size_t, 3> axes = {0, 1, 2};
  std::ranges::stable_sort(axes, std::greater(), [&](std::size_t axis) { return box.side(axis); });
  return axes;
}

std::vector<DealtBox> deal_boxes(std::span<const WorkBox> boxes, std::span<const double> capacity,
                                 const BoxCuts& cuts, const PlaneWork& planes) {
  const Workers workers(capacity);
  std::vector<std::size_t> order(workers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t w) { return workers.capacity[w]; });
  Dealer dealer(boxes, cuts, planes);
  const double total = dealer.left();
  double capacity_left = workers.total_capacity();
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const double mine = workers.capacity[order[i]];
    const double share = cuts.carry ? dealer.left() * (mine / capacity_left)
                                    : total * (mine / workers.total_capacity());
    dealer.serve(workers.rank[order[i]], share);
    capacity_left -= mine;
  }
  dealer.serve_rest(workers.rank[order.back()]);
  return dealer.dealt();
}

}  // namespace evenkeel::partition
