// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which processor is to give how much load to which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace evenkeel::partition {

/// Where load may go that a processor has too much.
enum class Ways {
  kBorders,       ///< over borders, through as many parts as lie between
  kBordersOrFar,  ///< where no such way leads to room, straight to a part far off
  kNextOrFar      ///< to neighbours with room, or straight to a part far off: moves least
};

/// Load that is to go from one processor to another.
struct LoadFlow {
  int to;
  double load;
  bool is_far = false;  ///< not a neighbour
};

/// Flows from late processors to those with room, over the fewest borders.
class FlowPlan {
 public:
  explicit FlowPlan(Ways ways) : ways_(ways) {}

  /// Plans anew. False if nothing can flow.
  ///
  /// \param neighbours  [processors] whom each could give load to
  /// \param rooms       [processors] for load; below 0: late, by so much
  bool plan(std::span<const std::vector<int>> neighbours, std::vector<double> rooms);

  /// What is left of the flows from \p processor; less as load moves.
  std::vector<LoadFlow>& from(int processor) { return flows_[static_cast<std::size_t>(processor)]; }

 private:
  bool send(int late);
  bool search(int late);
  void send_along(std::size_t at);
  bool send_far(int late);
  double& room(int processor) { return room_[static_cast<std::size_t>(processor)]; }

  Ways ways_;
  std::vector<std::vector<LoadFlow>> flows_;  ///< [processors]
  std::vector<double> room_;                  ///< [processors]
  std::vector<std::uint32_t> came_;           ///< [processors] number of the search; or kNoWay
  std::uint32_t searches_ = 0;
  std::vector<std::pair<int, std::size_t>> reached_;  ///< processor, place of whom it came from
  std::priority_queue<std::pair<double, int>> far_;   ///< room that was, processor counted down
};

}  // namespace evenkeel::partition
