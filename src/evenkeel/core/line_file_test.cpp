// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Files of whole lines, continued after a crash.
#include "evenkeel/core/line_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/test_small_files.hpp"

namespace evenkeel {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
namespace fs = std::filesystem;

class LineFileTest : public ::testing::Test {
 protected:
  ~LineFileTest() override { fs::remove(path_); }

  fs::path path_ = fs::path(::testing::TempDir()) / "evenkeel_line_file_test.ndjson";
};

TEST_F(LineFileTest, EveryLineIsThereAtOnce) {
  LineFile file(path_, OpenMode::kReplace);

  file.append("one");
  EXPECT_EQ(read_file(path_), "one\n");
  file.append("");
  EXPECT_EQ(read_file(path_), "one\n\n");
}

TEST_F(LineFileTest, ReplaceForgetsAndContinueKeeps) {
  write_file(path_, "old\n");
  LineFile(path_, OpenMode::kContinue).append("new");
  EXPECT_EQ(read_file(path_), "old\nnew\n");

  LineFile(path_, OpenMode::kReplace).append("fresh");
  EXPECT_EQ(read_file(path_), "fresh\n");
}

TEST_F(LineFileTest, ContinueCutsAnUnfinishedLine) {
  write_file(path_, "whole\n{\"torn\": ");
  LineFile(path_, OpenMode::kContinue).append("next");

  EXPECT_EQ(read_file(path_), "whole\nnext\n");
}

TEST_F(LineFileTest, AnUnfinishedLineMayBeLongOrTheOnlyOne) {
  write_file(path_, "whole\n" + std::string(10000, 'x'));
  LineFile(path_, OpenMode::kContinue).append("next");
  EXPECT_EQ(read_file(path_), "whole\nnext\n");

  write_file(path_, std::string(4097, 'x'));
  LineFile(path_, OpenMode::kContinue).append("next");
  EXPECT_EQ(read_file(path_), "next\n");
}

TEST_F(LineFileTest, ANewlineAtTheEdgeOfABlockIsFound) {
  const std::string whole = std::string(99, 'a') + "\n";
  write_file(path_, whole + std::string(4096, 'x'));
  LineFile(path_, OpenMode::kContinue).append("next");

  EXPECT_EQ(read_file(path_), whole + "next\n");
}

TEST_F(LineFileTest, ContinueMakesAMissingFile) {
  LineFile(path_, OpenMode::kContinue).append("one");

  EXPECT_EQ(read_file(path_), "one\n");
}

TEST_F(LineFileTest, ALineThatDoesNotFitIsLeftOutWhole) {
  LineFile file(path_, OpenMode::kReplace);
  {
    const SmallFiles full(10);
    file.append("fits");
    EXPECT_THROW(file.append("does not fit"), SystemError);
  }
  file.append("next");
  EXPECT_EQ(read_file(path_), "fits\nnext\n");
}

TEST_F(LineFileTest, FailuresNameThePath) {
  EXPECT_THAT([] { LineFile("/nowhere/events.ndjson", OpenMode::kReplace); },
              ThrowsMessage<SystemError>(HasSubstr("/nowhere/events.ndjson")));
}

}  // namespace
}  // namespace evenkeel
