// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Whole files: written, replaced, refused.
#include "evenkeel/core/atomic_file.hpp"

#include <array>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
namespace fs = std::filesystem;

class AtomicFile : public ::testing::Test {
 protected:
  AtomicFile() { fs::create_directories(folder_); }
  ~AtomicFile() override { fs::remove_all(folder_); }

  fs::path folder_ = fs::path(::testing::TempDir()) / "evenkeel_atomic_file_test";
};

TEST_F(AtomicFile, ReadsBackWhatWasWritten) {
  const std::string content("two\nlines\0and a zero", 20);

  write_file(folder_ / "a", content);

  EXPECT_EQ(read_file(folder_ / "a"), content);
}

TEST_F(AtomicFile, TextsAreReadWithoutAByteOrderMark) {
  write_file(folder_ / "marked", "\xEF\xBB\xBFkernel");
  write_file(folder_ / "plain", "kernel");

  EXPECT_EQ(read_text(folder_ / "marked"), "kernel");
  EXPECT_EQ(read_text(folder_ / "plain"), "kernel");
}

TEST_F(AtomicFile, ReplacesAndLeavesNothingBeside) {
  write_file(folder_ / "a", "a longer first content");
  write_file(folder_ / "a", "second");

  EXPECT_EQ(read_file(folder_ / "a"), "second");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(AtomicFile, BytesAndTextAreTheSame) {
  constexpr std::array<std::byte, 2> kBytes = {std::byte{'h'}, std::byte{'i'}};

  write_file(folder_ / "a", kBytes);

  EXPECT_EQ(read_file(folder_ / "a"), "hi");
}

TEST_F(AtomicFile, LargeAndEmptyFilesAreRead) {
  const std::string large(1 << 20, 'x');
  write_file(folder_ / "large", large);
  write_file(folder_ / "empty", "");

  EXPECT_EQ(read_file(folder_ / "large"), large);
  EXPECT_EQ(read_file(folder_ / "empty"), "");
}

TEST_F(AtomicFile, FilesBeyondTheLimitAreNotTakenIntoMemory) {
  const fs::path path = folder_ / "sparse";
  write_file(path, std::string_view("x"));
  constexpr std::uintmax_t kMoreThanThereIs = std::uintmax_t{1} << 42;
  fs::resize_file(path, kMoreThanThereIs);

  EXPECT_THROW(read_file(path, 1 << 20), SystemError);
}

TEST_F(AtomicFile, FilesThatHideTheirSizeAreReadWhole) {
  EXPECT_THAT(read_file("/proc/self/status"), HasSubstr("Name:"));
}

TEST_F(AtomicFile, FailureNamesPathAndReason) {
  const fs::path missing = folder_ / "missing" / "a";

  EXPECT_THAT([&] { write_file(missing, ""); },
              ThrowsMessage<SystemError>(AllOf(HasSubstr("cannot open"), HasSubstr("missing/a"),
                                               HasSubstr("No such file or directory"))));
  EXPECT_THAT([&] { read_file(missing); }, ThrowsMessage<SystemError>(HasSubstr("missing/a")));
  EXPECT_THAT([&] { read_input(missing); }, ThrowsMessage<InputError>(HasSubstr("missing/a")));
}

TEST_F(AtomicFile, FailureKeepsTheOldOneAndRemovesTheNew) {
  fs::create_directories(folder_ / "taken");

  EXPECT_THROW(write_file(folder_ / "taken", "x"), SystemError);

  EXPECT_TRUE(fs::is_directory(folder_ / "taken"));
  EXPECT_FALSE(fs::exists(folder_ / "taken.tmp"));
}

TEST_F(AtomicFile, FullDiskIsReported) {
  // Writing to /dev/full always fails with ENOSPC; the temporary name leads there.
  fs::create_symlink("/dev/full", folder_ / "a.tmp");

  EXPECT_THAT([&] { write_file(folder_ / "a", "x"); },
              ThrowsMessage<SystemError>(HasSubstr("No space left on device")));
  EXPECT_FALSE(fs::exists(folder_ / "a"));
}

TEST_F(AtomicFile, DirectoriesCanBeSynced) {
  EXPECT_NO_THROW(sync_to_disk(folder_));
  EXPECT_THROW(sync_to_disk(folder_ / "missing"), SystemError);
}

TEST(WriteFile, DevicesStayWhatTheyAre) {
  write_file("/dev/null", "gone");
  EXPECT_THROW(write_file("/dev/full", "too much"), SystemError);

  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace evenkeel
