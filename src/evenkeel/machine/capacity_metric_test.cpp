// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Worked examples of every capacity metric, and what all of them promise.
#include "evenkeel/machine/capacity_metric.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/machine/test_capacities.hpp"

namespace evenkeel::machine {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pointwise;

std::vector<std::string> all_names() {
  const Registry<CapacityMetric> registry = builtin();
  const std::vector<std::string_view> names = registry.names();
  return {names.begin(), names.end()};
}

/// The four nodes of the worked example of DRUM's power.                    (algorithms 5.3.3)
Sample drum_example() {
  return parse_sample(R"({"nodes": [
      {"name": "A", "rating": 52.43, "cpus": 1, "processes": 1, "cpu_used": [0.9],
       "cpu_idle": [0.1], "interfaces": [{"name": "lo", "packets_per_s": 9999},
                                         {"name": "eth0", "packets_per_s": 100}]},
      {"name": "B", "rating": 82.55, "cpus": 4, "processes": 4, "cpu_used": [0.9, 0.9, 0.8, 0.8],
       "cpu_idle": [0.1, 0.1, 0.2, 0.2], "interfaces": [{"packets_per_s": 300}]},
      {"name": "C", "rating": 82.55, "cpus": 4, "processes": 2, "cpu_used": [0.7, 0.7],
       "cpu_idle": [0.1, 0.1, 0.9, 0.9], "interfaces": [{"packets_per_s": 200}]},
      {"name": "D", "rating": 52.43, "cpus": 1, "processes": 1, "cpu_used": [0.5],
       "cpu_idle": [0], "interfaces": [{"packets_per_s": 100}]}]})",
                      "drum.json");
}

/// Two switches with two hosts each, all alike; \p second is what the second switch counts.
Sample two_switches(const std::string& second) {
  std::string hosts;
  for (const char* name : {"s1", "s1", "s2", "s2"}) {
    hosts += fmt::format(R"(, {{"name": "h{}", "parent": "{}", "rating": 10, "cpus": 1,
                             "processes": 1, "cpu_used": [0.5], "cpu_idle": [0.5],
                             "interfaces": [{{"packets_per_s": 100}}]}})",
                         hosts.size(), name);
  }
  return parse_sample(
      R"({"nodes": [{"name": "root"},
          {"name": "s1", "parent": "root", "interfaces": [{"packets_per_s": 1000}]},
          {"name": "s2", "parent": "root", "interfaces": [)" +
          second + "]}" + hosts + "]}",
      "switches.json");
}

/// The fractions of the switches are 1/1000 to 1/10.              (Faik et al. 2004, 3.3.2)
TEST(DrumPower, TakesNetworksByWhatTheyCountWhereAllAreProbed) {
  const ParamValues half{{"weight", 0.5}};

  EXPECT_THAT(by("drum_power", two_switches(R"({"packets_per_s": 10})"), half).share,
              Pointwise(DoubleNear(1e-12), {0.12747524752475248, 0.12747524752475248,
                                            0.37252475247524752, 0.37252475247524752}));
  EXPECT_THAT(by("drum_power", two_switches(""), half).share,
              Pointwise(DoubleNear(1e-12), {0.25, 0.25, 0.25, 0.25}));
}

TEST(DrumPower, CombinesFractionsOfProcessingAndCommunication) {
  const Shares shares = by("drum_power", drum_example(), {{"weight", 0.1}});

  EXPECT_THAT(shares.detail.at("processing"),
              Pointwise(DoubleNear(1e-9), {52.43, 330.2, 165.1, 26.215}));
  EXPECT_THAT(shares.share, Pointwise(DoubleNear(1e-5), {0.11751, 0.52955, 0.27654, 0.07640}));
}

TEST(DrumPower, IsProcessingAloneWithoutWeight) {
  EXPECT_THAT(by("drum_power", drum_example(), {{"weight", 0.0}}).share,
              Pointwise(DoubleNear(1e-5), {0.09135, 0.57532, 0.28766, 0.04568}));
}

TEST(DrumPower, ShrinksWhereMemoryIsShort) {
  Sample sample = drum_example();
  sample.nodes[1].memory_available = 5e6;
  sample.nodes[1].memory_total = 1e8;  // 5 %, half the threshold

  const Shares shares = by("drum_power", sample, {{"weight", 0.0}});

  const double rest = 1.0 - 0.57532 / 2.0;
  EXPECT_NEAR(shares.share[1], 0.57532 / 2.0 / rest, 1e-5);
  EXPECT_NEAR(shares.share[0], 0.09135 / rest, 1e-5);
}

