// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Queues worked by hand, by queueing theory, and by a reference simulator.
#include "evenkeel/simulator/job_queue.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/rng.hpp"
#include "evenkeel/simulator/swf.hpp"
#include "evenkeel/simulator/workload_model.hpp"

namespace evenkeel::simulator {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Job> played(std::vector<Job> jobs, int processors, const std::string& scheduler) {
  Registry<LocalScheduler> schedulers;
  register_builtin(schedulers);
  const std::unique_ptr<LocalScheduler> made = schedulers.make(scheduler);
  JobQueue queue(std::move(jobs), processors, *made);
  while (queue.next_event()) {
    queue.step();
  }
  check_schedule(queue.jobs(), processors);
  return queue.jobs();
}

Job job(std::int64_t id, double submit, double run, int processors) {
  return {.id = id, .submit = submit, .run = run, .request = run, .processors = processors};
}

std::vector<double> starts(const std::vector<Job>& jobs) {
  std::vector<double> times;
  std::ranges::transform(jobs, std::back_inserter(times), &Job::start);
  return times;
}

/// Four processors: 2 for 10 s; all for 10 s; 2 for 5 s; 1 for 20 s; 2 for 10 s.
std::vector<Job> five() {
  return {job(1, 0, 10, 2), job(2, 1, 10, 4), job(3, 2, 5, 2), job(4, 3, 20, 1), job(5, 4, 10, 2)};
}

TEST(Schedulers, FcfsLetsNobodyOvertake) {
  EXPECT_THAT(starts(played(five(), 4, "fcfs")), ElementsAre(0, 10, 20, 20, 25));
}

TEST(Schedulers, EasyFillsHolesThatDoNotDelayTheHead) {
  // 3 fits before 2 starts at 10; then 4 and 5 wait for 2, and 5 waits for no one else.
  EXPECT_THAT(starts(played(five(), 4, "easy")), ElementsAre(0, 10, 2, 20, 20));
}

TEST(Schedulers, ConservativeKeepsEverybodysPlace) {
  // As five(), but 4 may be delayed by 5 under easy: 4 wants 3 processors for 5 s.
  const std::vector<Job> jobs{job(1, 0, 10, 3), job(2, 1, 10, 3), job(3, 2, 10, 2),
                              job(4, 3, 25, 1)};

  EXPECT_THAT(starts(played(jobs, 4, "easy")), ElementsAre(0, 10, 20, 3));
  EXPECT_THAT(starts(played(jobs, 4, "conservative")), ElementsAre(0, 10, 20, 3));
  const std::vector<Job> tight{job(1, 0, 10, 3), job(2, 1, 10, 3), job(3, 2, 10, 4),
                               job(4, 3, 25, 1)};
  EXPECT_THAT(starts(played(tight, 4, "easy")), ElementsAre(0, 10, 28, 3));
  EXPECT_THAT(starts(played(tight, 4, "conservative")), ElementsAre(0, 10, 20, 30));
}

TEST(Schedulers, NeverUseMoreThanThereIsUnderRandomLoad) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    std::vector<Job> jobs =
        make_workload({.processors = 64, .jobs = 400, .load = 1.3, .seed = seed});
    Xoshiro256 random(seed);
    for (Job& each : jobs) {
      each.request *= 1.0 + 3.0 * uniform(random);  // owners ask for too much
    }
    for (const std::string scheduler : {"fcfs", "easy", "conservative"}) {
      EXPECT_NO_THROW(played(jobs, 64, scheduler)) << scheduler << " " << seed;
    }
  }
}

TEST(Schedulers, ImpossibleSchedulesAreSeen) {
  std::vector<Job> jobs{job(1, 0, 10, 3), job(2, 0, 10, 3)};
  jobs[0].start = jobs[1].start = 0.0;
  EXPECT_THROW(check_schedule(jobs, 4), Error);
  jobs[1].start = 10.0;
  EXPECT_NO_THROW(check_schedule(jobs, 4));
  jobs[0].submit = 1.0;
  EXPECT_THROW(check_schedule(jobs, 4), Error);
}

/// Mean wait in units of the mean service, for Poisson arrivals and exponential services.
double mean_wait(int servers, double load, std::size_t count) {
  Xoshiro256 random(7);
  std::vector<Job> jobs;
  double now = 0.0;
  for (std::size_t id = 0; id < count; ++id) {
    now -= std::log(1.0 - uniform(random)) / (load * servers);
    jobs.push_back(job(static_cast<std::int64_t>(id), now, -std::log(1.0 - uniform(random)), 1));
  }
  double sum = 0.0;
  for (const Job& done : played(std::move(jobs), servers, "fcfs")) {
    sum += done.wait();
  }
  return sum / static_cast<double>(count);
}

