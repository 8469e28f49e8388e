// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// An adaptive job among local ones.
#include "evenkeel/simulator/grid.hpp"

#include <filesystem>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/grid_file.hpp"
#include "evenkeel/simulator/synthetic.hpp"
#include "evenkeel/simulator/workload_model.hpp"

namespace evenkeel::simulator {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Grids : public testing::Test {
 protected:
  Grids() {
    std::filesystem::create_directories(folder_);
    SyntheticTrace made;
    made.base = {32, 16, 16};
    made.steps = 40;
    workload::TraceWriter file(folder_ / "t.ndjson", header_of(made), OpenMode::kReplace);
    for (std::int64_t regrid = 0; regrid * made.regrid_interval < made.steps; ++regrid) {
      file.write(regrid_of(made, regrid));
    }
    setup_.samr.trace = (folder_ / "t.ndjson").string();
    setup_.samr.cost["seconds_per_update"] = 1e-3;
    setup_.least = 4;
    setup_.most = 24;
  }
  ~Grids() override { std::filesystem::remove_all(folder_); }

  void add_sites(std::size_t jobs, double load) {
    for (std::size_t site = 0; site < 3; ++site) {
      setup_.sites.push_back(
          {.name = "s", .processors = 16, .speed = 1e9 * (1.0 + 0.5 * static_cast<double>(site))});
      if (jobs > 0) {
        setup_.sites.back().jobs =
            make_workload({.processors = 16, .jobs = jobs, .load = load, .seed = site + 1});
      }
    }
  }

  static std::vector<std::string> supers() {
    Registry<SuperScheduler> supers;
    register_builtin(supers);
    const std::vector<std::string_view> names = supers.names();
    return {names.begin(), names.end()};
  }

  /// Two sites of 4 processors, the second one faster: all of the first are taken until 100 s, 3 of
  /// the second until 50 s; another job for all of the second comes at 60 s.
  void add_busy_sites(const std::string& scheduler) {
    const auto job = [](std::int64_t id, double submit, double run, int processors) {
      return Job{.id = id, .submit = submit, .run = run, .request = run, .processors = processors};
    };
    setup_.sites = {{.name = "a", .processors = 4, .scheduler = scheduler},
                    {.name = "b", .processors = 4, .speed = 2e9, .scheduler = scheduler}};
    setup_.sites[0].jobs = {job(1, 0.0, 100.0, 4)};
    setup_.sites[1].jobs = {job(2, 0.0, 50.0, 3), job(3, 60.0, 70.0, 4)};
    setup_.submit = 1.0;
    setup_.least = setup_.most = 6;
  }

