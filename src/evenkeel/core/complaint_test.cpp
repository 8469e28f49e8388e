// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every fault opens with the program's name.
#include "evenkeel/core/complaint.hpp"

#include <new>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

TEST(Complaint, HasALineForEachFault) {
  std::ostringstream out;
  complain(out, std::runtime_error("a.toml:1:1: one\na.toml:2:1: two"));
  EXPECT_EQ(out.str(), "evenkeel: a.toml:1:1: one\nevenkeel: a.toml:2:1: two\n");
}

TEST(Complaint, SaysThatMemoryIsShort) {
  std::ostringstream out;
  complain(out, std::bad_alloc());
  EXPECT_TRUE(out.str().starts_with("evenkeel: out of memory")) << out.str();
}

TEST(Complaint, MakesExitCodes) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(exit_code_of([] { return 75; }), 75);
  EXPECT_EQ(exit_code_of([]() -> int { throw InputError("no such key"); }), kBadInput);
  EXPECT_EQ(exit_code_of([]() -> int { throw SystemError("no such disk"); }), kFailed);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "evenkeel: no such key\nevenkeel: no such disk\n");
}

}  // namespace
}  // namespace evenkeel
