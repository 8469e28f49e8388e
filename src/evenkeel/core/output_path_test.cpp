// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Paths to write to, good and bad.
#include "evenkeel/core/output_path.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const fs::path kFolder = fs::path(testing::TempDir()) / "output_path";

struct OutputPath : testing::Test {
  OutputPath() { fs::create_directories(kFolder); }
  ~OutputPath() override { fs::remove_all(kFolder); }
};

TEST_F(OutputPath, WhatIsThereStaysUnlessItIsToBeReplaced) {
  const fs::path path = kFolder / "there";
  write_asked(path, "old");
  EXPECT_THAT([&] { require_new(path, false); },
              ThrowsMessage<InputError>(path.string() + " exists; --force replaces it"));
  EXPECT_NO_THROW(require_new(path, true));
  EXPECT_EQ(read_file(path), "old");
}

TEST_F(OutputPath, TryingLeavesNothingBehind) {
  require_new(kFolder / "new", false);
  EXPECT_TRUE(fs::is_empty(kFolder));
}

TEST_F(OutputPath, PathsThatCannotBeWrittenAreBadInput) {
  EXPECT_THAT([] { require_writable("/nowhere/file"); },
              ThrowsMessage<InputError>("cannot write /nowhere/file: No such file or directory"));
  EXPECT_THAT([] { require_writable(kFolder); }, ThrowsMessage<InputError>(HasSubstr("directory")));
  EXPECT_THROW(write_asked("/nowhere/file", ""), InputError);
}

TEST_F(OutputPath, DevicesMayBeThere) {
  EXPECT_NO_THROW(require_new("/dev/null", false));
}

}  // namespace
}  // namespace evenkeel
