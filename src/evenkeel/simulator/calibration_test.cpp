// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Constants found again from what replays with them take.
#include "evenkeel/simulator/calibration.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/cost_params.hpp"
#include "evenkeel/simulator/replay.hpp"
#include "evenkeel/simulator/synthetic.hpp"

namespace evenkeel::simulator {
namespace {

class Calibrations : public testing::Test {
 protected:
  Calibrations() { std::filesystem::create_directories(folder_); }
  ~Calibrations() override { std::filesystem::remove_all(folder_); }

  std::string write(std::int32_t side) {
    SyntheticTrace made;
    made.base = {2 * side, side, side};
    made.steps = 8;
    const std::string path = (folder_ / (std::to_string(side) + ".ndjson")).string();
    workload::TraceWriter file(path, header_of(made), OpenMode::kReplace);
    for (std::int64_t regrid = 0; regrid < 2; ++regrid) {
      file.write(regrid_of(made, regrid));
    }
    return path;
  }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(Calibrations, SecondsPerUpdateAndRegridAreDivisions) {
  // 16 x 8 x 8 base cells: what is regridded is known from the trace.
  const MeasuredRun run{.trace = write(8),
                        .ranks = 1,
                        .updates = 1e6,
                        .compute = 0.5,
                        .comm = 0.1,
                        .regrid = 0.2,
                        .partition = 0.0};

  const Calibration found = calibrate(std::span(&run, 1));

  EXPECT_DOUBLE_EQ(std::get<double>(found.cost.at("seconds_per_update")), 0.6e-6);
  EXPECT_GT(std::get<double>(found.cost.at("regrid_per_cell")), 0.0);
}

TEST_F(Calibrations, UpdatesTakeWhatTheyTakeBesideOthers) {
  const std::string trace = write(8);
  const MeasuredRun one{
      .trace = trace, .ranks = 1, .updates = 1e6, .compute = 0.3, .comm = 0.1, .steps = 8.0};
  const MeasuredRun two{.trace = trace,
                        .ranks = 2,
                        .updates = 2e6,
                        .compute = 1.0,
                        .comm = 0.1,
                        .other = 0.08,
                        .steps = 8.0};

  const Calibration found = calibrate(std::vector{one, two});

  // Copying comes from the run alone.
  EXPECT_NEAR(std::get<double>(found.cost.at("seconds_per_update")), 0.5e-6 + 0.1e-6, 1e-18);
  EXPECT_NEAR(std::get<double>(found.cost.at("step_seconds")), 0.01, 1e-12);
}

/// Two ranks have half of a processor each and wait for a quarter of their time.
TEST_F(Calibrations, ProcessorTimeIsWhatCounts) {
  write_file(folder_ / "summary.json",
             std::string_view("{\"ranks\": 2, \"steps\": 8, \"cell_updates\": 1e6, \"wall_s\": 4, "
                              "\"cpu_s\": 3, \"wait_s\": [1, 1], \"compute_s\": [2, 2], "
                              "\"comm_s\": [0.5, 0.5], \"regrid_s\": 0.25, \"partition_s\": 0.125, "
                              "\"other_s\": 0.125}"));
  write_file(folder_ / "trace.ndjson", std::string_view(""));

  const MeasuredRun run = read_run(folder_);

  EXPECT_DOUBLE_EQ(run.compute, 2.0);
  EXPECT_DOUBLE_EQ(run.comm, 0.25);
  EXPECT_DOUBLE_EQ(run.other, 0.0625);
}

TEST_F(Calibrations, OneRunSplitsItsCommunication) {
  const MeasuredRun run{.trace = write(16),
                        .ranks = 4,
                        .updates = 1e6,
                        .compute = 0.5,
                        .comm = 0.4,
                        .regrid = 0.0,
                        .partition = 0.0};

  const Calibration found = calibrate(std::span(&run, 1));

  EXPECT_GT(found.link.latency, 0.0);
  EXPECT_GT(found.link.bandwidth, 0.0);
  EXPECT_LT(found.link.bandwidth, 1e300);
}

TEST_F(Calibrations, AreReadBackAsWritten) {
  Calibration made;
  made.cost["seconds_per_update"] = 1.25e-7;
  made.link = {.bandwidth = 3e8, .latency = 2e-5};

  const Calibration read = parse_calibration(to_json(made), "here.json");

  EXPECT_EQ(read.cost, made.cost);
  EXPECT_EQ(read.link, made.link);
  EXPECT_THROW(parse_calibration("{\"cost\": {}}", "here.json"), InputError);
  EXPECT_THROW(parse_calibration("{", "here.json"), InputError);
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
