// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The C API as another code would call it, and misuse it.
/// ranks: 1 2 4
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "evenkeel.h"

namespace {

using testing::AllOf;
using testing::HasSubstr;

class CApi : public testing::Test {
 protected:
  CApi() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    EXPECT_EQ(evenkeel_create_machine_model(MPI_COMM_WORLD, nullptr, &model_), EVENKEEL_OK);
  }
  ~CApi() override {
    EXPECT_EQ(evenkeel_delete(&model_), EVENKEEL_OK);
    EXPECT_EQ(model_, nullptr);
  }

  void set(const char* name, const char* value) {
    EXPECT_EQ(evenkeel_set_param(model_, name, value), EVENKEEL_OK) << evenkeel_last_error();
  }

  std::vector<double> computed() {
    EXPECT_EQ(evenkeel_compute_powers(model_), EVENKEEL_OK) << evenkeel_last_error();
    std::vector<double> shares(static_cast<std::size_t>(ranks_), -1.0);
    EXPECT_EQ(evenkeel_part_sizes(model_, ranks_, shares.data()), EVENKEEL_OK);
    double own = -1.0;
    EXPECT_EQ(evenkeel_local_part_size(model_, &own), EVENKEEL_OK);
    EXPECT_EQ(own, shares[static_cast<std::size_t>(rank_)]);
    return shares;
  }

  int rank_ = 0;
  int ranks_ = 1;
  evenkeel_model* model_ = nullptr;
};

TEST_F(CApi, MeasuredRatesBecomeShares) {
  set("sensors", "none");
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK) << evenkeel_last_error();
  for (const double share : computed()) {
    EXPECT_DOUBLE_EQ(share, 1.0 / ranks_);  // nothing known: equal
  }

  // Rank k does k + 1 units a second, but reports over different times.
  ASSERT_EQ(evenkeel_report_work(model_, 2.0 * (rank_ + 1) * (rank_ + 1), 2.0 * (rank_ + 1)),
            EVENKEEL_OK);

  const std::vector<double> shares = computed();
  const double sum = ranks_ * (ranks_ + 1) / 2.0;
  for (int rank = 0; rank < ranks_; ++rank) {
    EXPECT_NEAR(shares[static_cast<std::size_t>(rank)], (rank + 1) / sum, 1e-12);
  }
}

TEST_F(CApi, RankThatNeverWorkedCountsAsTheMeanOfTheOthers) {
  set("sensors", "none");
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK);
  ASSERT_EQ(evenkeel_report_work(model_, rank_ == 0 ? 0.0 : 100.0, 1e-6), EVENKEEL_OK);

  for (const double share : computed()) {
    EXPECT_DOUBLE_EQ(share, 1.0 / ranks_);
  }
}

TEST_F(CApi, HugeAmountsAreRefusedOrShared) {
  set("metric", "callback");
  set("sensors", "none");
  ASSERT_EQ(evenkeel_set_callback(model_, [](void*) { return 1.7e308; }, nullptr), EVENKEEL_OK);
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK);
  EXPECT_EQ(evenkeel_report_work(model_, 1.7e308, 1.0), EVENKEEL_BAD_INPUT);

  EXPECT_DOUBLE_EQ(computed().front(), 1.0 / ranks_);
}

/// One rank alone fails before the others have told it anything.
TEST_F(CApi, CallbackThatThrowsFailsAllRanks) {
  set("metric", "callback");
  set("sensors", "none");
  bool fails = rank_ == ranks_ - 1;
  const auto callback = [](void* user) {
    return *static_cast<bool*>(user) ? throw std::runtime_error("no idea") : 1.0;
  };
  ASSERT_EQ(evenkeel_set_callback(model_, callback, &fails), EVENKEEL_OK);
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK);

  EXPECT_EQ(evenkeel_compute_powers(model_), EVENKEEL_FAILED);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("no idea"));
  fails = false;
  EXPECT_EQ(computed().size(), static_cast<std::size_t>(ranks_));
}

TEST_F(CApi, RankWithoutACallbackIsNamed) {
  set("metric", "callback");
  set("sensors", "none");
  if (rank_ > 0) {
    evenkeel_set_callback(model_, [](void*) { return 1.0; }, nullptr);
  }
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK);

  EXPECT_EQ(evenkeel_compute_powers(model_), EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("rank 0 has no callback"));
}

TEST_F(CApi, CommunicationIsWeighedByTheSecondsReported) {
  set("metric", "drum_power");
  set("weight_from", "times");
  set("sensors", "none");
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK);
  ASSERT_EQ(evenkeel_report_work(model_, 1.0, 1.0), EVENKEEL_OK);
  EXPECT_EQ(evenkeel_compute_powers(model_), EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("needs comm_s"));

  EXPECT_EQ(evenkeel_report_communication(model_, -1.0), EVENKEEL_BAD_INPUT);
  EXPECT_EQ(evenkeel_report_communication(model_, 0.1), EVENKEEL_OK);
  EXPECT_EQ(computed().size(), static_cast<std::size_t>(ranks_));
}

