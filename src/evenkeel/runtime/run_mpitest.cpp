// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Starts of runs on several ranks: new, resumed, and where something is missing.
/// ranks: 2
#include "evenkeel/runtime/run.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/io/verify.hpp"
#include "evenkeel/runtime/on_root.hpp"
#include "evenkeel/runtime/setup.hpp"
#include "evenkeel/solver/test_upwind.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;

/// A working directory of each rank, as ranks on different hosts have.
class Runs : public ::testing::Test {
 protected:
  Runs() : before_(fs::current_path()), world_(MPI_COMM_WORLD, &clock_) {
    std::string name = fs::temp_directory_path() / "evenkeel-run-XXXXXX";
    directory_ = mkdtemp(name.data());
    fs::current_path(directory_);
  }
  ~Runs() override {
    world_.barrier();
    fs::current_path(before_);
    fs::remove_all(directory_);
  }

  /// What is said of a run that does not start, or "".
  std::string complaint_of(const RunRequest& request, const Plugins& plugins) {
    try {
      run(request, plugins, world_);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  /// Of case.toml with \p text, into a folder that all ranks see.
  RunRequest request_of(std::string_view text, std::vector<std::string> overrides = {}) {
    write_file("case.toml", text);
    std::string out = directory_ / "out";
    broadcast_text(world_, out);
    RunRequest request;
    request.case_path = "case.toml";
    request.quiet = true;
    request.out = out;
    request.overrides = std::move(overrides);
    return request;
  }

  fs::path before_;
  fs::path directory_;
  telemetry::PhaseClock clock_;
  comm::Communicator world_;
};

TEST_F(Runs, EndOnAllRanksWhereOneHasNotTheMachine) {
  write_file("case.toml", std::string_view("kernel = \"sod\"\ntime.steps = 1\n"
                                           "[machine]\nfile = \"/proc/self/cwd/m.xml\"\n"));
  if (world_.rank() == 0) {
    write_file("m.xml", std::string_view("<machinemodel><node type=\"SINGLE_COMPUTING\" "
                                         "nodenum=\"0\" name=\"a\" parent=\"-1\" "
                                         "benchmark=\"1\"/></machinemodel>"));
  }
  RunRequest request;
  request.case_path = "case.toml";
  const std::string complaint = complaint_of(request, Plugins::builtin());

  EXPECT_THAT(complaint, testing::HasSubstr("rank 1: case.toml with all keys:"));
  EXPECT_THAT(complaint, testing::HasSubstr("machine.file: cannot open /proc/self/cwd/m.xml"));
  EXPECT_FALSE(fs::exists("case.run1"));
}

std::unique_ptr<kernels::ApplicationPlugin> still_from(
    std::function<double(const hierarchy::Point<1>&, int)> initial) {
  solver::Upwind<1>::Options options;
  options.velocity = [](double) { return hierarchy::Point<1>{0.0}; };
  options.initial = std::move(initial);
  options.flags.threshold = {0.1};
  auto plugin = std::make_unique<kernels::ApplicationPlugin>();
  plugin->application = std::make_unique<solver::Upwind<1>>(options);
  plugin->cells = {32};
  plugin->lower = {0.0};
  plugin->upper = {1.0};
  return plugin;
}

/// A kernel in which nothing moves.
std::unique_ptr<kernels::ApplicationPlugin> still(const Params&) {
  return still_from([](const hierarchy::Point<1>&, int) { return 1.0; });
}

/// The same, warned while it is set up, as by a batch system.
std::unique_ptr<kernels::ApplicationPlugin> warned(const Params&) {
  return still_from([](const hierarchy::Point<1>&, int) {
    std::raise(SIGUSR1);
    return 1.0;
  });
}

Plugins with_still(std::unique_ptr<kernels::ApplicationPlugin> (*make)(const Params&),
                   std::span<const ParamSpec> params = {}) {
  Plugins plugins = Plugins::builtin();
  plugins.kernels.add(
      {.name = "still", .summary = "", .source = "", .params = params, .make = make});
  return plugins;
}

TEST_F(Runs, NeedAnEndWhereNothingMoves) {
  const RunRequest request = request_of("kernel = \"still\"\ntime.steps = 1\n");

  EXPECT_THAT(complaint_of(request, with_still(still)),
              testing::HasSubstr("give time.end or time.fixed_dt"));
}

constexpr std::string_view kStill = "kernel = \"still\"\ntime.fixed_dt = 0.1\n";

TEST_F(Runs, BeginWithTheLineThatResumesThem) {
  RunRequest request = request_of(kStill, {"time.steps=2"});
  const fs::path out = request.out;
  request.resume = true;
  EXPECT_EQ(run(request, with_still(warned), world_), RunEnd::kStopped) << "set up";
  EXPECT_FALSE(fs::exists(out / "summary.json"));
  EXPECT_TRUE(io::list_checkpoints(out).empty());

  EXPECT_EQ(run(request, with_still(still), world_), RunEnd::kDone);
  const std::string events = read_file(out / "events.ndjson");
  EXPECT_THAT(events, testing::HasSubstr("holds no checkpoint: the run starts from the beginning"));
  EXPECT_THAT(events, testing::Not(testing::HasSubstr("stopped before the first step")));
}

TEST_F(Runs, NameEveryDamagedCheckpointWhereNoneIsWhole) {
  RunRequest request = request_of(kStill, {"time.steps=2", "output.checkpoint_interval=1"});
  const fs::path out = request.out;
  EXPECT_EQ(run(request, with_still(still), world_), RunEnd::kDone);
  on_root(world_, [&] {
    fs::remove(out / "chk00001/Header");
    fs::resize_file(out / "chk00002/Level_0/Cell_D_00000", 10);
  });

  request.resume = true;
  request.overrides.emplace_back("time.steps=3");
  EXPECT_THAT(complaint_of(request, with_still(still)),
              testing::AllOf(testing::HasSubstr("holds no whole checkpoint to resume from"),
                             testing::HasSubstr("\nchk00002: Level_0/Cell_D_00000: "),
                             testing::HasSubstr("\nchk00001: Header: ")));
}

constexpr std::array kWind = {ParamSpec{.name = "wind", .unit = "1", .fallback = 1.0}};

TEST_F(Runs, GoOnFromCheckpointsOfBeforeTheirKernelHadAParameter) {
  RunRequest request = request_of(kStill, {"time.steps=2", "output.checkpoint_interval=2"});
  EXPECT_EQ(run(request, with_still(still), world_), RunEnd::kDone);

  const Plugins now = with_still(still, kWind);
  request.resume = true;
  request.overrides = {"time.steps=4", "kernel.wind=2"};
  EXPECT_THAT(complaint_of(request, now),
              testing::HasSubstr("'kernel.wind' is 1 in the checkpoint and 2 in"));

  request.overrides = {"time.steps=4"};
  EXPECT_EQ(run(request, now, world_), RunEnd::kDone);
  EXPECT_THAT(read_file(fs::path(request.out) / "events.ndjson"),
              testing::HasSubstr("\"step\": 2, \"kind\": \"start\", \"kernel\": \"still\", "
                                 "\"ranks\": 2, \"resumed_from\": \"chk00002\"}"));
}

}  // namespace
}  // namespace evenkeel::runtime
