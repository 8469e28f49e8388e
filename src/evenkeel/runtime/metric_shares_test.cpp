// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shares by metrics that are fed what ranks did.
#include "evenkeel/runtime/metric_shares.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::runtime {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

machine::Sample two_ranks() {
  machine::Sample sample;
  sample.nodes = {{.name = "rank0", .share = 0.5}, {.name = "rank1", .share = 0.5}};
  return sample;
}

TEST(MetricShares, AreEqualBeforeTheFirstLook) {
  EXPECT_THAT(MetricShares(2, {.metric = "weighted"}).shares(), ElementsAre(0.5, 0.5));
}

TEST(MetricShares, CpuProactiveMovesWorkFromRanksThatTookLong) {
  machine::Sample sample = two_ranks();
  sample.nodes[0].seconds = 2.0;
  sample.nodes[1].seconds = 1.0;
  MetricShares metric(2, {.metric = "cpu_proactive"});

  metric.look(sample);

  EXPECT_EQ(metric.trouble(), "");
  EXPECT_THAT(metric.shares(), ElementsAre(DoubleNear(1.0 / 3.0, 1e-9), DoubleNear(2.0 / 3, 1e-9)));
}

TEST(MetricShares, LearnedWeightsGoOnFromTheLastOnes) {
  machine::Sample sample = two_ranks();
  sample.nodes[0].memory_available = 1e9;
  sample.nodes[1].memory_available = 0.0;
  sample.nodes[0].compute_s = 1.0;
  sample.nodes[0].comm_s = 0.0;
  MetricShares metric(2, {.metric = "weighted", .params = {{"weights", std::string("learned")}}});

  for (int looks = 1; looks <= 30; ++looks) {
    metric.look(sample);
    const double of_memory = 1.0 / 3.0 / (1 << looks);
    EXPECT_NEAR(metric.shares()[0], 0.5 + 0.5 * of_memory, 1e-12) << looks;
  }
}

TEST(MetricShares, StayWhereTheMetricLacksSomething) {
  MetricShares metric(2, {.metric = "bandwidth_proactive"});

  metric.look(two_ranks());

  EXPECT_THAT(metric.trouble(), testing::HasSubstr("needs bandwidth"));
  EXPECT_THAT(metric.shares(), ElementsAre(0.5, 0.5));
}

TEST(MetricShares, WeightsGoToTheMetricsThatHaveThem) {
  machine::Sample sample = two_ranks();
  sample.nodes[0].memory_available = 3e9;
  sample.nodes[1].memory_available = 1e9;
  MetricShares metric(2, {.metric = "weighted", .weights = {0.0, 1.0, 0.0}});

  metric.look(sample);

  EXPECT_THAT(metric.shares(), ElementsAre(0.75, 0.25));
  for (const char* name : {"drum_power", "memory_proactive"}) {
    EXPECT_NO_THROW(MetricShares(2, {.metric = name, .weights = {0.8, 0.1, 0.1}}));
  }
}

TEST(MetricShares, ParametersGoToTheMetric) {
  EXPECT_NO_THROW(MetricShares(2, {.metric = "drum_power", .params = {{"weight", 0.25}}}));
  EXPECT_THROW(MetricShares(2, {.metric = "drum_power", .params = {{"wieght", 0.25}}}), InputError);
  EXPECT_THROW(MetricShares(2, {.metric = "weihgted"}), InputError);
}

}  // namespace
}  // namespace evenkeel::runtime
