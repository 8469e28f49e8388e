// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The figures of a summary, by hand.
#include "evenkeel/runtime/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;
using ::testing::HasSubstr;

RankTotals rank(std::int64_t updates, double compute, double wait, double cpu) {
  RankTotals totals;
  totals.account.counters.cell_updates = updates;
  totals.account.wall[static_cast<std::size_t>(Phase::kCompute)] = compute;
  totals.account.wall[static_cast<std::size_t>(Phase::kWait)] = wait;
  totals.account.cpu[static_cast<std::size_t>(Phase::kCompute)] = 0.5 * compute;
  totals.cpu_s = cpu;
  return totals;
}

/// A rank of speed 100/s busy for 10 s, and one of speed 300/s busy for 5 s of these.
Summary uneven() {
  Summary summary;
  summary.kernel = "tp2d";
  summary.steps = 4;
  summary.wall_s = 10.0;
  summary.ranks = {rank(1000, 10.0, 0.0, 9.0), rank(1500, 5.0, 5.0, 6.0)};
  return summary;
}

TEST(Summary, AddsUpRanks) {
  EXPECT_EQ(uneven().cell_updates(), 2500);
  EXPECT_EQ(uneven().cpu_s(), 15.0);
}

TEST(Summary, DeliveredEfficiencyIsTheShareOfWhatRanksCouldDo) {
  // (100 * 10 + 300 * 5) / (10 * (100 + 300))
  EXPECT_DOUBLE_EQ(uneven().delivered_efficiency(), 0.625);
}

TEST(Summary, DeliveredEfficiencyOfPerfectBalanceIsOne) {
  Summary summary = uneven();
  summary.ranks = {rank(1000, 10.0, 0.0, 10.0), rank(3000, 10.0, 0.0, 10.0)};

  EXPECT_DOUBLE_EQ(summary.delivered_efficiency(), 1.0);
}

TEST(Summary, IsZeroWhereNothingWasDone) {
  Summary summary;
  summary.ranks = {RankTotals{}};

  EXPECT_EQ(summary.delivered_efficiency(), 0.0);
  EXPECT_THAT(summary.json().text(), HasSubstr("\"updates_per_cpu_s\": 0,"));
}

TEST(Summary, DriftsAreInPartsOfWhatThereIs) {
  EXPECT_DOUBLE_EQ(relative_drift(4.0, 3.0, 3.0), -0.25);
  EXPECT_DOUBLE_EQ(relative_drift(1e-3, 2e-3, 1.0), 1e-3);  // what cancels out is no scale
  EXPECT_DOUBLE_EQ(relative_drift(0.0, 2.0, 2.0), 1.0);
  EXPECT_EQ(relative_drift(0.0, 0.0, 0.0), 0.0);
}

TEST(Summary, JsonHasTheKeysOfTheInterface) {
  Summary summary = uneven();
  summary.conservation = {{"u", 1e-16}};
  summary.error = {{"u.l1", 0.5}};
  const std::string json = summary.json().text();

  for (const char* key :
       {"kernel",         "ranks",         "steps",          "cells_final",
        "cell_updates",   "wall_s",        "cpu_s",          "updates_per_cpu_s",
        "compute_s",      "wait_s",        "comm_s",         "regrid_s",
        "partition_s",    "migrate_s",     "sense_s",        "io_s",
        "regrids",        "repartitions",  "migrated_bytes", "peak_rss_bytes",
        "imbalance_mean", "imbalance_max", "capacity",       "delivered_efficiency",
        "conservation",   "monitors",      "error"}) {
    EXPECT_THAT(json, HasSubstr("\"" + std::string(key) + "\": "));
  }
  EXPECT_THAT(json, HasSubstr("\"compute_s\": [10, 5], \"compute_cpu_s\": [5, 2.5]"));
  EXPECT_THAT(json, HasSubstr("\"conservation\": {\"u\": 1e-16}"));
}

TEST(Summary, TextSaysWhereTheTimeWent) {
  const std::string text = uneven().text();

  EXPECT_THAT(text, HasSubstr("4 steps of tp2d on 2 ranks in 10.0 s: 2.50 k cell updates, 167/s"));
  EXPECT_THAT(text, HasSubstr("75.0 % computing"));  // 15 of 20 s
  EXPECT_THAT(text, HasSubstr("25.0 % waiting"));
  EXPECT_THAT(text, HasSubstr("delivered efficiency 0.625"));
}

}  // namespace
}  // namespace evenkeel::runtime
