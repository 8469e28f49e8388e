// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Events as lines of a file.
#include "evenkeel/telemetry/recorder.hpp"

#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::telemetry {
namespace {

namespace fs = std::filesystem;

class RecorderTest : public ::testing::Test {
 protected:
  RecorderTest() { fs::create_directories(folder_); }
  ~RecorderTest() override { fs::remove_all(folder_); }

  fs::path folder_ = fs::path(::testing::TempDir()) / "evenkeel_recorder_test";
};

TEST_F(RecorderTest, ALineHasTimeStepKindAndThenTheFields) {
  Event event{.t = 1.5, .step = 3, .kind = std::string(kind::kRegrid)};
  event.fields.add("boxes", 12);

  EXPECT_EQ(to_line(event), R"({"t": 1.5, "step": 3, "kind": "regrid", "boxes": 12})");
}

TEST_F(RecorderTest, WritesALineForEveryEvent) {
  Recorder recorder(folder_, OpenMode::kReplace);

  recorder({.t = 0.0, .step = 0, .kind = "start"});
  recorder({.t = 2.0, .step = 1, .kind = "step"});

  EXPECT_EQ(read_file(folder_ / "events.ndjson"),
            "{\"t\": 0, \"step\": 0, \"kind\": \"start\"}\n"
            "{\"t\": 2, \"step\": 1, \"kind\": \"step\"}\n");
}

TEST_F(RecorderTest, AResumedRunContinuesAfterTheLastWholeLine) {
  write_file(folder_ / "events.ndjson", "{\"t\": 0}\n{\"t\": 1, \"st");
  Recorder recorder(folder_, OpenMode::kContinue);

  recorder({.t = 5.0, .step = 7, .kind = "start"});

  EXPECT_EQ(read_file(folder_ / "events.ndjson"),
            "{\"t\": 0}\n{\"t\": 5, \"step\": 7, \"kind\": \"start\"}\n");
}

TEST_F(RecorderTest, AMissingDirectoryIsAnError) {
  EXPECT_THROW(Recorder(folder_ / "missing", OpenMode::kReplace), SystemError);
}

}  // namespace
}  // namespace evenkeel::telemetry
