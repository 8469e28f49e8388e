// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Gather, partition, regrid, migrate.
#include "evenkeel/simulator/regrid_ops.hpp"

#include <algorithm>
#include <utility>

namespace evenkeel::simulator {

double rate_of_moving(const CostModel& cost, const Platform& platform,
                      std::span<const Place> places) {
  double slowest = 0.0;  // [s] of a byte
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    const Place& to = places[(rank + places.size() / 2) % places.size()];
    const double handling = 2.0 * cost.byte_seconds * cost.reference_speed / to.speed;
    const double way = 1.0 / platform.route(places[rank].host, to.host).bandwidth;
    slowest = std::max(slowest, way + handling);
  }
  return 1.0 / slowest;
}

void RegridOps::refer() {
  segment_.clear();
  for (const Op& op : ops_) {
    segment_.push_back(&op);
  }
}

void RegridOps::gather() {
  ops_.clear();
  if (places_.size() > 1) {
    ops_.push_back({.kind = Op::Kind::kTogether,
                    .cost = Cost::kSense,
                    .amount = {gather_seconds(cost_, platform_, places_)}});
  }
  refer();
}

void RegridOps::regrid(Rebuild rebuild) {
  gather();
  std::vector<double> flop;
  std::vector<double> seconds;
  for (std::size_t rank = 0; rank < places_.size(); ++rank) {
    flop.push_back(rebuild.cells[rank] * cost_.regrid_per_cell * cost_.reference_speed);
    seconds.push_back(rebuild.partition_seconds * cost_.reference_speed / places_[rank].speed);
  }
  ops_.push_back(
      {.kind = Op::Kind::kDelay, .cost = Cost::kPartition, .amount = std::move(seconds)});
  ops_.push_back({.cost = Cost::kRegrid, .amount = std::move(flop)});
  const auto handle = [&](std::vector<double> packing) {
    if (!packing.empty()) {
      ops_.push_back({.cost = Cost::kMigrate, .amount = std::move(packing)});
    }
  };
  std::vector<double> unpacking =
      handling(cost_, rebuild.migration, places_.size(), End::kReceiver);
  handle(handling(cost_, rebuild.migration, places_.size(), End::kSender));
  ops_.push_back({.kind = Op::Kind::kExchange,
                  .cost = Cost::kMigrate,
                  .exchange = std::move(rebuild.migration)});
  handle(std::move(unpacking));
  refer();
}

}  // namespace evenkeel::simulator
