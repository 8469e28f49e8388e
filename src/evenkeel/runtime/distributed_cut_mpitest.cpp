// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every rank holds its part of the curve; together they cut it as one would.
/// ranks: 1 2 4
#include "evenkeel/runtime/distributed_cut.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::runtime {
namespace {

using partition::PartCut;

class DistributedCut : public ::testing::Test {
 protected:
  DistributedCut() : world_(MPI_COMM_WORLD, &clock_) {
    const workload::UnitList units =
        partition::front_units<3>(32, 0.0, geometry::CurveKind::morton);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      load_.push_back(units.total(unit));
    }
  }

  /// Uneven parts, that of rank 1 empty when there are enough ranks.
  std::span<const double> part() const {
    const auto at = [&](int rank) {
      const auto share = static_cast<std::size_t>(rank == 2 && world_.size() > 2 ? 1 : rank);
      return load_.size() * share / static_cast<std::size_t>(world_.size());
    };
    return std::span(load_).subspan(at(world_.rank()), at(world_.rank() + 1) - at(world_.rank()));
  }

  double slowest(const std::vector<int>& owners, const std::vector<double>& capacity) const {
    std::vector<double> held(capacity.size(), 0.0);
    for (std::size_t unit = 0; unit < owners.size(); ++unit) {
      held[static_cast<std::size_t>(owners[unit])] += load_[unit];
    }
    double time = 0.0;
    for (std::size_t k = 0; k < held.size(); ++k) {
      time = std::max(time, held[k] / capacity[k]);
    }
    return time;
  }

  telemetry::PhaseClock clock_;
  comm::Communicator world_;
  std::vector<double> load_;  ///< of all units
};

TEST_F(DistributedCut, AgreesWithTheSerialCutWithinItsBound) {
  const std::vector<double> capacity = partition::lognormal_capacity(16);
  const partition::Chain chain{std::span<const double>(load_)};
  const double best = partition::optimal_bottleneck(chain, partition::Workers(capacity));

  const PartCut mine = distributed_cut(world_, part(), capacity);

  const std::vector<int> owners = world_.gather_all(std::span<const int>(mine.owners));
  ASSERT_EQ(owners.size(), load_.size());
  EXPECT_TRUE(std::ranges::is_sorted(owners));
  EXPECT_GE(slowest(owners, capacity), best * (1.0 - 1e-12));
  EXPECT_LE(slowest(owners, capacity), best + mine.bound);
  EXPECT_LE(slowest(owners, capacity), 1.02 * best);
}

TEST_F(DistributedCut, MoreBlocksComeCloser) {
  const std::vector<double> capacity = partition::lognormal_capacity(16);

  EXPECT_LT(distributed_cut(world_, part(), capacity, 512).bound,
            distributed_cut(world_, part(), capacity, 8).bound);
}

}  // namespace
}  // namespace evenkeel::runtime
