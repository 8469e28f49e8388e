// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Traces: round trips and refusals.
#include "evenkeel/workload/trace.hpp"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::workload {
namespace {

using geometry::Box;
using geometry::BoxList;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kHeader =
    R"({"evenkeel_trace":1,"dim":2,"ratio":2,"base":[16,8],"max_levels":3,"periodic":[true,false],)"
    R"("kernel":"rm2d","components":4,"bytes_per_cell":32,"ghost":2,"regrid_interval":4})"
    "\n";
constexpr const char* kFirst =
    R"({"regrid":0,"step":0,"time":0.0,"levels":[[[0,0,15,7]],[[4,4,11,9]]]})"
    "\n";

/// A file of this test's own.
std::string file_with(const std::string& text) {
  const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::filesystem::path path = testing::TempDir() + "evenkeel_trace_" + test + ".ndjson";
  write_file(path, text);
  return path.string();
}

/// What reading the whole of \p text complains of; "" if it is sound.
std::string complaint(const std::string& text) {
  try {
    TraceReader reader(file_with(text));
    TraceRegrid regrid;
    while (reader.next(regrid)) {
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Trace, ReadsClosedBoundsAsHalfOpenBoxes) {
  TraceReader reader(file_with(std::string(kHeader) + kFirst));
  TraceRegrid regrid;

  ASSERT_TRUE(reader.next(regrid));
  EXPECT_EQ(level_boxes<2>(regrid)[1], (BoxList<2>{{{4, 4}, {12, 10}}}));
  EXPECT_EQ(regrid.levels[0][0], (Box<3>{{0, 0, 0}, {16, 8, 1}}));
  EXPECT_FALSE(reader.next(regrid));
  EXPECT_EQ(reader.header().base, (std::array<std::int32_t, 3>{16, 8, 1}));
  EXPECT_TRUE(reader.header().periodic[0]);
  EXPECT_TRUE(reader.header().subcycle);
}

TEST(Trace, NumbersBeyondAllNumbersAreBadInput) {
  const std::string first =
      R"({"regrid": 0, "step": 0, "time": 1e999, "levels": [[[0, 0, 1, 1]]]})";
  const std::string far = R"({"regrid": 0, "step": 0, "time": 0,)"
                          R"( "levels": [[[9223372036854775808, 0, 1, 1]]]})";

  EXPECT_THAT(complaint(kHeader + first + "\n"), testing::HasSubstr("1e999"));
  EXPECT_THAT(complaint(kHeader + far + "\n"), testing::HasSubstr("a bound that is not a cell"));
}

TEST(Trace, WhatIsWrittenIsReadBack) {
  const std::string path = file_with("");
  const TraceHeader header{.dimension = 3,
                           .ratio = 4,
                           .base = {8, 8, 8},
                           .max_levels = 2,
                           .periodic = {false, true, false},
                           .kernel = "rm3d",
                           .components = 5,
                           .bytes_per_cell = 40,
                           .ghost = 3,
                           .regrid_interval = 2,
                           .subcycle = false,
                           .seconds_per_update = {1e-7, 2.5e-7},
                           .source_price = 0.125};
  const TraceRegrid regrid{
      .regrid = 7,
      .step = 28,
      .time = 0.1,
      .levels = {{{{0, 0, 0}, {8, 8, 8}}}, {{{4, 4, 4}, {12, 8, 8}}, {{4, 8, 4}, {8, 12, 8}}}},
      .cost = {{1.5}, {0.1, 23.6984}}};
  TraceWriter(path, header, OpenMode::kReplace).write(regrid);
  TraceWriter(path, header, OpenMode::kContinue).write(regrid);

  TraceReader reader(path);
  TraceRegrid read;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(reader.next(read));
    EXPECT_EQ(read.regrid, 7);
    EXPECT_EQ(read.step, 28);
    EXPECT_EQ(read.time, 0.1);
    EXPECT_EQ(read.levels, regrid.levels);
    EXPECT_EQ(read.cost, regrid.cost);
  }
  EXPECT_FALSE(reader.next(read));
  EXPECT_EQ(reader.header().seconds_per_update, header.seconds_per_update);
  EXPECT_EQ(reader.header().source_price, 0.125);
  EXPECT_EQ(reader.header().kernel, "rm3d");
  EXPECT_FALSE(reader.header().subcycle);
}

TEST(Trace, GetsAnotherHeader) {
  const std::string path = file_with(kHeader + std::string(kFirst));
  TraceHeader header = TraceReader(path).header();
  header.seconds_per_update = {1e-7, 3e-7};

  replace_header(path, header);

  TraceReader reader(path);
  TraceRegrid regrid;
  EXPECT_EQ(reader.header().seconds_per_update, header.seconds_per_update);
  EXPECT_TRUE(reader.next(regrid));
  EXPECT_FALSE(reader.next(regrid));
  EXPECT_FALSE(std::filesystem::exists(path + ".tmp"));
  EXPECT_THROW(replace_header("/nonexistent/trace.ndjson", header), SystemError);
}

TEST(Trace, WideningAndNarrowingGivesTheBoxesBack) {
  const BoxList<1> boxes{{{3}, {9}}};

  EXPECT_EQ(widen(boxes), (BoxList<3>{{{3, 0, 0}, {9, 1, 1}}}));
  EXPECT_EQ(level_boxes<1>({.levels = {widen(boxes)}, .cost = {}})[0], boxes);
}

TEST(Trace, CutLineIsNamed) {
  EXPECT_THAT(complaint(std::string(kHeader) + kFirst + R"({"regrid":1,"step":4,"ti)"),
              AllOf(HasSubstr(".ndjson:3:"), HasSubstr("cut short")));
}

TEST(Trace, EveryFaultOfALineIsReported) {
  const std::string line =
      R"({"regrid":0,"stop":0,"time":"x","levels":[[[0,0,15]],[[4,4,3,9]],[["a",0,1,1]]]})";

  EXPECT_THAT(complaint(std::string(kHeader) + line),
              AllOf(HasSubstr(".ndjson:2: unknown key \"stop\""), HasSubstr("did you mean 'step'"),
                    HasSubstr("no \"step\""), HasSubstr("\"time\" is not a number"),
                    HasSubstr("box [0,0,15] does not have 4 bounds"),
                    HasSubstr("box [4,4,3,9] has an upper bound below"),
                    HasSubstr("bound that is not a cell")));
}

TEST(Trace, StepsDoNotGoBack) {
  const std::string four = R"({"regrid":0,"step":4,"time":0,"levels":[[[0,0,15,7]]]})"
                           "\n";
  const std::string three = R"({"regrid":1,"step":3,"time":0,"levels":[[[0,0,15,7]]]})";

  EXPECT_THAT(complaint(kHeader + four + three),
              HasSubstr(".ndjson:3: step 3 comes before step 4 of the regrid above"));
  EXPECT_EQ(complaint(kHeader + four + four), "");
}

TEST(Trace, OverlapAndBrokenNestingNameTheBoxes) {
  const std::string overlap =
      R"({"regrid":0,"step":0,"time":0,"levels":[[[0,0,15,7]],[[4,4,11,9],[8,8,20,10]]]})";
  const std::string unnested =
      R"({"regrid":0,"step":0,"time":0,"levels":[[[0,0,15,7]],[[4,4,11,9]],[[8,8,24,10]]]})";
  const std::string outside = R"({"regrid":0,"step":0,"time":0,"levels":[[[0,0,16,7]]]})";

  EXPECT_THAT(complaint(kHeader + overlap),
              HasSubstr("level 1: box [8,8,20,10] overlaps box [4,4,11,9]"));
  EXPECT_THAT(complaint(kHeader + unnested),
              AllOf(HasSubstr("level 2: box [8,8,24,10] is not inside the level below"),
                    Not(HasSubstr("level 1"))));
  EXPECT_THAT(complaint(kHeader + outside), HasSubstr("level 0: box [0,0,16,7] is not inside"));
}

TEST(Trace, TooManyLevelsAreAFault) {
  const std::string deep = R"({"regrid":0,"step":0,"time":0,"levels":[[],[],[],[]]})";

  EXPECT_THAT(complaint(kHeader + deep), HasSubstr("1 to 3 levels"));
}

TEST(Trace, CostsThatMakeNoSenseAreFaults) {
  const auto with_cost = [](const std::string& cost) {
    return complaint(
        std::string(kHeader) + kFirst +
        R"({"regrid":1,"step":4,"time":0,"levels":[[[0,0,15,7]],[[4,4,11,9]]],"cost":)" + cost +
        "}\n");
  };

  EXPECT_EQ(with_cost("[[1],[2.5]]"), "");
  EXPECT_THAT(with_cost("[[1],[1,2]]"),
              AllOf(HasSubstr(".ndjson:3: \"cost of level 1\" has 2 numbers for 1 boxes"),
                    HasSubstr("one number per box")));
  EXPECT_THAT(with_cost("[[1]]"), HasSubstr(":3: \"cost\" does not have one list for each of 2"));
  EXPECT_THAT(with_cost("3"), HasSubstr(":3: \"cost\" does not have one list"));
  EXPECT_THAT(with_cost("[[1],2]"), HasSubstr("\"cost of level 1\" is not a list of numbers >= 0"));
  EXPECT_THAT(with_cost("[[-1],[2]]"),
              HasSubstr(":3: \"cost of level 0\" is not a list of numbers >= 0"));
  EXPECT_THAT(with_cost("[[1],[null]]"), HasSubstr(":3: \"cost of level 1\" is not a list"));
  for (const char* word : {"NaN", "nan", "Infinity", "-Infinity"}) {
    EXPECT_THAT(with_cost("[[1],[" + std::string(word) + "]]"),
                AllOf(HasSubstr(".ndjson:3:"), HasSubstr("NaN and Infinity are no numbers")))
        << word;
  }
}

TEST(Trace, APriceIsANumber) {
  std::string header(kHeader);
  header.insert(1, R"("source_price":-1,)");

  EXPECT_THAT(complaint(header), HasSubstr(":1: \"source_price\" is -1; expected a number >= 0"));
}

TEST(Trace, HeaderFaultsAreReported) {
  const std::string bad =
      R"({"evenkeel_trace":2,"dim":2,"ratio":1,"base":[16],"max_levels":3,"periodic":[1,0],)"
      R"("kernel":"x","components":4,"bytes_per_cell":32,"ghost":2,"regrid_interval":4,)"
      R"("subcycle":1})";

  EXPECT_THAT(complaint(bad),
              AllOf(HasSubstr(":1: \"evenkeel_trace\" is 2"), HasSubstr("\"ratio\" is 1"),
                    HasSubstr("\"base\" is not 2"), HasSubstr("\"periodic\" is not 2"),
                    HasSubstr("\"subcycle\" is 1")));
  EXPECT_THAT(complaint(""), HasSubstr(":1:"));
  EXPECT_THAT(complaint("[1,2]"), HasSubstr("expected a JSON object"));
  EXPECT_THAT(complaint(R"({"t":0,"steps":3})"),
              AllOf(HasSubstr(":1: is no trace: no \"evenkeel_trace\""), Not(HasSubstr("\n"))));
}

TEST(Trace, CellsOfTheFinestLevelCanBeCounted) {
  std::string deep(kHeader);
  deep.replace(deep.find("\"max_levels\":3"), 14, "\"max_levels\":27");

  EXPECT_THAT(complaint(deep), HasSubstr(":1: \"max_levels\" is 27; cells of the finest level"));
}

TEST(Trace, MissingFileIsBadInput) {
  EXPECT_THROW(TraceReader("/nonexistent/trace.ndjson"), InputError);
}

}  // namespace
}  // namespace evenkeel::workload
