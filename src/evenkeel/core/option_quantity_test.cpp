// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is told of wrong quantities of options.
#include "evenkeel/core/option_quantity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(OptionQuantity, IsReadWithItsUnit) {
  EXPECT_EQ(option_quantity("--for", "2min", Dimension::kSeconds), 120.0);
  EXPECT_EQ(option_quantity("--for", "0s", Dimension::kSeconds), 0.0);
}

TEST(OptionQuantity, FaultsNameTheOption) {
  EXPECT_THAT([] { option_quantity("--for", "x", Dimension::kSeconds); },
              ThrowsMessage<InputError>(HasSubstr("--for: 'x' is not a quantity")));
  EXPECT_THAT([] { option_quantity("--for", "-1s", Dimension::kSeconds); },
              ThrowsMessage<InputError>(HasSubstr("--for is -1s; expected 0 or more")));
}

}  // namespace
}  // namespace evenkeel
