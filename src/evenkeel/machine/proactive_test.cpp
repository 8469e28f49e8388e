// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Worked examples of metrics that foresee times and memory.
#include "evenkeel/machine/proactive.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/machine/test_capacities.hpp"

namespace evenkeel::machine {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;
using testing::Pointwise;

TEST(CpuProactive, EvensOutTimesInOneStepWhereTheyAreLinear) {
  Sample sample =
      parse_sample(R"({"nodes": [{"load": 1}, {"load": 1}, {"load": 1}, {"load": 3}]})", "s.json");

  const Shares shares = by("cpu_proactive", sample);

  EXPECT_THAT(shares.detail.at("factor"), Pointwise(DoubleNear(1e-12), {1.5, 1.5, 1.5, 0.5}));
  EXPECT_THAT(shares.share, Pointwise(DoubleNear(1e-12), {0.3, 0.3, 0.3, 0.1}));
  for (std::size_t node = 0; node < 4; ++node) {
    sample.nodes[node].share = shares.share[node];
  }
  EXPECT_THAT(by("cpu_proactive", sample).share, Pointwise(DoubleNear(1e-12), shares.share));
}

TEST(CpuProactive, TakesMeasuredTimesWhereThereAreAny) {
  const Sample sample = parse_sample(
      R"({"nodes": [{"seconds": 10}, {"seconds": 10}, {"seconds": 10}, {"seconds": 30}]})",
      "s.json");

  EXPECT_THAT(by("cpu_proactive", sample).share,
              Pointwise(DoubleNear(1e-12), {0.3, 0.3, 0.3, 0.1}));
}

TEST(CpuProactive, ShareOfZeroComesBack) {
  const Sample sample = parse_sample(
      R"({"nodes": [{"share": 1, "seconds": 10}, {"share": 0, "seconds": 0}]})", "s.json");

  EXPECT_GT(by("cpu_proactive", sample).share[1], 0.05);
}

TEST(CpuProactive, NoShareFallsBelowATenthOfAnEqualOne) {
  const Sample sample = parse_sample(
      R"({"nodes": [{"share": 0.05, "seconds": 30}, {"share": 0.95, "seconds": 1}]})", "s.json");

  EXPECT_THAT(by("cpu_proactive", sample, {{"damping", 1.0}}).share,
              Pointwise(DoubleNear(1e-12), {0.05, 0.95}));
}

TEST(CpuProactive, CountsTheProcessorsOfANode) {
  const Sample sample = parse_sample(
      R"({"nodes": [{"rating": 50, "cpus": 4}, {"rating": 100, "cpus": 4, "processes": 1}]})",
      "s.json");

  EXPECT_THAT(by("cpu_proactive", sample).share,
              Pointwise(DoubleNear(1e-12), {2.0 / 3.0, 1.0 / 3.0}));
}

TEST(CpuProactive, GoesHalfWayWhereForecastsArePoor) {
  Sample sample = parse_sample(
      R"({"nodes": [{"seconds": 1, "error": 0.3}, {"seconds": 4, "error": 0.2}]})", "s.json");
  const auto damping = [&](const ParamValues& params) {
    return by("cpu_proactive", sample, params).detail.at("damping")[0];
  };

  EXPECT_EQ(damping({}), 0.5);
  EXPECT_THAT(by("cpu_proactive", sample).share,
              Pointwise(DoubleNear(1e-12), {2.0 / 3.0, 1.0 / 3.0}));
  EXPECT_EQ(damping({{"damping", 1.0}}), 1.0);
  sample.nodes[0].error = 0.1;
  EXPECT_EQ(damping({}), 1.0);
}

TEST(CpuProactive, FitThatMissesItsOwnDataIsAPoorForecast) {
  Sample sample = parse_sample(
      R"({"nodes": [{}, {}], "history": [{"work": 1, "seconds": 1}, {"work": 2, "seconds": 2}]})",
      "s.json");
  EXPECT_EQ(by("cpu_proactive", sample).detail.at("damping")[0], 1.0);

  sample.history.push_back({.work = 2.0, .seconds = 9.0});
  EXPECT_EQ(by("cpu_proactive", sample).detail.at("damping")[0], 0.5);
}

/// Eight nodes with 200000 units of work each.                              (algorithms 5.5)
Shares memory_example(const std::vector<double>& free, double high) {
  Sample sample;
  for (const double amount : free) {
    sample.nodes.push_back({.name = std::to_string(sample.nodes.size()),
                            .memory_available = amount,
                            .load = 200000.0});
  }
  return by("memory_proactive", sample,
            {{"low", 50000.0}, {"high", high}, {"per_work", 0.1348959}, {"part", 0.5}});
}

TEST(MemoryProactive, MovesHalfTheWorkOfDonorsEvenly) {
  const Shares shares =
      memory_example({20000, 30000, 60000, 90000, 130000, 150000, 220000, 400000}, 120000);

  EXPECT_THAT(shares.detail.at("work"),
              Pointwise(DoubleNear(1e-6), {100000.0, 100000.0, 200000.0, 200000.0, 250000.0,
                                           250000.0, 250000.0, 250000.0}));
  EXPECT_EQ(shares.detail.at("left_with_donors")[0], 0.0);
}

TEST(MemoryProactive, FullReceiversPassTheRestOn) {
  const Shares shares =
      memory_example({20000, 30000, 52000, 60000, 53000, 56000, 60000, 70000}, 52500);

  EXPECT_THAT(shares.detail.at("work"),
              Pointwise(DoubleNear(1.0), {100000.0, 100000.0, 200000.0, 253283.0, 222239.0,
                                          244478.0, 240000.0, 240000.0}));
  EXPECT_EQ(shares.detail.at("left_with_donors")[0], 0.0);
}

/// Node b has more free memory than a and less room, since it keeps a tenth of its memory free.
TEST(MemoryProactive, WhoHasRoomTakesWhatOthersCannot) {
  const Sample sample = parse_sample(R"({"nodes": [
      {"name": "d", "memory_available": 1e6, "memory_total": 1e9, "work": 115000},
      {"name": "a", "memory_available": 10e6, "memory_total": 10e6, "work": 1000},
      {"name": "b", "memory_available": 11e6, "memory_total": 36e6, "work": 1000}]})",
                                     "s.json");

  const Shares shares = by("memory_proactive", sample, {{"per_work", 138.0}, {"part", 1.0}});

  EXPECT_THAT(shares.detail.at("work"), Pointwise(DoubleNear(1.0), {0.0, 62377.0, 54623.0}));
  EXPECT_EQ(shares.detail.at("left_with_donors")[0], 0.0);
}

