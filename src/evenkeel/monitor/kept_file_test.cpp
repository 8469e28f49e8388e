// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Files of the system as they are: in pieces, changing, too large.
#include "evenkeel/monitor/kept_file.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/test_root.hpp"

namespace evenkeel::monitor {
namespace {

TEST(KeptFile, ReadsToTheEndWhatTheSystemGivesInPieces) {
  std::ifstream once("/proc/vmstat");  // a page of lines, then the rest
  const std::string whole{std::istreambuf_iterator<char>(once), {}};
  KeptFile kept("/proc/vmstat");

  for (int look = 0; look < 2; ++look) {
    EXPECT_EQ(std::ranges::count(kept.read(), '\n'), std::ranges::count(whole, '\n'));
  }
}

TEST(KeptFile, FollowsAFileThatGrowsAndShrinks) {
  const FakeRoot root;
  root.write("file", "short");
  KeptFile kept(root.path() / "file");

  EXPECT_EQ(kept.read(), "short");
  root.write("file", std::string(10000, 'x'));
  EXPECT_EQ(kept.read(), std::string(10000, 'x'));
  root.write("file", "");
  EXPECT_EQ(kept.read(), "");
}

TEST(KeptFile, RefusesMoreThanAMebibyteAndReadsAgainAfterwards) {
  const FakeRoot root;
  root.write("file", std::string(std::size_t{1} << 20, 'x'));
  KeptFile kept(root.path() / "file");

  EXPECT_THROW(kept.read(), SystemError);
  root.write("file", "small");
  EXPECT_EQ(kept.read(), "small");
}

}  // namespace
}  // namespace evenkeel::monitor