TEST(DrumPower, FreeBandwidthGrowsWithWhatInterfacesLeave) {
  const Sample sample = parse_sample(R"({"nodes": [
      {"name": "a", "interfaces": [{"name": "eth0", "bytes_per_s": 40, "speed": 100}]},
      {"name": "b", "interfaces": [{"name": "eth0", "bytes_per_s": 99, "speed": 100}]}]})",
                                     "s.json");

  // 60 free against the floor of 5; equal processors.
  const Shares shares =
      by("drum_power", sample, {{"weight", 1.0}, {"comm", std::string("available")}});
  EXPECT_THAT(shares.share, Pointwise(DoubleNear(1e-12), {60.0 / 65.0, 5.0 / 65.0}));
  // Half of what both links could carry is in use: the cap of automatic weights.
  EXPECT_EQ(
      by("drum_power", sample, {{"weight_from", std::string("counters")}}).detail.at("weight")[0],
      0.25);
}

TEST(DrumPower, WeighsMessagesByTheirTimeWhereItIsKnown) {
  const ParamValues by_times = {{"weight_from", std::string("times")}};
  Sample sample = parse_sample(R"({"nodes": [{"compute_s": 9}]})", "s.json");
  EXPECT_THAT(fault_of("drum_power", sample, by_times), HasSubstr("needs comm_s of a node"));

  sample.nodes[0].comm_s = 1.0;
  EXPECT_DOUBLE_EQ(by("drum_power", sample, by_times).detail.at("weight")[0], 0.1);
}

TEST(DrumPower, NodeWithoutProcessesGetsNothingButShowsWhatItCould) {
  Sample sample = drum_example();
  sample.nodes[3].processes = 0.0;
  sample.nodes[3].cpu_used.clear();
  sample.nodes[3].cpu_idle = {0.75};

  const Shares shares = by("drum_power", sample, {{"weight", 0.0}});

  EXPECT_EQ(shares.share[3], 0.0);
  EXPECT_DOUBLE_EQ(shares.detail.at("potential")[3], 0.75 * 52.43);
}

TEST(DrumPower, NodeWithoutProcessesGetsNothingForItsTrafficEither) {
  const Sample sample = parse_sample(R"({"nodes": [
      {"name": "a", "processes": 1, "interfaces": [{"packets_per_s": 100}]},
      {"name": "b", "processes": 0, "interfaces": [{"packets_per_s": 100}]},
      {"name": "c", "parent": "empty", "processes": 0, "bandwidth": 10}]})",
                                     "s.json");

  for (const char* comm : {"caf", "available", "nws"}) {
    EXPECT_THAT(by("drum_power", sample, {{"comm", std::string(comm)}}).share,
                ElementsAre(1.0, 0.0, 0.0))
        << comm;
  }
}

TEST(DrumPower, CountsAProcessForEachProcessorWhereNobodySaysHowMany) {
  const Sample sample = parse_sample(R"({"nodes": [
      {"name": "a", "cpus": 3, "cpu_idle": [1, 1, 1]}, {"name": "b", "cpu_used": [1]}]})",
                                     "s.json");

  const Shares shares = by("drum_power", sample);

  EXPECT_THAT(shares.share, ElementsAre(0.75, 0.25));
  EXPECT_THAT(shares.unknown, testing::IsSupersetOf({"a.processes", "a.cpu_used"}));
  EXPECT_THAT(shares.unknown, testing::Not(testing::Contains("b.processes")));
}

TEST(DrumPower, PowersGoUpTheTree) {
  const Sample sample = parse_sample(R"({"nodes": [
      {"name": "a", "parent": "left", "rating": 10, "cpu_idle": [1]},
      {"name": "b", "parent": "left", "rating": 30, "cpu_idle": [1]},
      {"name": "left", "parent": "top"},
      {"name": "c", "parent": "right", "rating": 60, "cpu_idle": [1]}]})",
                                     "s.json");

  EXPECT_THAT(by("drum_power", sample, {{"weight", 0.0}}).share,
              Pointwise(DoubleNear(1e-12), {0.1, 0.3, 0.6}));
}

/// Two nodes: processors 1 : 3, memory 1 : 1, bandwidth 3 : 1.
Sample two_nodes() {
  return parse_sample(R"({"nodes": [
      {"name": "a", "cpu_idle": [0.2], "memory_available": 100, "bandwidth": 30,
       "compute_s": 6, "comm_s": 3, "fault_s": 1},
      {"name": "b", "cpu_idle": [0.6], "memory_available": 100, "bandwidth": 10}]})",
                      "s.json");
}