// Erlang's formulas.
TEST(Queues, WaitAsQueueingTheorySays) {
  EXPECT_NEAR(mean_wait(1, 0.8, 300000), 4.0, 0.2);
  EXPECT_NEAR(mean_wait(2, 0.5, 100000), 1.0 / 3.0, 0.02);
  EXPECT_NEAR(mean_wait(4, 0.8, 200000), 0.745541, 0.04);
}

/// Jobs whose waits differ from those a reference simulator wrote in the log.
double differing(const std::string& file, int processors) {
  const Workload load = read_swf(file, processors);
  const std::vector<Job> jobs = played(load.jobs, processors, "easy");
  double count = 0.0;
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    count += std::abs(jobs[k].wait() - load.logged_wait[k]) > 1.0 ? 1.0 : 0.0;
  }
  return count / static_cast<double>(jobs.size());
}

TEST(Queues, EasyWaitsAreThoseOfTheReference) {
  const std::filesystem::path folder = EVENKEEL_WORKLOADS;
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no " << folder << " with EASYREF-*.swf.gz";
  }
  EXPECT_LE(differing(folder / "EASYREF-KTH-SP2.pyss.swf.gz", 100), 0.001);
  EXPECT_LE(differing(folder / "EASYREF-SDSC-SP2.pyss.swf.gz", 128), 0.001);
}

TEST(Swf, CleansAndSaysWhatItDropped) {
  const Workload load = parse_swf(
      "; MaxProcs: 8\n"
      "1 0 5 10 4 -1 -1 -1 20 -1 1 1 1 1 1 1 -1 -1\n"
      "2 1 5 0 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1\n"
      "3 2 5 10 -1 -1 -1 99 20 -1 1 1 1 1 1 1 -1 -1\n"
      "4 3 5 30 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1\n",
      "a.swf", 8);

  ASSERT_EQ(load.jobs.size(), 2U);
  EXPECT_EQ(load.jobs[0].processors, 4);
  EXPECT_EQ(load.jobs[1].run, 20.0);
  EXPECT_EQ(load.dropped, 2U);
  EXPECT_THAT(load.reasons, ElementsAre(HasSubstr("a.swf:3: job 2 runs for 0 s"),
                                        HasSubstr("a.swf:4: job 3 wants 99 of 8")));
}

TEST(Swf, BrokenLinesAreNamed) {
  EXPECT_THAT([] { parse_swf("1 2 3\n", "a.swf", 8); },
              testing::ThrowsMessage<InputError>(HasSubstr("a.swf:1: expected 18 numbers")));
  EXPECT_THROW(parse_swf("; nothing\n", "a.swf", 8), InputError);
  EXPECT_THAT([] { parse_swf("1e30 0 5 10 4 -1 -1 -1 20 -1 1 1 1 1 1 1 -1 -1\n", "a.swf", 8); },
              testing::ThrowsMessage<InputError>(HasSubstr("the first up to 1e15")));
}

// Published check of the model: 100 000 typeless jobs on 128 processors.
TEST(WorkloadModel, HasThePublishedMoments) {
  const std::vector<Job> jobs = make_workload({.processors = 128, .jobs = 100000});

  double size = 0.0;
  double serial = 0.0;
  double run = 0.0;
  double work = 0.0;
  for (const Job& each : jobs) {
    size += each.processors;
    serial += each.processors == 1 ? 1.0 : 0.0;
    run += each.run;
    work += each.run * each.processors;
  }
  const auto count = static_cast<double>(jobs.size());
  EXPECT_NEAR(size / count, 12.15, 0.25);
  EXPECT_NEAR(serial / count, 0.24, 0.03);
  EXPECT_NEAR(run / count, 4340.0, 200.0);
  EXPECT_NEAR(work / (128.0 * jobs.back().submit), 0.74, 0.04);
}

TEST(WorkloadModel, GammaDistributionMeetsExactValues) {
  EXPECT_NEAR(gamma_cdf(1.0, 2.0), 1.0 - std::exp(-2.0), 1e-13);
  EXPECT_NEAR(gamma_cdf(2.0, 0.5), 1.0 - 1.5 * std::exp(-0.5), 1e-13);
  EXPECT_NEAR(gamma_cdf(0.5, 4.0), std::erf(2.0), 1e-13);
}

}  // namespace
}  // namespace evenkeel::simulator
