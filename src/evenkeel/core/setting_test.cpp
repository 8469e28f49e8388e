// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Settings as people type them.
#include "evenkeel/core/setting.hpp"

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

TEST(Setting, HasGroupNameAndNumber) {
  const Setting setting = parse_setting("manage.threshold=0.1");

  EXPECT_EQ(setting.group, "manage");
  EXPECT_EQ(setting.name, "threshold");
  EXPECT_EQ(setting.value, ParamValue(0.1));
}

TEST(Setting, NeedsNoGroupAndKeepsWords) {
  EXPECT_EQ(parse_setting("curve=hilbert").group, "");
  EXPECT_EQ(parse_setting("curve=hilbert").value, ParamValue(std::string("hilbert")));
  EXPECT_EQ(parse_setting("x=true").value, ParamValue(1.0));
  EXPECT_EQ(parse_setting("x=1s").value, ParamValue(std::string("1s")));
  EXPECT_EQ(param_value("-1"), ParamValue(-1.0));
}

TEST(Setting, WithoutNameOrSignIsRejected) {
  EXPECT_THROW(parse_setting("threshold"), InputError);
  EXPECT_THROW(parse_setting("=1"), InputError);
}

}  // namespace
}  // namespace evenkeel
