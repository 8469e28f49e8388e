// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where JSON is wrong, and why.
#include "evenkeel/core/json_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

TEST(JsonText, GivesTheValue) {
  EXPECT_EQ(parse_json("{\"a\": [1]}", "f.json").at("a").at(0), 1);
}

TEST(JsonText, FaultsHaveAPlaceAndAPlainReason) {
  EXPECT_THAT([] { parse_json("{\n  \"a\": 1x}", "f.json"); },
              ThrowsMessage<InputError>(AllOf(StartsWith("f.json:2:9: this is no JSON: invalid"),
                                              Not(HasSubstr("exception")))));
  EXPECT_THAT([] { parse_json("", "f.json"); },
              ThrowsMessage<InputError>(StartsWith("f.json:1:1: this is no JSON: unexpected end")));
  EXPECT_THAT([] { parse_json("[1e999]", "f.json"); },
              ThrowsMessage<InputError>(
                  AllOf(StartsWith("f.json: this is no JSON: number"), HasSubstr("1e999"))));
}

}  // namespace
}  // namespace evenkeel
