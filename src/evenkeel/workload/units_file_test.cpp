// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Files of units, owners and capacities: round trips and refusals.
#include "evenkeel/workload/units_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::workload {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A file of this test's own.
std::string units_in_file(const std::string& text) {
  const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string path = testing::TempDir() + "evenkeel_units_" + test + ".csv";
  write_file(path, text);
  return path;
}

/// What \p action complains of; "" if it does not.
template <class Action>
std::string complaint(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string units_complaint(const std::string& text) {
  return complaint([&] { read_units(units_in_file(text), 2); });
}

UnitList four_units() {
  return read_units(units_in_file("i,j,n0,n1\n1,0,16,0\n0,0,16,64\n0,1,16,8\n1,1,9,0\n"), 2);
}

TEST(UnitsFile, SortsUnitsAlongTheCurve) {
  const UnitList units = four_units();

  using Cell = std::array<std::int32_t, 3>;
  EXPECT_EQ(units.dimension, 2);
  EXPECT_EQ(units.levels, 2);
  EXPECT_EQ(units.granularity, 4);
  EXPECT_THAT(units.lo, ElementsAre(Cell{0, 0, 0}, Cell{0, 4, 0}, Cell{4, 4, 0}, Cell{4, 0, 0}));
  EXPECT_THAT(units.load, ElementsAre(16, 128, 16, 16, 9, 0, 16, 0));
  EXPECT_THAT(units.memory, ElementsAre(80, 24, 9, 16));
}

TEST(UnitsFile, CostMultipliesTheLoadNotTheMemory) {
  const UnitList units = read_units(units_in_file("i, n0, cost\r\n0, 8, 2.5\r\n\n1, 8, 0\n"), 2);

  EXPECT_THAT(units.load, ElementsAre(20.0, 0.0));
  EXPECT_THAT(units.memory, ElementsAre(8.0, 8.0));
  EXPECT_EQ(units.granularity, 8);
}

TEST(UnitsFile, EveryFaultHasLineAndColumn) {
  EXPECT_THAT(units_complaint("i,j,n0\n0,0,-4\n0,1,\n1,x,3\n1,1\n"),
              AllOf(HasSubstr(".csv:2:5: '-4' for n0"), HasSubstr(".csv:3:5: '' for n0"),
                    HasSubstr(".csv:4:3: 'x' for j"), HasSubstr(".csv:5:3: 2 fields; expected 3")));
}

TEST(UnitsFile, DuplicateBlocksNameBothLines) {
  EXPECT_THAT(units_complaint("i,n0\n3,1\n2,1\n3,1\n"),
              HasSubstr(".csv:4:1: the same block as on line 2"));
}

TEST(UnitsFile, UnknownColumnsAreFaults) {
  EXPECT_THAT(units_complaint("i,j,n0,n2\n"), HasSubstr(".csv:1:8: column 'n2'"));
  EXPECT_THAT(units_complaint("a,b\n0,0\n"), HasSubstr(".csv:1:1: column 'a'"));
  EXPECT_THAT(units_complaint(""), HasSubstr("is empty"));
  EXPECT_THAT(units_complaint("i,n0\n"), HasSubstr("no units"));
}

TEST(UnitsFile, HugeNumbersAreFaultsNotOverflows) {
  EXPECT_THAT(units_complaint("i,n0\n99999999999999999999,1\n"), HasSubstr(".csv:2:1:"));
  EXPECT_THAT(units_complaint("i,n0\n262143,1000000\n"), HasSubstr("at most 1073741824 cells"));
}

TEST(OwnersFile, WhatIsWrittenIsReadBack) {
  const UnitList units = four_units();
  const std::string path = units_in_file("");

  write_owners(path, units, {0, 1, 1, 2});

  EXPECT_EQ(read_file(path), "i,j,owner\n0,0,0\n0,1,1\n1,1,1\n1,0,2\n");
  EXPECT_THAT(read_owners(path, units, 3), ElementsAre(0, 1, 1, 2));
}

TEST(OwnersFile, FaultsHaveLineAndColumn) {
  const UnitList units = four_units();
  const auto owners_complaint = [&](const std::string& text) {
    return complaint([&] { read_owners(units_in_file(text), units, 3); });
  };

  EXPECT_THAT(owners_complaint("i,j,owner\n0,0,3\n0,0,1\n7,7,0\n"),
              AllOf(HasSubstr(".csv:2:5: '3' for owner"), HasSubstr("[0, 2]"),
                    HasSubstr(".csv:3:1: a second owner"), HasSubstr(".csv:4:1: no unit")));
  EXPECT_THAT(owners_complaint("i,owner\n"), HasSubstr("expected 'i,j,owner'"));
  EXPECT_THAT(owners_complaint("i,j,owner\n0,0,1\n"), HasSubstr("3 of 4 units have no owner"));
}

TEST(Capacities, AreNormalised) {
  EXPECT_THAT(parse_capacities("16, 19,31\n34", "--capacities"),
              ElementsAre(0.16, 0.19, 0.31, 0.34));
  EXPECT_THAT(parse_capacities("0,2", "--capacities"), ElementsAre(0.0, 1.0));
}

TEST(Capacities, FaultsHaveLineAndColumn) {
  const auto capacities_complaint = [](const char* text) {
    return complaint([&] { parse_capacities(text, "--capacities"); });
  };

  EXPECT_THAT(capacities_complaint("1,-2\n nan, 1,,inf"),
              AllOf(HasSubstr("--capacities:1:3: '-2'"), HasSubstr("--capacities:2:2: 'nan'"),
                    HasSubstr("--capacities:2:9: ''"), HasSubstr("--capacities:2:10: 'inf'")));
  EXPECT_THAT(capacities_complaint("0,0"), HasSubstr("above zero"));
  EXPECT_THAT(capacities_complaint(""), HasSubstr("above zero"));
}

TEST(Capacities, MissingFileIsBadInput) {
  EXPECT_THROW(read_capacities("/nonexistent/capacities.txt"), InputError);
}

TEST(UnitsFile, FaultsAreCountedAfterTwenty) {
  std::string text = "i,n0\n";
  for (int i = 0; i < 30; ++i) {
    text += std::to_string(i) + ",x\n";
  }

  EXPECT_THAT(units_complaint(text), AllOf(HasSubstr("csv:21:"), HasSubstr("and 10 more")));
}

}  // namespace
}  // namespace evenkeel::workload