/// The host has 1200 bytes free, which its ranks have equal parts of.
TEST_F(CApi, SharesHaveRoomInTheMemory) {
  const std::string file = testing::TempDir() + "service_memory_" + std::to_string(getpid());
  std::ofstream(file) << "memory_available\n1200\n";
  set("metric", "callback");
  set("sensors", ("replay=" + file).c_str());
  double amount = rank_ == 0 ? 3.0 : 1.0;
  evenkeel_set_callback(model_, [](void* user) { return *static_cast<double*>(user); }, &amount);
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK) << evenkeel_last_error();
  ASSERT_EQ(evenkeel_start_monitoring(model_), EVENKEEL_OK);
  const double needed = 1000.0 / ranks_;
  ASSERT_EQ(evenkeel_report_memory(model_, 2.0 * needed, 0.0), EVENKEEL_OK);
  int code = EVENKEEL_OK;
  for (int tries = 0; tries < 10000 && code == EVENKEEL_OK; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // until there is a first look
    code = evenkeel_compute_powers(model_);
  }
  EXPECT_EQ(code, EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("the application needs 1.95 KiB of memory"));

  const double wanted = 3.0 / (ranks_ + 2.0);
  ASSERT_EQ(evenkeel_report_memory(model_, needed, 0.0), EVENKEEL_OK);
  EXPECT_NEAR(computed().front(), std::min(wanted, 1.2 / ranks_), 1e-12);
  EXPECT_NEAR(computed().front(), std::min(wanted, 1.2 / ranks_), 1e-12);  // it stays stated
  ASSERT_EQ(evenkeel_report_memory(model_, needed, needed), EVENKEEL_OK);
  EXPECT_NEAR(computed().front(), wanted, 1e-12);
  EXPECT_EQ(evenkeel_report_memory(model_, -1.0, 0.0), EVENKEEL_BAD_INPUT);
  EXPECT_EQ(evenkeel_report_memory(nullptr, 1.0, 0.0), EVENKEEL_BAD_INPUT);
  std::filesystem::remove(file);
}

TEST_F(CApi, CallbackSaysWhatARankCanTake) {
  set("metric", "callback");
  set("sensors", "none");
  double amount = rank_ == 0 ? 3.0 : 1.0;
  ASSERT_EQ(evenkeel_set_callback(
                model_, [](void* user) { return *static_cast<double*>(user); }, &amount),
            EVENKEEL_OK);
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK);

  EXPECT_NEAR(computed().front(), 3.0 / (ranks_ + 2.0), 1e-12);
}

TEST_F(CApi, SensesTheMachineWhileTheProgramComputes) {
  set("metric", "drum_power");
  set("weight", "false");
  set("interval", "10ms");
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK) << evenkeel_last_error();
  ASSERT_EQ(evenkeel_start_monitoring(model_), EVENKEEL_OK);
  const std::vector<double> shares = computed();
  ASSERT_EQ(evenkeel_stop_monitoring(model_), EVENKEEL_OK);

  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);
  const std::vector<double> again = computed();
  for (const double share : again) {
    EXPECT_GE(share, 0.0);
  }
}

TEST_F(CApi, MonitoringStartsAgainOnlyWhenStopped) {
  set("sensors", "procfs");
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK) << evenkeel_last_error();
  ASSERT_EQ(evenkeel_start_monitoring(model_), EVENKEEL_OK);

  EXPECT_EQ(evenkeel_start_monitoring(model_), EVENKEEL_WRONG_ORDER);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("evenkeel_stop_monitoring must come between"));
  EXPECT_EQ(evenkeel_stop_monitoring(model_), EVENKEEL_OK);
  EXPECT_EQ(evenkeel_start_monitoring(model_), EVENKEEL_OK);
  EXPECT_EQ(evenkeel_stop_monitoring(model_), EVENKEEL_OK);
}

TEST_F(CApi, ErrorsHaveCodesAndWords) {
  double share = 0.0;
  EXPECT_EQ(evenkeel_local_part_size(model_, &share), EVENKEEL_WRONG_ORDER);
  EXPECT_EQ(evenkeel_start_monitoring(model_), EVENKEEL_WRONG_ORDER);
  EXPECT_EQ(evenkeel_compute_powers(model_), EVENKEEL_WRONG_ORDER);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("evenkeel_init must come before"));
  EXPECT_EQ(evenkeel_set_param(model_, "interval", "soon"), EVENKEEL_BAD_INPUT);
  EXPECT_EQ(evenkeel_set_param(nullptr, "metric", "auto"), EVENKEEL_BAD_INPUT);
  EXPECT_EQ(evenkeel_report_work(model_, -1.0, 1.0), EVENKEEL_BAD_INPUT);
  EXPECT_EQ(evenkeel_report_work(model_, NAN, 1.0), EVENKEEL_BAD_INPUT);
  set("metric", "mesured");
  set("sensors", "none");
  EXPECT_EQ(evenkeel_init(model_), EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("metric: no 'mesured'; known: auto, "));
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("did you mean 'measured'?"));
  set("metric", "weighted");
  set("wieght", "1");
  EXPECT_EQ(evenkeel_init(model_), EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("wieght"));
}