TEST(MemoryProactive, FitsTheMemoryOfWorkToTheHistory) {
  Sample sample{.nodes = {{.name = "a", .memory_available = 1.0}}};
  const auto per_work = [&] { return by("memory_proactive", sample).detail.at("per_work")[0]; };
  sample.history = {{.work = 10.0, .memory = 170.0}, {.work = 90.0}};
  EXPECT_NEAR(per_work(), 138.1, 0.1);  // as published: one amount makes no line

  sample.history.push_back({.work = 20.0, .memory = 240.0});
  sample.history.push_back({.work = 40.0, .memory = 380.0});
  EXPECT_NEAR(per_work(), 7.0, 1e-12);
}

TEST(BandwidthProactive, TakesWorkFromSlowLinks) {
  const Sample sample =
      parse_sample(R"({"nodes": [{"bandwidth": 3e6}, {"bandwidth": 1e6}]})", "s.json");

  // In one dimension volumes do not shrink with work: T = 1/3 and 1, f = 2 and 2/3.
  EXPECT_THAT(by("bandwidth_proactive", sample, {{"dimension", 1.0}}).share,
              Pointwise(DoubleNear(1e-12), {0.75, 0.25}));
  EXPECT_THAT(fault_of("bandwidth_proactive", Sample{.nodes = {{.name = "a"}}}),
              HasSubstr("needs bandwidth"));
}

}  // namespace
}  // namespace evenkeel::machine
