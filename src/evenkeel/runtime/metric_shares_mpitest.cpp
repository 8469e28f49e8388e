// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shares by metrics that are fed what ranks did.
/// ranks: 1 3
#include "evenkeel/runtime/metric_shares.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::runtime {
namespace {

class MetricSharesTest : public testing::Test {
 protected:
  telemetry::PhaseClock clock_;
  comm::Communicator world_{MPI_COMM_WORLD, &clock_};
  const std::vector<double> equal_ =
      std::vector<double>(static_cast<std::size_t>(world_.size()), 1.0 / world_.size());
};

TEST_F(MetricSharesTest, AreEqualBeforeTheFirstLook) {
  EXPECT_EQ(MetricShares(world_, {.metric = "weighted"}).shares(), equal_);
}

TEST_F(MetricSharesTest, CpuProactiveMovesWorkFromRanksThatTookLong) {
  MetricShares metric(world_, {.metric = "cpu_proactive"});
  const double seconds = world_.rank() == 0 ? 2.0 : 1.0;

  metric.look({.load = 100.0, .compute_seconds = seconds, .message_seconds = 0.1}, equal_);

  ASSERT_EQ(metric.trouble(), "");
  const std::vector<double>& shares = metric.shares();
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);
  for (std::size_t rank = 1; rank < shares.size(); ++rank) {
    EXPECT_NEAR(shares[rank] / shares[0], 2.0, 1e-9);
  }
}

TEST_F(MetricSharesTest, StayWhereTheMetricLacksSomething) {
  MetricShares metric(world_, {.metric = "bandwidth_proactive"});

  metric.look({}, equal_);

  EXPECT_NE(metric.trouble().find("needs bandwidth"), std::string::npos);
  EXPECT_EQ(metric.shares(), equal_);
}

TEST_F(MetricSharesTest, WeightsGoToTheMetricsThatHaveThem) {
  for (const char* metric : {"weighted", "drum_power", "memory_proactive"}) {
    EXPECT_NO_THROW(MetricShares(world_, {.metric = metric, .weights = {0.8, 0.1, 0.1}}));
  }
  EXPECT_THROW(MetricShares(world_, {.metric = "weihgted"}), InputError);
}

}  // namespace
}  // namespace evenkeel::runtime
