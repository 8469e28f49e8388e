// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// JSON on one line.
#include "evenkeel/core/json_line.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace evenkeel {
namespace {

TEST(JsonLine, MembersKeepTheirOrderAndType) {
  JsonLine line;
  line.add("z", 1).add("a", 0.5).add("text", "two").add("yes", true);

  EXPECT_EQ(line.text(), R"({"z": 1, "a": 0.5, "text": "two", "yes": true})");
  EXPECT_EQ(JsonLine().text(), "{}");
}

TEST(JsonLine, ArraysAndObjectsNest) {
  const std::vector<double> shares = {0.25, 0.75};
  const std::vector<std::int64_t> cells = {1, -2};
  const std::vector<std::string> names = {"a", "b"};
  JsonLine inner;
  inner.add("x", 1);
  const std::vector<JsonLine> objects = {inner, JsonLine()};
  JsonLine line;
  line.add("shares", shares).add("cells", cells).add("names", names);
  line.add("inner", inner).add("objects", objects).add("none", std::span<const double>());

  EXPECT_EQ(line.text(), R"({"shares": [0.25, 0.75], "cells": [1, -2], "names": ["a", "b"], )"
                         R"("inner": {"x": 1}, "objects": [{"x": 1}, {}], "none": []})");
}

TEST(JsonLine, TextIsEscaped) {
  JsonLine line;
  line.add("say \"x\"", "a\nb\\\t\x01");

  EXPECT_EQ(line.text(), R"({"say \"x\"": "a\nb\\\t\u0001"})");
}

TEST(JsonLine, WhatIsNotUtf8StaysValidJson) {
  JsonLine line;
  line.add("host", "caf\xe9");

  EXPECT_TRUE(nlohmann::json::accept(line.text()));
}

TEST(JsonLine, DoublesReadBackTheSame) {
  for (const double value : {1.0 / 3.0, 1e300, -5e-324, 123456789.123456789}) {
    JsonLine line;
    line.add("v", value);

    EXPECT_EQ(nlohmann::json::parse(line.text()).at("v").get<double>(), value);
  }
}

TEST(JsonLine, WhatJsonCannotSayIsNull) {
  JsonLine line;
  line.add("nan", std::numeric_limits<double>::quiet_NaN());
  line.add("inf", std::numeric_limits<double>::infinity());

  EXPECT_EQ(line.text(), R"({"nan": null, "inf": null})");
}

TEST(JsonLine, AppendAddsAllMembers) {
  JsonLine first;
  first.add("a", 1);
  JsonLine second;
  second.add("b", 2).append(first).append(JsonLine());

  EXPECT_EQ(second.text(), R"({"b": 2, "a": 1})");
  EXPECT_EQ(JsonLine().append(first).text(), R"({"a": 1})");
}

}  // namespace
}  // namespace evenkeel
