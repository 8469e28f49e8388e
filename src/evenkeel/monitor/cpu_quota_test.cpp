// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quotas as control groups of both versions tell them.
#include "evenkeel/monitor/cpu_quota.hpp"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace evenkeel::monitor {
namespace {

namespace fs = std::filesystem;

/// A file system with nothing in it.
class CpuQuota : public testing::Test {
 protected:
  CpuQuota() { fs::remove_all(root_); }
  ~CpuQuota() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }

  fs::path root_ =
      fs::path(testing::TempDir()) /
      (std::string("cpu_quota_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CpuQuota, IsNothingWithoutControlGroups) {
  EXPECT_EQ(cpu_quota(root_), std::nullopt);
}

TEST_F(CpuQuota, ReadsVersionTwo) {
  write("proc/self/cgroup", "0::/job\n");
  write("sys/fs/cgroup/job/cpu.max", "16000 100000\n");

  EXPECT_EQ(cpu_quota(root_), 0.16);
}

TEST_F(CpuQuota, ReadsVersionOneBesideOtherControllers) {
  write("proc/self/cgroup", "9:memory:/job\n4:cpuacct,cpu:/job\n3:cpuset:/\n0::/\n");
  write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "3400\n");
  write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "10000\n");

  EXPECT_EQ(cpu_quota(root_), 0.34);
}

TEST_F(CpuQuota, IsTheLeastOfAllGroupsAround) {
  write("proc/self/cgroup", "0::/slice/job/step\n");
  write("sys/fs/cgroup/slice/cpu.max", "50000 100000\n");
  write("sys/fs/cgroup/slice/job/cpu.max", "25000 100000\n");
  write("sys/fs/cgroup/slice/job/step/cpu.max", "max 100000\n");

  EXPECT_EQ(cpu_quota(root_), 0.25);
}

TEST_F(CpuQuota, IsNothingWhereTimeIsNotLimitedOrFilesAreBroken) {
  write("proc/self/cgroup", "4:cpu:/job\n0::/job\n7\nnonsense::\n");
  write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
  write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  write("sys/fs/cgroup/job/cpu.max", "a lot");

  EXPECT_EQ(cpu_quota(root_), std::nullopt);
}

}  // namespace
}  // namespace evenkeel::monitor
