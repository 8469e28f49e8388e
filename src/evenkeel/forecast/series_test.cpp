// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Series files, good and bad.
#include "evenkeel/forecast/series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::forecast {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string fault_of(std::string_view text, const std::string& column = "") {
  try {
    read_series(text, "s.csv", column);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Series, IsOneNumberALine) {
  EXPECT_THAT(read_series("1\n2.5\n\n# note\n-3e-2\r\n", "s.csv").samples,
              ElementsAre(1.0, 2.5, -0.03));
}

TEST(Series, TakesTheLastColumnOrTheNamedOne) {
  const std::string_view text = "t,idle,load\n0,0.5,2\n1,0.25,3";

  EXPECT_EQ(read_series(text, "s.csv").name, "load");
  EXPECT_THAT(read_series(text, "s.csv", "idle").samples, ElementsAre(0.5, 0.25));
}

TEST(Series, CountsWhatIsUnknown) {
  const Series series = read_series("t,idle\n0,1\n1,\n2,nan\n3,null\n4,2\n", "s.csv");

  EXPECT_THAT(series.samples, ElementsAre(1.0, 2.0));
  EXPECT_EQ(series.unknown, 3U);
  EXPECT_THAT(series.record, ElementsAre(1.0, std::nullopt, std::nullopt, std::nullopt, 2.0));
}

TEST(Series, LogsInJsonAreNoTables) {
  EXPECT_THAT(fault_of("# note\n {\"host\": \"vm\"}\n"),
              HasSubstr("s.csv:2: found JSON, as `evenkeel sense --json` writes; expected"));
}

TEST(Series, FirstLineOfOddNumbersIsNoHeader) {
  for (const std::string odd : {"inf", "-Infinity", "NAN", "+1.5", "1e999", "1e300"}) {
    EXPECT_THAT(fault_of(odd + "\n2\n"), HasSubstr("s.csv:1: found '" + odd + "', expected"))
        << odd;
    EXPECT_THAT(fault_of("2\n" + odd + "\n"), HasSubstr("s.csv:2: found '" + odd + "', expected"));
  }
  EXPECT_EQ(read_series("1,nan\n2,3\n", "s.csv").unknown, 1U);
  EXPECT_EQ(read_series("t,infinite\n2,3\n", "s.csv").name, "infinite");
}

TEST(Series, FaultsNameLineAndField) {
  EXPECT_THAT(fault_of("t,idle\n0,1\n1,fast\n2\n"),
              testing::AllOf(HasSubstr("s.csv:3: found 'fast', expected a number"),
                             HasSubstr("s.csv:4: found 1 fields, expected 2")));
  EXPECT_THAT(fault_of("1\n1e300\n"), HasSubstr("s.csv:2: found '1e300'"));
  EXPECT_THAT(fault_of("t,idle\n0,1\n", "idel"), HasSubstr("no column 'idel'; known: t, idle"));
  EXPECT_THAT(fault_of("1\n2\n", "idle"), HasSubstr("there is no header"));
  EXPECT_THAT(fault_of(""), HasSubstr("no sample"));
  EXPECT_THAT(fault_of("value\nnan\n"), HasSubstr("no sample"));
}

}  // namespace
}  // namespace evenkeel::forecast
