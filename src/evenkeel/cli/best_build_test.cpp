// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which build is taken.
#include "evenkeel/cli/best_build.hpp"

#include <array>
#include <fstream>

#include <gtest/gtest.h>

namespace evenkeel::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kBoth = {"x86-64-v4", "x86-64-v3"};

class Builds : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) / "best_build";
    fs::remove_all(root_);
    fs::create_directories(root_ / "bin");
  }
  void TearDown() override { fs::remove_all(root_); }

  void add(const fs::path& program) {
    fs::create_directories((root_ / program).parent_path());
    std::ofstream(root_ / program) << "#!/bin/sh\n";
    fs::permissions(root_ / program, fs::perms::owner_all);
  }
  fs::path found() const { return best_build(root_ / "bin" / "evenkeel", kBoth); }

  fs::path root_;
};

TEST_F(Builds, ThereNeedBeNone) {
  EXPECT_EQ(found(), "");
}

TEST_F(Builds, TheBestThatIsThereIsTaken) {
  add("libexec/evenkeel/x86-64-v3/evenkeel");
  EXPECT_EQ(found().lexically_normal(), root_ / "libexec/evenkeel/x86-64-v3/evenkeel");

  add("bin/isa/x86-64-v4/evenkeel");
  EXPECT_EQ(found(), root_ / "bin/isa/x86-64-v4/evenkeel");
}

TEST_F(Builds, WhatThisProcessorLacksIsNotTaken) {
  add("bin/isa/x86-64-v4/evenkeel");
  EXPECT_EQ(best_build(root_ / "bin" / "evenkeel", std::array<std::string_view, 1>{"x86-64-v3"}),
            "");
}

}  // namespace
}  // namespace evenkeel::cli
