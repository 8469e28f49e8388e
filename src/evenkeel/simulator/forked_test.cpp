// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is left of jobs after an error.
#include "evenkeel/simulator/forked.hpp"

#include <cerrno>
#include <filesystem>
#include <iterator>
#include <stdexcept>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::simulator {
namespace {

std::ptrdiff_t open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

/// Two jobs at once, of which the second would go on for minutes.
void run_two(const std::function<std::string()>& first,
             const std::function<void(std::size_t, const std::string&)>& done) {
  run_forked(
      2, 2,
      [&](std::size_t k) {
        if (k == 0) {
          return first();
        }
        sleep(300);
        return std::string();
      },
      done);
}

void expect_nothing_left(std::ptrdiff_t files) {
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  EXPECT_EQ(open_files(), files);
}

TEST(Forked, OthersEndWithAJobThatFails) {
  const std::ptrdiff_t files = open_files();

  EXPECT_THROW(run_two([]() -> std::string { throw InputError("no"); }, [](auto, const auto&) {}),
               InputError);

  expect_nothing_left(files);
}

TEST(Forked, OthersEndWhereTheirResultIsNotTaken) {
  const std::ptrdiff_t files = open_files();

  EXPECT_THROW(run_two([] { return std::string("done"); },
                       [](auto, const auto&) { throw std::runtime_error("full"); }),
               std::runtime_error);

  expect_nothing_left(files);
}

}  // namespace
}  // namespace evenkeel::simulator
