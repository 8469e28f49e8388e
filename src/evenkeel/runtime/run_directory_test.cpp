// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which folder a run gets, and that none is written over.
#include "evenkeel/runtime/run_directory.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/test_small_files.hpp"

namespace evenkeel::runtime {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Works in an empty folder of its own.
class RunFolders : public ::testing::Test {
 protected:
  RunFolders() : before_(fs::current_path()) {
    std::string name = fs::temp_directory_path() / "evenkeel-run-XXXXXX";
    fs::current_path(mkdtemp(name.data()));
  }
  ~RunFolders() override {
    const fs::path here = fs::current_path();
    fs::current_path(before_);
    fs::remove_all(here);
  }

  static void make_run(const fs::path& path) {
    make_run_directory(path);
    const RunDirectory run(RunLock(path), "config", false);
  }

  template <class Work>
  static std::string complaint(Work&& work) {
    try {
      work();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

 private:
  fs::path before_;
};

TEST_F(RunFolders, AreNumberedByTheNameOfTheCase) {
  EXPECT_EQ(choose_run_directory("cases/shock.toml", "", false), "shock.run");
  fs::create_directory("shock.run");
  EXPECT_EQ(choose_run_directory("cases/shock.toml", "", false), "shock.run2");
  fs::create_directory("shock.run2");
  EXPECT_EQ(choose_run_directory("cases/shock.toml", "", false), "shock.run3");
  EXPECT_EQ(choose_run_directory("cases/shock.toml", "", true), "shock.run2");
  fs::remove("shock.run");
  fs::create_directory("shock.runs");
  EXPECT_EQ(choose_run_directory("cases/shock.toml", "", false), "shock.run3");
  EXPECT_EQ(choose_run_directory("cases/shock.toml", "", true), "shock.run2");
}

TEST_F(RunFolders, AreNeverWrittenOver) {
  make_run("mine");

  EXPECT_THAT(complaint([] { choose_run_directory("a.toml", "mine", false); }),
              HasSubstr("mine holds a run already"));
  EXPECT_EQ(choose_run_directory("a.toml", "mine", true), "mine");
  EXPECT_EQ(choose_run_directory("a.toml", "yours", false), "yours");
}

TEST_F(RunFolders, ThatHoldNoRunAreBegunByTheFirstToResume) {
  EXPECT_EQ(choose_run_directory("a.toml", "nothing", true), "nothing");
  EXPECT_EQ(choose_run_directory("a.toml", "", true), "a.run");
  fs::create_directories("nothing/chk00016");
  EXPECT_THAT(complaint([] { choose_run_directory("a.toml", "nothing", true); }),
              HasSubstr("nothing holds chk00016, which a run would write over"));
}

TEST_F(RunFolders, OfACheckpointAreThoseThatWroteItOrNew) {
  make_run("mine");
  make_run("yours");
  fs::create_directories("mine/chk00004/evenkeel");
  write_file("mine/chk00004/evenkeel/manifest.json", std::string_view("{}"));

  EXPECT_EQ(choose_run_directory("a.toml", "", true, "mine/chk00004"), "mine");
  EXPECT_EQ(choose_run_directory("a.toml", "", true, "mine/chk00004/"), "mine");
  EXPECT_EQ(choose_run_directory("a.toml", "mine", true, "./mine/chk00004"), "mine");
  fs::create_symlink("mine/chk00004", "link");
  EXPECT_EQ(choose_run_directory("a.toml", "", true, "link"), "mine");
  EXPECT_EQ(choose_run_directory("a.toml", "branch", true, "mine/chk00004"), "branch");
  EXPECT_THAT(complaint([] { choose_run_directory("a.toml", "yours", true, "mine/chk00004"); }),
              HasSubstr("mine/chk00004 is no checkpoint of the run in yours"));
  EXPECT_THAT(complaint([] { choose_run_directory("a.toml", "", true, "mine/chk00008"); }),
              HasSubstr("mine/chk00008 is no checkpoint"));
}

TEST_F(RunFolders, OfOthersAreNotWrittenInto) {
  for (const char* name : {"chk00016", "plt00000", "trace.ndjson", "summary.json", "latest"}) {
    fs::create_directories(fs::path("theirs") / name);

    EXPECT_THAT(complaint([] { choose_run_directory("a.toml", "theirs", false); }),
                HasSubstr(std::string("theirs holds ") + name + ", which a run would write over"));
    fs::remove_all("theirs");
  }
  fs::create_directories("theirs");
  write_file("theirs/config.toml", std::string_view("a case of theirs"));
  for (const bool resume : {false, true}) {
    EXPECT_THAT(complaint([=] { choose_run_directory("a.toml", "theirs", resume); }),
                HasSubstr("theirs holds config.toml, which a run would write over"));
  }
  fs::remove("theirs/config.toml");
  fs::create_directories("theirs/plots");
  EXPECT_EQ(choose_run_directory("a.toml", "theirs", false), "theirs");
}

TEST_F(RunFolders, LeaveWhatLiesBeyondAStepAside) {
  make_run("mine");
  for (const char* name :
       {"chk00004", "chk00016", "plt00016", "plt00016.csv", "chk00016.left", "plots"}) {
    fs::create_directory(fs::path("mine") / name);
  }

  write_file("mine/summary.json", std::string_view("{}"));

  EXPECT_EQ(set_aside_after("mine", 4),
            (std::vector<std::string>{"chk00016", "plt00016", "plt00016.csv", "summary.json"}));

  for (const char* name :
       {"chk00004", "chk00016.left2", "plt00016.left", "chk00016.left", "plots"}) {
    EXPECT_TRUE(fs::exists(fs::path("mine") / name)) << name;
  }
  EXPECT_FALSE(fs::exists("mine/chk00016"));
  EXPECT_EQ(fs::read_symlink("mine/latest"), "chk00004");

  EXPECT_TRUE(set_aside_after("mine", 4).empty());
  set_aside_after("mine", 0);

  EXPECT_FALSE(fs::is_symlink("mine/latest"));
}

TEST_F(RunFolders, FinishGoingBackAfterAKill) {
  make_run("mine");
  for (const char* name : {"chk00004", "chk00008.left", "chk00016"}) {
    fs::create_directory(fs::path("mine") / name);
  }
  finish_setting_aside("mine");
  EXPECT_TRUE(fs::exists("mine/chk00016"));
  write_file("mine/going_back", std::string_view("4"));

  finish_setting_aside("mine");

  EXPECT_TRUE(fs::exists("mine/chk00004"));
  EXPECT_TRUE(fs::exists("mine/chk00016.left"));
  EXPECT_FALSE(fs::exists("mine/going_back"));
}

TEST_F(RunFolders, ForgetThatTheyWentBackOnceNothingIsLater) {
  make_run("mine");
  fs::create_directory("mine/chk00004");
  write_file("mine/going_back", std::string_view("4"));  // killed behind its last rename

  EXPECT_TRUE(set_aside_after("mine", 4).empty());

  EXPECT_FALSE(fs::exists("mine/going_back"));
}

TEST_F(RunFolders, DropWhatAKillHasLeftOfPlotFiles) {
  make_run("mine");
  fs::create_directories("mine/plt00018.tmp/Level_0");
  fs::create_directory("mine/plt00016");

  make_run("mine");

  EXPECT_FALSE(fs::exists("mine/plt00018.tmp"));
  EXPECT_TRUE(fs::exists("mine/plt00016"));
}

TEST_F(RunFolders, ThatCannotBeMadeAreBadInput) {
  write_file("file", std::string_view("text"));

  EXPECT_THAT(complaint([] { make_run_directory("file/run"); }),
              HasSubstr("cannot write to file/run: Not a directory"));
}

TEST_F(RunFolders, HaveOneWriterAtATime) {
  make_run_directory("mine");
  {
    const RunLock lock("mine");
    const RunDirectory run(lock, "first", false);

    EXPECT_THAT(complaint([] { RunLock("mine"); }), HasSubstr("another run is writing to mine"));
  }
  EXPECT_EQ(read_file("mine/config.toml"), "first");
  EXPECT_EQ(complaint([] { RunDirectory(RunLock("mine"), "third", true); }), "");
}

TEST_F(RunFolders, AreFreeAgainWhenTheyCouldNotBeOpened) {
  make_run_directory("mine");
  fs::create_directory("mine/events.ndjson");
  EXPECT_THROW(RunDirectory(RunLock("mine"), "first", false), SystemError);
  fs::remove("mine/events.ndjson");

  EXPECT_EQ(complaint([] { RunDirectory(RunLock("mine"), "second", false); }), "");
}

TEST_F(RunFolders, AreNotWrittenUnlocked) {
  std::string message;
  try {
    RunDirectory(RunLock("missing"), "config", false);
  } catch (const SystemError& error) {
    message = error.what();
  }

  EXPECT_THAT(message, HasSubstr("cannot open missing: No such file"));
}

TEST_F(RunFolders, SayHowManyLinesAFullDiskLacked) {
  make_run_directory("mine");
  std::vector<std::string> complaints;
  const RunLock lock("mine");
  RunDirectory run(lock, "config", false,
                   [&](const std::string& text) { complaints.push_back(text); });
  run.log("one");
  {
    const SmallFiles full(6);
    run.log("two\nthree");
    run.record({.step = 1, .kind = "step"});
  }
  run.log("four");
  run.record({.t = 2.0, .step = 2, .kind = "step"});

  EXPECT_EQ(read_file("mine/log.txt"), "one\nwarning: 2 lines before this one are missing\nfour\n");
  EXPECT_EQ(read_file("mine/events.ndjson"),
            "{\"t\": 2, \"step\": 2, \"kind\": \"warn\", \"text\": \"1 events before this one are "
            "missing\"}\n{\"t\": 2, \"step\": 2, \"kind\": \"step\"}\n");
  EXPECT_THAT(complaints,
              testing::ElementsAre(HasSubstr("mine/log.txt: "), HasSubstr("mine/events.ndjson: ")));
}

TEST_F(RunFolders, KeepEventsAndLogWhenResumed) {
  make_run_directory("mine");
  {
    const RunLock lock("mine");
    RunDirectory run(lock, "first", false);
    run.record({.step = 1, .kind = "step"});
    run.log("one\ntwo");
  }
  {
    const RunLock lock("mine");
    RunDirectory run(lock, "second", true);
    run.record({.step = 2, .kind = "step"});
    run.log("three");
  }

  EXPECT_EQ(read_file("mine/config.toml"), "second");
  EXPECT_EQ(read_file("mine/log.txt"), "one\ntwo\nthree\n");
  EXPECT_THAT(read_file("mine/events.ndjson"), HasSubstr("\"step\": 1"));
  EXPECT_THAT(read_file("mine/events.ndjson"), HasSubstr("\"step\": 2"));
}

}  // namespace
}  // namespace evenkeel::runtime
