// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is made, and what cannot be.
#include "evenkeel/monitor/load_generator.hpp"

#include <atomic>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::monitor {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which have much more memory
/// Room for some stacks more than there are.
class LittleRoom {
 public:
  LittleRoom() {
    getrlimit(RLIMIT_AS, &before_);
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlimit little{pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{64} << 20),
                        before_.rlim_max};
    setrlimit(RLIMIT_AS, &little);
  }
  ~LittleRoom() { setrlimit(RLIMIT_AS, &before_); }
  LittleRoom(const LittleRoom&) = delete;
  LittleRoom& operator=(const LittleRoom&) = delete;

 private:
  rlimit before_{};
};

TEST(LoadGenerator, StopsWhereNoMoreThreadsCanBeHad) {
  const LittleRoom room;
  const std::atomic<bool> stop = false;
  const double start = wall_seconds();
  try {
    make_load(LoadProfile::ramp({.cpu = 4096.0}, 0.0), {.length = 1e9, .peer = ""}, stop);
    FAIL() << "had room for 4096 threads";
  } catch (const SystemError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("cannot start thread"));
  }
  EXPECT_LT(wall_seconds() - start, 30.0);
}
#endif

/// Held for the first half of the time, and at its end no more.
TEST(LoadGenerator, RecordsTheMeanOfTheMemoryItHeld) {
  constexpr double kMemory = 8388608.0;
  const LoadProfile profile =
      LoadProfile::parse("t,memory\n0,8388608\n0.3,8388608\n0.3,0\n", "s.csv");
  const std::atomic<bool> stop = false;

  const LoadProfile made = make_load(profile, {.length = 0.6, .sample = 10.0, .peer = ""}, stop);

  ASSERT_EQ(made.points().size(), 2U);
  EXPECT_GT(made.points().back().load.memory, 0.1 * kMemory);
  EXPECT_LT(made.points().back().load.memory, 0.9 * kMemory);
}

}  // namespace
}  // namespace evenkeel::monitor
