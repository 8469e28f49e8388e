// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Traces of runs whose cells do not all cost alike.
/// ranks: 3
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/run.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFlame =
    "kernel = \"flame2d\"\ndomain.cells = [32, 32]\nmesh.max_levels = 3\n"
    "mesh.regrid_interval = 4\ntime.steps = 18\n";

class TraceCosts : public ::testing::Test {
 protected:
  TraceCosts() : world_(MPI_COMM_WORLD, &clock_), alone_(MPI_COMM_SELF, &own_clock_) {
    std::string name = fs::temp_directory_path() / "evenkeel-costs-XXXXXX";
    on_root(world_, [&] { name = mkdtemp(name.data()); });
    broadcast_text(world_, name);
    directory_ = name;
  }
  ~TraceCosts() override {
    world_.barrier();
    on_root(world_, [&] { fs::remove_all(directory_); });
  }

  /// Of \p text on all of \p ranks, in a folder of its own.
  fs::path run_on(const comm::Communicator& ranks, std::string_view text, const std::string& name) {
    RunRequest request;
    request.case_path = directory_ / (name + ".toml");
    request.out = directory_ / name;
    request.quiet = true;
    on_root(ranks, [&] { write_file(request.case_path, text); });
    EXPECT_EQ(run(request, Plugins::builtin(), ranks), RunEnd::kDone);
    ranks.barrier();
    return request.out / "trace.ndjson";
  }

  /// All lines but the first.
  static std::string regrids_of(const fs::path& trace) {
    const std::string text = read_file(trace);
    return text.substr(text.find('\n') + 1);
  }

  telemetry::PhaseClock clock_;
  telemetry::PhaseClock own_clock_;
  comm::Communicator world_;
  comm::Communicator alone_;
  fs::path directory_;
};

TEST_F(TraceCosts, AreTheSameOnAnyRanks) {
  const fs::path together = run_on(world_, kFlame, "together");
  if (world_.rank() == 0) {
    const fs::path alone = run_on(alone_, kFlame, "alone");
    const fs::path blind =
        run_on(alone_, std::string(kFlame) + "partition.cell_costs = false\n", "blind");
    EXPECT_EQ(regrids_of(together), regrids_of(alone));
    EXPECT_EQ(regrids_of(together), regrids_of(blind));
  }
}

TEST_F(TraceCosts, AreThoseOfBoxesOnceThereWereSteps) {
  const fs::path trace = run_on(world_, kFlame, "flame");
  workload::TraceReader reader(trace);
  workload::TraceRegrid regrid;

  ASSERT_TRUE(reader.next(regrid));
  EXPECT_THAT(regrid.cost, testing::IsEmpty());
  int lines = 0;
  for (; reader.next(regrid); ++lines) {
    ASSERT_EQ(regrid.cost.size(), regrid.levels.size());  // the reader has counted the boxes
    for (const std::vector<double>& level : regrid.cost) {
      EXPECT_THAT(level, testing::Each(testing::Gt(1.0)));
    }
    // Some of what is refined burns, some does not.
    const std::vector<double>& finest = regrid.cost.back();
    EXPECT_GT(std::ranges::max(finest), 1.5 * std::ranges::min(finest)) << regrid.step;
  }
  EXPECT_EQ(lines, 4);
  EXPECT_GT(reader.header().source_price, 0.0);
}

TEST_F(TraceCosts, AreLeftOutWhereAllCellsAreAlike) {
  const fs::path trace = run_on(
      world_, "kernel = \"tp2d\"\ndomain.cells = [32, 32]\nmesh.max_levels = 2\ntime.steps = 6\n",
      "alike");

  EXPECT_THAT(read_file(trace), testing::Not(testing::HasSubstr("cost")));
  EXPECT_EQ(workload::TraceReader(trace).header().source_price, 1.0);
}

}  // namespace
}  // namespace evenkeel::runtime