TEST(Weighted, IsTheWeightedSumOfFractions) {
  const ParamValues weights = {{"cpu", 0.5}, {"memory", 0.3}, {"bandwidth", 0.2}};

  const Shares shares = by("weighted", two_nodes(), weights);

  const double first = 0.5 * 0.25 + 0.3 * 0.5 + 0.2 * 0.75;  // (Sinha & Parashar 2002, eq. 1)
  EXPECT_THAT(shares.share, Pointwise(DoubleNear(1e-12), {first, 1.0 - first}));
  EXPECT_THAT(by("weighted", two_nodes()).share, Pointwise(DoubleNear(1e-12), {0.5, 0.5}));
}

TEST(Weighted, LearnsWeightsFromWhereTimeGoes) {
  const Shares shares =
      by("weighted", two_nodes(), {{"weights", std::string("learned")}, {"smoothing", 0.0}});

  EXPECT_THAT(shares.detail.at("weights"), Pointwise(DoubleNear(1e-12), {0.6, 0.1, 0.3}));
  EXPECT_THAT(fault_of("weighted", drum_example(), {{"weights", std::string("learned")}}),
              HasSubstr("needs comm_s of a node"));
}

TEST(Weighted, LearnedWeightsGoOnFromTheLastOnes) {
  const ParamValues learned = {{"weights", std::string("learned")}};
  Sample sample = two_nodes();

  const Shares first = by("weighted", sample, learned);
  EXPECT_THAT(first.detail.at("weights"),
              Pointwise(DoubleNear(1e-12), {7.0 / 15.0, 13.0 / 60.0, 19.0 / 60.0}));
  for (sample.weights = first.weights; sample.weights->cpu < 0.6 - 1e-6;) {
    const double before = sample.weights->cpu;
    sample.weights = by("weighted", sample, learned).weights;
    ASSERT_NEAR(sample.weights->cpu, 0.5 * (before + 0.6), 1e-12);
  }
  EXPECT_NEAR(sample.weights->bandwidth, 0.3, 1e-5);
  EXPECT_EQ(by("weighted", sample).weights, std::nullopt);
}

TEST(Weighted, MissingValuesAreTheMeanAndAreNamed) {
  Sample sample = two_nodes();
  sample.nodes[0].bandwidth = {};

  const Shares shares = by("weighted", sample, {{"cpu", 0.0}, {"memory", 0.0}, {"bandwidth", 1.0}});

  EXPECT_THAT(shares.share, ElementsAre(0.5, 0.5));
  EXPECT_THAT(shares.unknown, testing::Contains("a.bandwidth"));
}

TEST(Measured, IsTheRateTimesTheOutlook) {
  const Sample sample = parse_sample(
      R"({"nodes": [{"rate": 100, "availability": 0.5, "forecast": 1.0}, {"rate": 200}]})",
      "s.json");

  EXPECT_THAT(by("measured", sample).share, ElementsAre(0.5, 0.5));
}

TEST(Measured, RateHasTheQuotaInItWhereNobodyKnowsHowItWasThen) {
  const Sample sample = parse_sample(
      R"({"nodes": [{"rate": 50, "forecast": 0.5}, {"rate": 100, "forecast": 1.0}]})", "s.json");

  EXPECT_THAT(by("measured", sample).share, Pointwise(DoubleNear(1e-12), {1.0 / 3.0, 2.0 / 3.0}));
}

TEST(Measured, MeanOfHugeRatesIsNoSum) {
  Sample sample{.nodes = {{.name = "a"}, {.name = "b"}, {.name = "c"}}};
  sample.nodes[0].rate = sample.nodes[1].rate = 1.7e308;

  EXPECT_THAT(by("measured", sample).share, Pointwise(DoubleNear(1e-12), {1 / 3., 1 / 3., 1 / 3.}));
}

TEST(Callback, AsksTheFunctionAndElseTheSample) {
  Sample sample = parse_sample(R"({"nodes": [{"share": 1}, {"share": 3}]})", "s.json");
  EXPECT_THAT(by("callback", sample).share, ElementsAre(0.25, 0.75));

  sample.callback = [](const NodeSample& node) { return node.name == "node0" ? 4.0 : 1.0; };
  EXPECT_THAT(by("callback", sample).share, ElementsAre(0.8, 0.2));
  sample.callback = [](const NodeSample&) { return -1.0; };
  EXPECT_THAT(fault_of("callback", sample), HasSubstr("the callback says -1"));
}

TEST(MemoryCaps, AreFilledInTurn) {
  EXPECT_THAT(fill_under_caps(std::vector{0.5, 0.25, 0.25}, std::vector{0.2, 0.9, 0.9}),
              Pointwise(DoubleNear(1e-12), {0.2, 0.4, 0.4}));
  // The second overflows only once the first has: 0.35 each, then .3 and .4.
  EXPECT_THAT(fill_under_caps(std::vector{0.6, 0.2, 0.2}, std::vector{0.3, 0.3, 1.0}),
              Pointwise(DoubleNear(1e-12), {0.3, 0.3, 0.4}));
  EXPECT_THAT(fill_under_caps(std::vector{1.0, 0.0, 0.0}, std::vector{0.4, 0.4, 0.8}),
              Pointwise(DoubleNear(1e-12), {0.4, 0.2, 0.4}));
  constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  EXPECT_THAT(fill_under_caps(std::vector{1.0, 0.0, 0.0}, std::vector{0.4, kNoLimit, kNoLimit}),
              Pointwise(DoubleNear(1e-12), {0.4, 0.3, 0.3}));
}

