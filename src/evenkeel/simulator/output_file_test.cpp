// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Disks that are full.
#include "evenkeel/simulator/output_file.hpp"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/trace_events.hpp"

namespace evenkeel::simulator {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

fs::path scratch() {
  return fs::temp_directory_path() / ("output_file." + std::to_string(getpid()));
}

TEST(OutputFile, IsWholeWhenClosedAndGoesOn) {
  for (const bool goes_on : {false, true}) {
    OutputFile file(scratch(), goes_on);
    file.write("a line\n");
    file.close();
  }

  EXPECT_EQ(read_file(scratch()), "a line\na line\n");
  fs::remove(scratch());
}

TEST(OutputFile, IsGoneWhereItWasNotClosed) {
  {
    OutputFile(scratch(), false).write("half a li");
  }

  EXPECT_FALSE(fs::exists(scratch()));
}

TEST(OutputFile, LeavesWhatWasThereWhereItWasNotClosed) {
  write_file(scratch(), std::string_view("before\n"));
  for (const bool goes_on : {false, true}) {
    OutputFile(scratch(), goes_on).write("half a li");
    EXPECT_EQ(read_file(scratch()), "before\n");
  }
  fs::remove(scratch());
}

TEST(OutputFile, TellsAFullDiskByTheTimeItIsClosed) {
  const auto write_one_line = [] {
    OutputFile file("/dev/full", false);
    file.write("a line\n");
    file.close();
  };

  EXPECT_THAT(write_one_line, ThrowsMessage<SystemError>(HasSubstr("cannot write /dev/full")));
  EXPECT_TRUE(fs::exists("/dev/full"));
}

TEST(TraceEvents, TellAFullDisk) {
  const auto write_one_event = [] {
    TraceEvents events("/dev/full");
    events.add({"work", 0, 0, 0.0, 1.0});
    events.close();
  };

  EXPECT_THAT(write_one_event, ThrowsMessage<SystemError>(HasSubstr("/dev/full")));
}

}  // namespace
}  // namespace evenkeel::simulator
