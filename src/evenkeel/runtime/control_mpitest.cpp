// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Orders reach every rank.
/// ranks: 1 3
#include "evenkeel/runtime/control.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "evenkeel/runtime/on_root.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;

class Controls : public ::testing::Test {
 protected:
  Controls() : world_(MPI_COMM_WORLD) {
    std::string name = fs::temp_directory_path() / "evenkeel-control-XXXXXX";
    if (world_.rank() == 0) {
      mkdtemp(name.data());
    }
    broadcast_text(world_, name);
    directory_ = name;
  }
  ~Controls() override {
    world_.barrier();
    if (world_.rank() == 0) {
      fs::remove_all(directory_);
    }
  }

  void give(std::string_view order) {
    if (world_.rank() == 0) {
      std::ofstream(directory_ / order) << "now\n";
    }
  }

  comm::Communicator world_;
  fs::path directory_;
};

TEST_F(Controls, FilesOfBeforeCanBeDropped) {
  give("stop");
  give("plot");
  if (world_.rank() == 0) {
    const auto before = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(directory_ / "stop", before);
  }
  Control control(directory_, world_);

  if (world_.rank() == 0) {
    EXPECT_EQ(control.drop_earlier(), std::vector{Order::kStop});
  }
  const Orders orders = control.take();
  EXPECT_FALSE(orders.has(Order::kStop));
  EXPECT_TRUE(orders.has(Order::kPlot));
}

TEST_F(Controls, FilesAreTakenOnceByAllRanks) {
  Control control(directory_, world_);
  EXPECT_TRUE(control.take().empty());
  give("plot");
  give("resense");

  const Orders orders = control.take();

  EXPECT_TRUE(orders.has(Order::kPlot));
  EXPECT_TRUE(orders.has(Order::kResense));
  EXPECT_FALSE(orders.has(Order::kStop));
  EXPECT_TRUE(control.take().empty());
  EXPECT_FALSE(fs::exists(directory_ / "plot"));
}

TEST_F(Controls, UnknownFilesStayAndAreToldOnce) {
  give("stopp");
  give(".hidden");
  Control control(directory_, world_);
  const std::vector<std::string> told = {
      "no order 'stopp' in control; known: checkpoint, plot, stop, repartition, resense (did you "
      "mean 'stop'?)"};

  EXPECT_TRUE(control.take().empty());
  EXPECT_EQ(control.unknown_orders(), world_.rank() == 0 ? told : std::vector<std::string>());
  give("later");
  control.take();
  EXPECT_EQ(control.unknown_orders().size(), world_.rank() == 0 ? 1U : 0U);
  world_.barrier();
  EXPECT_TRUE(fs::exists(directory_ / "stopp"));
}

TEST_F(Controls, FilesWaitForTheNextLook) {
  constexpr double kLong = 3600.0;
  Control control(directory_, world_, kLong);
  EXPECT_TRUE(control.take().empty());
  give("plot");

  EXPECT_TRUE(control.take().empty());
  EXPECT_TRUE(Control(directory_, world_, kLong).take().has(Order::kPlot));
}

TEST_F(Controls, LooksWhenTheFirstToBeginDoes) {
  Control control(directory_, world_);
  give("plot");
  control.begin();
  control.begin();
  give("resense");

  const Orders first = control.take();
  EXPECT_TRUE(first.has(Order::kPlot));
  EXPECT_FALSE(first.has(Order::kResense));
  EXPECT_TRUE(control.take().has(Order::kResense));
}

TEST_F(Controls, EveryOrderHasItsFile) {
  Control control(directory_, world_);

  for (std::size_t k = 0; k < kOrderCount; ++k) {
    give(name(static_cast<Order>(k)));
    EXPECT_TRUE(control.take().has(static_cast<Order>(k)));
  }
}

TEST_F(Controls, UnknownFilesStay) {
  Control control(directory_, world_);
  give("hello");

  EXPECT_TRUE(control.take().empty());
  world_.barrier();
  EXPECT_TRUE(fs::exists(directory_ / "hello"));
}

TEST_F(Controls, SignalOfAnyRankStopsAllWithACheckpoint) {
  Control control(directory_, world_);
  for (const int signal : {SIGUSR1, SIGTERM, SIGINT}) {
    if (world_.rank() == world_.size() - 1) {
      raise(signal);
      raise(signal);  // as launchers do
    }

    const Orders orders = control.take();

    EXPECT_TRUE(orders.has(Order::kCheckpoint));
    EXPECT_TRUE(orders.has(Order::kStop));
    EXPECT_TRUE(control.take().empty());
  }
}

TEST_F(Controls, SignalsAreAcknowledgedAtOnceAndKnownBeforeTheyAreTaken) {
  Control control(directory_, world_);
  EXPECT_FALSE(control.is_asked_to_stop());
  control.promise_checkpoint();
  testing::internal::CaptureStderr();
  raise(SIGUSR1);
  raise(SIGTERM);
  const std::string said = testing::internal::GetCapturedStderr();

  EXPECT_EQ(said, world_.rank() == 0 ? "evenkeel: stopping after this step, with a checkpoint\n"
                                     : std::string());
  EXPECT_TRUE(control.is_asked_to_stop());
  EXPECT_TRUE(control.take().has(Order::kStop));
  EXPECT_FALSE(control.is_asked_to_stop());
}

TEST_F(Controls, SignalsBeforeTheFirstStepAreToldOfNoCheckpoint) {
  const Control control(directory_, world_);
  testing::internal::CaptureStderr();
  raise(SIGUSR1);
  const std::string said = testing::internal::GetCapturedStderr();

  EXPECT_EQ(said, world_.rank() == 0 ? "evenkeel: stopping before the first step\n" : "");
  EXPECT_TRUE(control.is_asked_to_stop());
}

TEST_F(Controls, BadInputOfRootReachesAllRanksUnchanged) {
  try {
    on_root(world_, [] { throw InputError("no such case"); });
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "no such case");
  }
  EXPECT_THROW(on_root(world_, [] { throw SystemError("disk"); }), SystemError);
}

}  // namespace
}  // namespace evenkeel::runtime