TEST(MemoryCaps, HoldForRandomSharesAndCaps) {
  SplitMix64 random(11);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<double> share(1 + uniform_below(random, 12));
    std::vector<double> cap(share.size());
    std::ranges::generate(share, [&] { return uniform(random); });
    std::ranges::generate(cap, [&] { return uniform(random); });
    const double sum = std::accumulate(share.begin(), share.end(), 0.0);
    const double room = std::accumulate(cap.begin(), cap.end(), 0.0);
    std::ranges::for_each(share, [&](double& each) { each /= sum; });
    std::ranges::for_each(cap, [&](double& each) { each *= 1.2 / room; });

    const std::vector<double> filled = fill_under_caps(share, cap);

    EXPECT_NEAR(std::accumulate(filled.begin(), filled.end(), 0.0), 1.0, 1e-9);
    for (std::size_t k = 0; k < filled.size(); ++k) {
      EXPECT_LE(filled[k], cap[k] + 1e-12);
      EXPECT_GE(filled[k], std::min(share[k], cap[k]) - 1e-12);  // water only rises
    }
  }
}

TEST(MemoryCaps, LimitEveryMetricAndSayWhenNothingFits) {
  Sample sample = two_nodes();
  sample.memory_needed = 150.0;  // two thirds fit on each

  EXPECT_THAT(by("weighted", sample, {{"cpu", 1.0}, {"memory", 0.0}, {"bandwidth", 0.0}}).share,
              Pointwise(DoubleNear(1e-12), {1.0 / 3.0, 2.0 / 3.0}));
  sample.nodes[0].memory_held = 200.0;  // which the move makes free
  EXPECT_THAT(by("weighted", sample, {{"cpu", 0.0}, {"memory", 0.0}, {"bandwidth", 1.0}}).share,
              Pointwise(DoubleNear(1e-12), {0.75, 0.25}));
  sample.memory_needed = 500.0;
  EXPECT_THAT(fault_of("weighted", sample), HasSubstr("needs 500 B of memory"));
}

TEST(Weighted, AbsurdNumbersStayFinite) {
  const Sample sample = parse_sample(
      R"({"nodes": [{"rating": 1e30, "memory_available": 1e-300, "bandwidth": 1e30},
                    {"rating": 1e-29, "memory_available": 0, "bandwidth": 0}]})",
      "s.json");

  for (const char* metric : {"weighted", "drum_power", "memory_proactive", "bandwidth_proactive"}) {
    EXPECT_EQ(by(metric, sample).share.size(), 2U) << metric;
  }
}

class EveryCapacity : public testing::TestWithParam<std::string> {};

TEST_P(EveryCapacity, SharesAreAmountsThatSumToOneWhateverIsKnown) {
  const auto metric = builtin().make(GetParam());
  SplitMix64 random(4);
  for (int trial = 0; trial < 300; ++trial) {
    Sample sample;
    const auto nodes = 1 + uniform_below(random, 6);
    for (std::size_t k = 0; k < nodes; ++k) {
      NodeSample node{.name = std::to_string(k)};
      for (const auto field :
           {&NodeSample::rating, &NodeSample::memory_available, &NodeSample::memory_total,
            &NodeSample::bandwidth, &NodeSample::latency, &NodeSample::share, &NodeSample::load,
            &NodeSample::seconds, &NodeSample::rate, &NodeSample::availability,
            &NodeSample::forecast}) {
        if (uniform(random) < 0.7) {
          node.*field = std::max(0.0, uniform(random) - 0.2);
        }
      }
      sample.nodes.push_back(std::move(node));
    }
    std::vector<double> share;
    try {
      share = capacity_shares(*metric, sample).share;
    } catch (const InputError&) {
      continue;  // something it needs is known of no node
    }

    ASSERT_EQ(share.size(), nodes);
    EXPECT_NEAR(std::accumulate(share.begin(), share.end(), 0.0), 1.0, 1e-12);
    EXPECT_TRUE(std::ranges::all_of(share, [](double each) { return each >= 0.0; }));
  }
}

INSTANTIATE_TEST_SUITE_P(Builtin, EveryCapacity, testing::ValuesIn(all_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace evenkeel::machine
