// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Searches from late processors, in order of their numbers.
#include "evenkeel/partition/flow_plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace evenkeel::partition {
namespace {

constexpr std::uint32_t kNoWay = std::numeric_limits<std::uint32_t>::max();

}  // namespace

bool FlowPlan::plan(std::span<const std::vector<int>> neighbours, std::vector<double> rooms) {
  room_ = std::move(rooms);
  far_ = {};
  came_.assign(room_.size(), 0);
  searches_ = 0;
  flows_.resize(room_.size());
  const auto processors = static_cast<int>(room_.size());
  for (int k = 0; k < processors; ++k) {
    from(k).clear();
    for (const int neighbour : neighbours[static_cast<std::size_t>(k)]) {
      from(k).push_back({neighbour, 0.0});
    }
  }
  bool found = false;
  for (int k = 0; k < processors; ++k) {
    while (room(k) < 0.0 && (send(k) || (ways_ != Ways::kBorders && send_far(k)))) {
      found = true;
    }
  }
  for (std::vector<LoadFlow>& of_one : flows_) {
    std::erase_if(of_one, [](const LoadFlow& flow) { return flow.load == 0.0; });
  }
  return found;
}

/// Sends what \p late has too much to the nearest processor with room, as far as that goes.
bool FlowPlan::send(int late) {
  if (search(late)) {
    send_along(reached_.size() - 1);
    return true;
  }
  // Room only shrinks while flows are planned: who leads to none now never will.
  if (ways_ != Ways::kNextOrFar) {
    std::ranges::for_each(reached_, [this](const auto& reached) {
      came_[static_cast<std::size_t>(reached.first)] = kNoWay;
    });
  }
  return false;
}

/// Whether processors reached from \p late, the nearest first, have room. The last of them has.
bool FlowPlan::search(int late) {
  reached_.clear();
  ++searches_;
  const auto reach = [&](int processor, std::size_t from) {
    std::uint32_t& came = came_[static_cast<std::size_t>(processor)];
    if (came == searches_ || came == kNoWay) {
      return false;
    }
    came = searches_;
    reached_.emplace_back(processor, from);
    return room(processor) > 0.0;
  };
  reach(late, 0);
  for (std::size_t at = 0; at < reached_.size(); ++at) {
    if (at > 0 && ways_ == Ways::kNextOrFar) {
      return false;
    }
    for (const LoadFlow& flow : from(reached_[at].first)) {
      if (!flow.is_far && reach(flow.to, at)) {
        return true;
      }
    }
  }
  return false;
}

/// From who comes first of those reached to who is at \p at.
void FlowPlan::send_along(std::size_t at) {
  double& late = room(reached_.front().first);
  double& found = room(reached_[at].first);
  const double amount = std::min(-late, found);
  found -= amount;
  late += amount;
  for (std::size_t to = at; to != 0; to = reached_[to].second) {
    std::vector<LoadFlow>& flows = from(reached_[reached_[to].second].first);
    std::ranges::find(flows, reached_[to].first, &LoadFlow::to)->load += amount;
  }
}

/// The same where no way leads to room: straight to who has most, the first of such.
bool FlowPlan::send_far(int late) {
  if (far_.empty()) {
    for (int k = 0; k < static_cast<int>(room_.size()); ++k) {
      far_.emplace(room(k), -k);
    }
  }
  // Who has given room since it was listed comes again, in its new place.
  while (far_.top().first > room(-far_.top().second)) {
    const int k = -far_.top().second;
    far_.pop();
    far_.emplace(room(k), -k);
  }
  const int to = -far_.top().second;
  double& most = room(to);
  if (most <= 0.0) {
    return false;
  }
  const double amount = std::min(-room(late), most);
  most -= amount;
  room(late) += amount;
  from(late).push_back({to, amount, /*is_far=*/true});
  return true;
}

}  // namespace evenkeel::partition
