// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// When a run without a checkpoint may begin anew.
#include "evenkeel/runtime/own_run.hpp"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/runtime/test_case.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A folder in which a run was ended.
class OwnRun : public ::testing::Test {
 protected:
  OwnRun() : directory_(fs::temp_directory_path() / "evenkeel-own-run-XXXXXX") {
    mkdtemp(directory_.data());
    write_file(fs::path(directory_) / "config.toml", check(kRun).settings.resolved());
  }
  ~OwnRun() override { fs::remove_all(directory_); }

  std::string complaint_of(const std::vector<std::string>& overrides) const {
    try {
      expect_own_run(directory_, check(kRun, overrides).settings, Plugins::builtin());
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  static constexpr const char* kRun = "kernel = \"rm2d\"\ntime.steps = 8\n";
  std::string directory_;
};

TEST_F(OwnRun, MayChangeWhatACheckpointLetsChange) {
  EXPECT_EQ(complaint_of({}), "");
  EXPECT_EQ(complaint_of({"time.steps=99", "partition.method=gpa", "mesh.buffer=3"}), "");
}

TEST_F(OwnRun, IsOfTheSameCase) {
  EXPECT_THAT(complaint_of({"mesh.max_levels=2"}), HasSubstr("'mesh.max_levels' is 3 there and 2"));
  EXPECT_THAT(complaint_of({"kernel.mach=1.25"}), HasSubstr("'kernel.mach' is 1.5 there and 1.25"));
  EXPECT_THAT(complaint_of({"kernel=tp2d"}), HasSubstr("'kernel.name' is 'rm2d' there and 'tp2d'"));
}

TEST_F(OwnRun, IsNotDone) {
  write_file(fs::path(directory_) / "summary.json", std::string_view("{}"));
  EXPECT_THAT(complaint_of({}), HasSubstr("holds a run that is done, and no checkpoint"));
}

TEST_F(OwnRun, IsForItsCheckpointsToTellWhereItHasSome) {
  fs::create_directory(fs::path(directory_) / "chk00004");
  EXPECT_EQ(complaint_of({"kernel=tp2d"}), "");
}

/// Whose checkpoint lies before its end.
class FinishedRun : public OwnRun {
 protected:
  FinishedRun() {
    write_file(fs::path(directory_) / "summary.json", std::string_view("{}"));
    log(R"({"t": 1, "step": 8, "kind": "finish", "time": 0.5})"
        "\n");
  }
  void log(std::string_view events) const {
    write_file(fs::path(directory_) / "events.ndjson", events);
  }
  bool is_done(const std::vector<std::string>& overrides = {}) const {
    return finish_of(directory_, check(kRun, overrides).settings, Plugins::builtin()).has_value();
  }
};

TEST_F(FinishedRun, HasNothingLeftToDo) {
  EXPECT_TRUE(is_done());
  EXPECT_TRUE(is_done({"time.steps=7"}));
  EXPECT_TRUE(is_done({"time.steps=99", "time.end=0.5"}));
  EXPECT_FALSE(is_done({"time.steps=9"}));
  EXPECT_FALSE(is_done({"kernel.mach=1.25"}));
}

TEST_F(FinishedRun, IsToldByItsLastEvent) {
  log(R"({"t": 1, "step": 8, "kind": "finish", "time": 0.5})"
      "\n"
      R"({"t": 0, "step": 4, "kind": "start"})"
      "\n");
  EXPECT_FALSE(is_done());
  log(R"({"t": 1, "step": 8, "kind": "finish", "ti)");
  EXPECT_FALSE(is_done());
  log("");
  EXPECT_FALSE(is_done());
}

TEST_F(FinishedRun, ThatGoesBackIsNotDone) {
  write_file(fs::path(directory_) / "going_back", std::string_view("4"));
  EXPECT_FALSE(is_done());
}

}  // namespace
}  // namespace evenkeel::runtime
