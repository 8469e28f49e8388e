// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Constants found again from what replays with them take.
#include "evenkeel/simulator/calibration.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/cost_params.hpp"
#include "evenkeel/simulator/test_replay.hpp"

namespace evenkeel::simulator {
namespace {

class Calibrations : public ReplayTest {
 protected:
  std::string write(std::int32_t side) {
    SyntheticTrace made;
    made.base = {2 * side, side, side};
    made.steps = 8;
    return ReplayTest::write(made);
  }
};

double value(const ParamValues& cost, const std::string& name) {
  return std::get<double>(cost.at(name));
}

TEST_F(Calibrations, SecondsPerUpdateAndRegridAreDivisions) {
  // 16 x 8 x 8 base cells: what is regridded is known from the trace.
  const MeasuredRun run{
      .trace = write(8), .updates = 1e6, .compute = 0.5, .comm = 0.1, .regrid = 0.2};

  const ParamValues found = calibrate(std::span(&run, 1));

  EXPECT_DOUBLE_EQ(value(found, "seconds_per_update"), 0.6e-6);
  EXPECT_GT(value(found, "regrid_per_cell"), 0.0);
  EXPECT_EQ(value(found, "message_seconds"), 0.0);
}

TEST_F(Calibrations, SecondsAreThoseOfOrdinaryCells) {
  std::string text = read_file(line());
  text.replace(text.find("[[[0,11]]]"), 10, R"([[[0,11]]],"cost":[[5]])");
  const MeasuredRun run{
      .trace = ReplayTest::write(text), .updates = 1e6, .compute = 0.5, .comm = 0.1};

  EXPECT_DOUBLE_EQ(value(calibrate(std::span(&run, 1)), "seconds_per_update"), 0.6e-6 / 5.0);
}

TEST_F(Calibrations, UpdatesTakeWhatTheyTakeBesideOthers) {
  const std::string trace = write(8);
  const MeasuredRun one{.trace = trace, .updates = 1e6, .compute = 0.3, .comm = 0.1, .steps = 8.0};
  const MeasuredRun two{.trace = trace,
                        .ranks = 2,
                        .updates = 2e6,
                        .compute = 1.0,
                        .comm = 0.1,
                        .other = 0.08,
                        .steps = 8.0};

  const ParamValues found = calibrate(std::vector{one, two});

  // Copying comes from the run alone.
  EXPECT_NEAR(value(found, "seconds_per_update"), 0.5e-6 + 0.1e-6, 1e-18);
  EXPECT_NEAR(value(found, "step_seconds"), 0.01, 1e-12);
}

/// Two ranks have half of a processor each, wait for a quarter of their time, and spend 2 s of it
/// in kernels: the other second of processors falls on what took 2 s else.
TEST_F(Calibrations, ProcessorTimeIsWhatCounts) {
  write_file(folder_ / "summary.json",
             std::string_view("{\"ranks\": 2, \"steps\": 8, \"cell_updates\": 1e6, \"wall_s\": 4, "
                              "\"cpu_s\": 3, \"wait_s\": [1, 1], \"compute_s\": [2, 2], "
                              "\"compute_cpu_s\": [1.25, 0.75], \"comm_s\": [0.5, 0.5], "
                              "\"regrid_s\": 0.125, \"migrate_s\": 0.125, \"partition_s\": 0.125, "
                              "\"sense_s\": 0.0625, \"io_s\": 0, \"other_s\": 0.0625}"));
  write_file(folder_ / "trace.ndjson", std::string_view(""));
  write_file(folder_ / "config.toml",
             std::string_view("[mesh]\nmax_box = 48\n[partition]\nmethod = 'lpa'\ngranularity = "
                              "12\n"));

  const MeasuredRun run = read_run(folder_);

  EXPECT_DOUBLE_EQ(run.compute, 2.0);
  EXPECT_DOUBLE_EQ(run.comm, 0.25);
  EXPECT_DOUBLE_EQ(run.regrid, 0.125);
  EXPECT_DOUBLE_EQ(run.partition, 0.0625);
  EXPECT_DOUBLE_EQ(run.other, 0.0625);
  EXPECT_EQ(run.method, "lpa");
  EXPECT_EQ(run.granularity, 12);
  EXPECT_EQ(run.max_box, 48);
  write_file(folder_ / "config.toml", std::string_view("[partition]\nmethod = 'zoltan_rcb'\n"));
  EXPECT_THAT([&] { read_run(folder_); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr(
                  "config.toml:2: partition.method is 'zoltan_rcb', which the simulator lacks")));
}

TEST_F(Calibrations, OneRunSplitsItsCommunication) {
  const MeasuredRun run{
      .trace = write(16), .ranks = 4, .updates = 1e6, .compute = 0.5, .comm = 0.4};

  const ParamValues found = calibrate(std::span(&run, 1));

  EXPECT_GT(value(found, "message_seconds"), 0.0);
  EXPECT_GT(value(found, "byte_seconds"), 0.0);
}

/// Processor time of the ranks, whatever it is for.
double busy(const Tally& tally) {
  double sum = 0.0;
  for (const auto* table : {&tally.compute, &tally.ghost, &tally.interlevel, &tally.migrate,
                            &tally.partition, &tally.regrid, &tally.sense}) {
    sum = std::accumulate(table->begin(), table->end(), sum);
  }
  return sum;
}

TEST_F(Calibrations, ReplaysTakeWhatTheRunsTookOfProcessors) {
  const std::string trace = write(16);
  const MeasuredRun run{.trace = trace,
                        .method = "lpa",
                        .ranks = 4,
                        .updates = 2e6,
                        .compute = 0.5,
                        .comm = 0.1,
                        .regrid = 0.05,
                        .partition = 0.01,
                        .other = 0.02,
                        .steps = 8.0};
  ParamValues cost = calibrate(std::span(&run, 1));
  cost["reduce"] = 0.0;
  cost["nap"] = 0.0;
  cost["gather_bytes"] = 0.0;
  ReplayOptions options;
  options.cost = cost_model(workload::TraceReader(trace).header(), cost);

  const ReplayResult replayed = play(trace, equal_platform(4, 1e9, kIdeal), options, "lpa");

  const double updating = 0.5 * replayed.cell_updates() / run.updates;
  // Cuts follow the costs of levels, which a calibration does not know yet: messages differ a bit.
  EXPECT_NEAR(busy(replayed.tally), updating + 4 * (0.1 + 0.05 + 0.01 + 0.02), 1e-4);
}

TEST_F(Calibrations, AreReadBackAsWritten) {
  const ParamValues made{{"seconds_per_update", 1.25e-7}};

  EXPECT_EQ(parse_calibration(calibration_json(made), "here.json"), made);
  const auto fault_of = [](const std::string& text) {
    return [text] { parse_calibration(text, "here.json"); };
  };
  using testing::StartsWith;
  using testing::ThrowsMessage;
  EXPECT_THAT(fault_of("{\"costs\": {}}"),
              ThrowsMessage<InputError>(StartsWith("here.json: has no table \"cost\"")));
  EXPECT_THAT(fault_of("{\"cost\": {\"nap\": \"x\"}}"),
              ThrowsMessage<InputError>("here.json: cost.nap is \"x\", wanted is a number"));
  EXPECT_THAT(fault_of("{"), ThrowsMessage<InputError>(StartsWith("here.json:1:2: this is no")));
}

TEST_F(Calibrations, RunsWithoutFilesAreNamed) {
  EXPECT_THAT([&] { read_run(folder_); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("summary.json")));
}

TEST(CostParams, OverrideTheTrace) {
  workload::TraceHeader header;
  header.seconds_per_update = {1e-7, 2e-7};
  header.bytes_per_cell = 40;

  EXPECT_EQ(cost_model(header, {}).flop_per_update(5), 2e-7 * 1e9);
  EXPECT_EQ(cost_model(header, {{"seconds_per_update", 3e-7}}).flop_per_update(0), 3e-7 * 1e9);
  EXPECT_THROW(cost_model(header, {{"memory_factor", 0.5}}), InputError);
  EXPECT_THROW(cost_model(header, {{"nonsense", 1.0}}), InputError);
}

}  // namespace
}  // namespace evenkeel::simulator
