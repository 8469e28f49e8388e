// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What runs tell of themselves, and what they go on with.
/// ranks: 2
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/run.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Runs of a shock tube with three levels that move, in a folder that ranks share.
class RunEvents : public ::testing::Test {
 protected:
  RunEvents() : world_(MPI_COMM_WORLD, &clock_) {
    std::string name = fs::temp_directory_path() / "evenkeel-events-XXXXXX";
    on_root(world_, [&] { name = mkdtemp(name.data()); });
    broadcast_text(world_, name);
    directory_ = name;
    request_.case_path = directory_ / "case.toml";
    request_.out = directory_ / "run";
    request_.quiet = true;
    on_root(world_, [&] {
      write_file(request_.case_path,
                 std::string_view("kernel = \"rm2d\"\ndomain.cells = [64, 16]\n"
                                  "mesh.max_levels = 3\nmesh.regrid_interval = 2\n"));
    });
  }
  ~RunEvents() override {
    world_.barrier();
    on_root(world_, [&] { fs::remove_all(directory_); });
  }

  void run_with(std::vector<std::string> overrides) {
    request_.overrides = std::move(overrides);
    EXPECT_EQ(run(request_, Plugins::builtin(), world_), RunEnd::kDone);
    world_.barrier();
  }

  std::string text(const char* name) const { return read_file(request_.out / name); }

  std::vector<json> lines(const char* name) const {
    std::vector<json> found;
    std::istringstream all(text(name));
    for (std::string line; std::getline(all, line);) {
      found.push_back(json::parse(line));
    }
    return found;
  }

  std::vector<json> events(std::string_view kind) const {
    std::vector<json> found = lines("events.ndjson");
    std::erase_if(found, [&](const json& event) { return event.at("kind") != kind; });
    return found;
  }

  telemetry::PhaseClock clock_;
  comm::Communicator world_;
  fs::path directory_;
  RunRequest request_;
};

TEST_F(RunEvents, SpeedsSurviveARestart) {
  const std::string slow = "machine.inject=[0.01, 0.03]";
  run_with({"time.steps=12", "output.checkpoint_interval=12", slow});
  const json before = events("decide").back();
  ASSERT_EQ(before.at("step"), 10);
  request_.resume = true;
  run_with({"time.steps=16", slow});

  for (const json& after : events("decide")) {
    if (after.at("step") == 12) {  // there were no steps since
      EXPECT_EQ(after.at("observation").at("rates"), before.at("observation").at("rates"));
      EXPECT_THAT(after.at("capacity").get<std::vector<double>>(),
                  testing::Pointwise(testing::DoubleNear(0.01),
                                     before.at("capacity").get<std::vector<double>>()));
      return;
    }
  }
  ADD_FAILURE() << "no decision when the run went on";
}

TEST_F(RunEvents, AllThatMovesIsToldOfTheRegridThatMovedIt) {
  run_with({"time.steps=21", "manage.deterministic=true", "manage.capacity=given",
            "machine.capacities=[1, 3]", "manage.policy=reactive"});

  double bytes = 0.0;
  for (const json& event : events("migrate")) {
    bytes += event.at("bytes").get<double>();
    EXPECT_EQ(event.at("step").get<int>() % 2, 0);
  }
  EXPECT_GT(bytes, 0.0);
  EXPECT_EQ(bytes, json::parse(text("summary.json")).at("migrated_bytes").get<double>());
  EXPECT_EQ(events("migrate").back().at("step"), 20);
}

TEST_F(RunEvents, TracesTellWhatUpdatesTookOnceItIsKnown) {
  run_with({"time.steps=12", "output.checkpoint_interval=12"});
  const workload::TraceReader once(request_.out / "trace.ndjson");
  request_.resume = true;
  run_with({"time.steps=16", "machine.inject=[0.01, 0.01]"});
  const workload::TraceReader again(request_.out / "trace.ndjson");

  for (const workload::TraceReader* reader : {&once, &again}) {
    EXPECT_EQ(reader->header().seconds_per_update.size(), 3U);
    EXPECT_THAT(reader->header().seconds_per_update, testing::Each(testing::Gt(0.0)));
  }
  EXPECT_GT(again.header().seconds_per_update.back(), once.header().seconds_per_update.back());
  EXPECT_EQ(lines("trace.ndjson").back().at("regrid"), lines("trace.ndjson").size() - 2);
}

TEST_F(RunEvents, MetricsThatFailAreLoggedOnce) {
  run_with({"time.steps=8", "manage.capacity=bandwidth_proactive"});

  EXPECT_EQ(events("warn").size(), 1U);
  EXPECT_THAT(text("log.txt"),
              testing::HasSubstr("warning: shares stay as they are: bandwidth_proactive needs"));
}

}  // namespace
}  // namespace evenkeel::runtime