TEST_F(CApi, WhatInitRefusesIsDropped) {
  set("sensors", "none");
  set("metirc", "weighted");
  EXPECT_EQ(evenkeel_init(model_), EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(),
              AllOf(HasSubstr("no parameter 'metirc'; known: metric, interval, sensors, "),
                    HasSubstr("did you mean 'metric'?")));
  set("metric", "nope");
  EXPECT_EQ(evenkeel_init(model_), EVENKEEL_BAD_INPUT);

  set("metric", "drum_power");
  set("weight", "2");
  EXPECT_EQ(evenkeel_init(model_), EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("'weight' is 2"));
  EXPECT_EQ(evenkeel_init(model_), EVENKEEL_OK) << evenkeel_last_error();
}

/// Only one rank of a host has sensors, and finds that there is none of that name.
TEST_F(CApi, InitThatFailedCanBeTriedAgainOnAllRanks) {
  set("sensors", "nope");
  EXPECT_EQ(evenkeel_init(model_), EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("nope"));

  set("sensors", "none");
  ASSERT_EQ(evenkeel_init(model_), EVENKEEL_OK) << evenkeel_last_error();
  EXPECT_EQ(computed().size(), static_cast<std::size_t>(ranks_));
}

TEST_F(CApi, OneRankWithoutItsMachineFileFailsAll) {
  evenkeel_model* other = nullptr;
  const char* file = rank_ == ranks_ - 1 ? "/nowhere/machine.xml" : nullptr;

  EXPECT_NE(evenkeel_create_machine_model(MPI_COMM_WORLD, file, &other), EVENKEEL_OK);
  EXPECT_EQ(other, nullptr);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("/nowhere/machine.xml"));
}

TEST_F(CApi, OneRankWithNowhereToPutTheModelFailsAll) {
  evenkeel_model* other = nullptr;

  EXPECT_EQ(evenkeel_create_machine_model(MPI_COMM_WORLD, nullptr,
                                          rank_ == ranks_ - 1 ? nullptr : &other),
            EVENKEEL_BAD_INPUT);
  EXPECT_EQ(other, nullptr);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("model is NULL"));
}

TEST_F(CApi, CommunicatorBetweenGroupsIsRefused) {
  if (ranks_ == 1) {
    GTEST_SKIP() << "one rank makes no two groups";
  }
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm between = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank_ == 0 ? 0 : 1, rank_, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank_ == 0 ? 1 : 0, 7, &between);
  evenkeel_model* other = nullptr;

  EXPECT_EQ(evenkeel_create_machine_model(between, nullptr, &other), EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("between groups"));
  MPI_Comm_free(&between);
  MPI_Comm_free(&part);
}

/// A machine of one node, in a file of this process.
class MachineFile {
 public:
  explicit MachineFile(const std::string& host) {
    std::ofstream(path_) << "<machinemodel><node type=\"SINGLE_COMPUTING\" nodenum=\"0\" name=\""
                         << host << "\" parent=\"-1\" benchmark=\"80\"/></machinemodel>";
  }
  ~MachineFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = testing::TempDir() + "service_machine_" + std::to_string(getpid()) + ".xml";
};

TEST_F(CApi, HostIsFoundInTheMachineFile) {
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  const MachineFile file(host);
  evenkeel_model* other = nullptr;

  EXPECT_EQ(evenkeel_create_machine_model(MPI_COMM_WORLD, file.path().c_str(), &other), EVENKEEL_OK)
      << evenkeel_last_error();
  EXPECT_EQ(evenkeel_delete(&other), EVENKEEL_OK);
}

TEST_F(CApi, HostThatTheMachineFileDoesNotNameIsAnError) {
  const MachineFile file("another");
  evenkeel_model* other = nullptr;

  EXPECT_EQ(evenkeel_create_machine_model(MPI_COMM_WORLD, file.path().c_str(), &other),
            EVENKEEL_BAD_INPUT);
  EXPECT_THAT(evenkeel_last_error(), HasSubstr("no node is called"));
}

/// Runs when main has returned, where only a thread of its own has words for an error still.
void check_after_mpi(evenkeel_model* kept) {
  evenkeel_model* other = nullptr;
  const bool passed =
      evenkeel_create_machine_model(MPI_COMM_WORLD, nullptr, &other) == EVENKEEL_WRONG_ORDER &&
      evenkeel_compute_powers(kept) == EVENKEEL_WRONG_ORDER &&
      evenkeel_delete(&kept) == EVENKEEL_OK && kept == nullptr;
  if (!passed) {
    std::fprintf(stderr, "after MPI_Finalize: %s\n", evenkeel_last_error());
    std::_Exit(1);
  }
}

TEST_F(CApi, CallsAfterMpiHasEndedAreRefused) {
  static evenkeel_model* kept = nullptr;
  ASSERT_EQ(evenkeel_create_machine_model(MPI_COMM_WORLD, nullptr, &kept), EVENKEEL_OK);
  ASSERT_EQ(evenkeel_init(kept), EVENKEEL_OK);
  std::atexit([] { std::thread(check_after_mpi, kept).join(); });
}

}  // namespace
