// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A file system of a test's own, for sensors of this machine.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace evenkeel::monitor {

/// A folder with nothing in it, removed at the end.
class FakeRoot {
 public:
  FakeRoot() { std::filesystem::remove_all(path_); }
  ~FakeRoot() { std::filesystem::remove_all(path_); }
  FakeRoot(const FakeRoot&) = delete;
  FakeRoot& operator=(const FakeRoot&) = delete;

  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((path_ / path).parent_path());
    std::ofstream(path_ / path) << text;
  }

  void remove(const std::string& path) const { std::filesystem::remove(path_ / path); }

  const std::filesystem::path& path() const { return path_; }

 private:
  const testing::TestInfo& test_ = *testing::UnitTest::GetInstance()->current_test_info();
  std::filesystem::path path_ = std::filesystem::path(testing::TempDir()) /
                                (std::string(test_.test_suite_name()) + "_" + test_.name());
};

}  // namespace evenkeel::monitor