  GridResult play(const std::string& name) {
    Registry<SuperScheduler> supers;
    register_builtin(supers);
    return run_grid(setup_, *supers.make(name));
  }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
  GridSetup setup_;
};

TEST_F(Grids, WithoutLocalJobsNobodyWaits) {
  add_sites(0, 1.0);

  for (const std::string name : {"baseline", "hold_and_wait", "hrms"}) {
    const GridResult result = play(name);
    EXPECT_EQ(result.start, 0.0) << name;
    EXPECT_EQ(result.phases.size(), 10U) << name;
    // Equations 6.1 and 6.2 by hand from the phases: capacities 1, 1.5, 2 over their mean.
    double time = 0.0;
    for (const GridPhase& phase : result.phases) {
      time += (phase.end - phase.start) *
              (phase.processors[0] + 1.5 * phase.processors[1] + 2.0 * phase.processors[2]) / 1.5;
    }
    EXPECT_NEAR(result.processor_time, time, 1e-9 * time) << name;
    EXPECT_NEAR(result.mean_processors(), time / result.execution(), 1e-9) << name;
    EXPECT_NEAR(result.provision() * result.balance() * result.efficiency(),
                result.work_time / result.processor_time, 1e-12)
        << name;
  }
}

TEST_F(Grids, BaselineHoldsItsPeakAndHrmsNoMoreThanItNeeds) {
  add_sites(0, 1.0);

  for (const GridPhase& phase : play("baseline").phases) {
    EXPECT_EQ(std::accumulate(phase.processors.begin(), phase.processors.end(), 0), 24);
  }
  const GridResult hrms = play("hrms");
  for (const GridPhase& phase : hrms.phases) {
    const int processors = std::accumulate(phase.processors.begin(), phase.processors.end(), 0);
    EXPECT_GE(processors, 4);
    EXPECT_LE(processors, 24);
  }
  EXPECT_LE(hrms.processor_time, play("baseline").processor_time);
}

/// run_grid checks all schedules, the adaptive job's included.
TEST_F(Grids, SchedulesAreValidUnderRandomLoad) {
  add_sites(300, 1.3);
  setup_.submit = 86400.0;
  setup_.samr.cost["seconds_per_update"] = 1.0;

  setup_.staleness = 3600.0;
  for (const std::string service : {"fresh", "cached", "periodic", "delayed"}) {
    setup_.resource_information = setup_.application_information = service;
    for (const std::string& name : supers()) {
      for (GridSite& site : setup_.sites) {
        site.scheduler = name == "hrms" ? "conservative" : "easy";
      }
      const GridResult result = play(name);
      EXPECT_GE(result.start, setup_.submit) << name;
      EXPECT_GT(result.end, result.start) << name;
    }
  }
}

TEST_F(Grids, HrmsStartsNoLaterThanTheBaseline) {
  add_sites(300, 1.3);
  setup_.submit = 86400.0;

  EXPECT_LE(play("hrms").start, play("baseline").start);
}

TEST_F(Grids, WhatIsReservedIsThereInTime) {
  for (const std::string scheduler : {"fcfs", "easy", "conservative"}) {
    add_busy_sites(scheduler);

    const GridResult result = play("earliest_common_start");

    EXPECT_EQ(result.start, 100.0) << scheduler;
    EXPECT_EQ(result.phases.front().processors, (std::vector<int>{2, 4})) << scheduler;
    // 4 processors of b are promised: the job that came later waits, though they are free.
    EXPECT_GE(result.jobs[1][1].start, result.end) << scheduler;
    // Without a promise it is first, and the adaptive job waits for it.
    EXPECT_EQ(play("baseline").start, 130.0) << scheduler;
  }
}

TEST_F(Grids, ReservationsInAdvanceStartAtAnAgreedTime) {
  add_busy_sites("easy");

  EXPECT_EQ(play("advance_reservation").start, 3601.0);
}

TEST_F(Grids, LocalJobsAloneAreAsIfNobodyElseWereThere) {
  add_sites(50, 1.0);
  setup_.submit = 1e12;  // long after

  const GridResult result = play("hrms");
  const std::vector<std::vector<Job>> alone = run_local(setup_);

  for (std::size_t site = 0; site < 3; ++site) {
    for (std::size_t job = 0; job < alone[site].size(); ++job) {
      EXPECT_EQ(result.jobs[site][job].start, alone[site][job].start);
    }
  }
}

TEST_F(Grids, ExperimentsAreReadAndFaultsNamed) {
  const std::filesystem::path path = folder_ / "grid.toml";
  write_file(path, std::string_view(
                       "staleness = \"60s\"\nsuper_scheduler = \"advance_reservation\"\nsuper = { "
                       "lead = 600 }\n[samr]\ntrace = \"t.ndjson\"\n"
                       "least = 2\nmost = 8\n[samr.cost]\nmemory_factor = 2\nnap = 0\n"
                       "[[site]]\nprocessors = 8\njobs = 5\nspeed = 2e9\n"));
  const GridExperiment read = read_grid(path);
  EXPECT_EQ(read.super_scheduler, "advance_reservation");
  EXPECT_EQ(read.setup.staleness, 60.0);
  EXPECT_EQ(std::get<double>(read.setup.samr.cost.at("nap")), 0.0);
  EXPECT_EQ(read.super_params, (ParamValues{{"lead", 600.0}}));
  EXPECT_EQ(read.setup.sites.front().jobs.size(), 5U);

  write_file(folder_ / "two.swf",
             std::string_view("1 0 -1 10 600 -1 -1 600 100 -1 1 1 1 1 1 1 -1 -1\n"
                              "2 5 -1 10 2 -1 -1 2 100 -1 1 1 1 1 1 1 -1 -1\n"));
  write_file(path, std::string_view("[samr]\ntrace = \"t.ndjson\"\nleast = 2\nmost = 8\n"
                                    "[[site]]\nprocessors = 8\nworkload = \"two.swf\"\n"));
  const GridExperiment logged = read_grid(path);
  EXPECT_EQ(logged.setup.sites.front().jobs.size(), 1U);
  EXPECT_EQ(logged.dropped, 1U);
  EXPECT_THAT(logged.reasons, testing::ElementsAre(HasSubstr("two.swf:1: job 1")));

  write_file(path,
             std::string_view("super_scheduler = \"hmrs\"\n[[site]]\nscheduler = \"esay\"\n"));
  EXPECT_THAT([&] { read_grid(path); },
              testing::ThrowsMessage<InputError>(
                  AllOf(HasSubstr("grid.toml:1:19: super_scheduler: no 'hmrs'; known: advance"),
                        HasSubstr("grid.toml:3:13: scheduler: no 'esay'"))));

  write_file(path, std::string_view("super = { lead = 600 }\n"));
  EXPECT_THAT([&] { read_grid(path); }, testing::ThrowsMessage<InputError>(HasSubstr(
                                            "grid.toml:1:9: super: hrms has no parameter 'lead'")));

  write_file(path, std::string_view("[samr.cost]\nnap = nan\n[[site]]\nspeed = inf\nload = 0\n"));
  EXPECT_THAT([&] { read_grid(path); }, testing::ThrowsMessage<InputError>(
                                            AllOf(HasSubstr("speed: expected a finite number"),
                                                  HasSubstr("load: expected a number above 0"),
                                                  HasSubstr("cost: expected a finite number"))));

  write_file(path, std::string_view("stalness = \"60s\"\n[samr]\ntrace = 3\nleast = 0\n"));
  EXPECT_THAT([&] { read_grid(path); },
              testing::ThrowsMessage<InputError>(AllOf(
                  HasSubstr("grid.toml:1:1: no key 'stalness'"),
                  HasSubstr("did you mean 'staleness'"), HasSubstr("trace: expected text"),
                  HasSubstr("least: expected a whole number"), HasSubstr("has no [[site]]"))));
}

}  // namespace
}  // namespace evenkeel::simulator
