// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quantities with units, read and written.
#include "evenkeel/core/units.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Units, TimesAreSeconds) {
  EXPECT_DOUBLE_EQ(parse_quantity("20ms", Dimension::kSeconds), 0.02);
  EXPECT_DOUBLE_EQ(parse_quantity("1s", Dimension::kSeconds), 1.0);
  EXPECT_DOUBLE_EQ(parse_quantity("2min", Dimension::kSeconds), 120.0);
  EXPECT_DOUBLE_EQ(parse_quantity("1.5e3 us", Dimension::kSeconds), 1.5e-3);
}

TEST(Units, KiIs1024AndKIs1000) {
  EXPECT_DOUBLE_EQ(parse_quantity("512MiB", Dimension::kBytes), 512.0 * 1024 * 1024);
  EXPECT_DOUBLE_EQ(parse_quantity("2GiB", Dimension::kBytes), 2147483648.0);
  EXPECT_DOUBLE_EQ(parse_quantity("3MB", Dimension::kBytes), 3e6);
}

TEST(Units, NetworkRatesAreBitsAndOthersBytes) {
  EXPECT_DOUBLE_EQ(parse_quantity("100Mbps", Dimension::kBytesPerSecond), 12.5e6);
  EXPECT_DOUBLE_EQ(parse_quantity("8bps", Dimension::kBytesPerSecond), 1.0);
  EXPECT_DOUBLE_EQ(parse_quantity("10 MB/s", Dimension::kBytesPerSecond), 1e7);
}

TEST(Units, PureNumbersTakeNoUnit) {
  EXPECT_DOUBLE_EQ(parse_quantity(" 0.5 ", Dimension::kPure), 0.5);
  EXPECT_THROW(parse_quantity("0.5s", Dimension::kPure), InputError);
}

TEST(Units, OnlyZeroNeedsNoUnit) {
  EXPECT_EQ(parse_quantity("0", Dimension::kBytes), 0.0);
  EXPECT_THAT(
      [] { parse_quantity("20", Dimension::kSeconds); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("'20'"), HasSubstr("ns, us, ms, s, min, h, d"))));
}

TEST(Units, WrongUnitNamesTheNearest) {
  EXPECT_THAT([] { parse_quantity("512Mib", Dimension::kBytes); },
              ThrowsMessage<InputError>(HasSubstr("did you mean 'MiB'?")));
}

TEST(Units, UnitOfAnotherDimensionIsRefused) {
  EXPECT_THROW(parse_quantity("20ms", Dimension::kBytes), InputError);
  EXPECT_THROW(parse_quantity("20MB", Dimension::kBytesPerSecond), InputError);
}

TEST(Units, JunkIsRefused) {
  for (const char* text : {"", " ", "s", "fast", "1..2s", "nan s", "inf s", "1e999s", "1 2 s"}) {
    EXPECT_THROW(parse_quantity(text, Dimension::kSeconds), InputError) << text;
  }
}

TEST(Units, ProductThatOverflowsIsRefused) {
  EXPECT_THROW(parse_quantity("1e308TiB", Dimension::kBytes), InputError);
}

TEST(Units, FormatReadsBackTheSame) {
  for (const double value : {0.0, 1.0, 0.1, 1.0 / 3.0, 2147483648.0, 1536.0, 12.5e6, 1e-9}) {
    for (const Dimension dimension :
         {Dimension::kPure, Dimension::kSeconds, Dimension::kBytes, Dimension::kBytesPerSecond}) {
      EXPECT_EQ(parse_quantity(format_quantity(value, dimension), dimension), value);
    }
  }
}

TEST(Units, FormatUsesTheLargestUnitThatDivides) {
  EXPECT_EQ(format_quantity(536870912.0, Dimension::kBytes), "512MiB");
  EXPECT_EQ(format_quantity(1536.0, Dimension::kBytes), "1536B");
  EXPECT_EQ(format_quantity(0.02, Dimension::kSeconds), "0.02s");
}

TEST(Units, PeopleReadThreeDigits) {
  EXPECT_EQ(human_count(950), "950");
  EXPECT_EQ(human_count(12.34e6), "12.3 M");
  EXPECT_EQ(human_count(999.6e3), "1.00 M");
  EXPECT_EQ(human_bytes(17), "17 B");
  EXPECT_EQ(human_bytes(1.5 * 1024 * 1024 * 1024), "1.50 GiB");
  EXPECT_EQ(human_seconds(0.0832), "83.2 ms");
  EXPECT_EQ(human_seconds(12.0), "12.0 s");
  EXPECT_EQ(human_seconds(125.2), "2 min 05 s");
  EXPECT_EQ(human_seconds(11040.0), "3 h 04 min");
  EXPECT_EQ(human_seconds(0.0), "0 ns");
  EXPECT_EQ(human_seconds(-0.0073099324271014565), "-7.31 ms");
}

TEST(Units, PeopleSeeWhatIsNotANumber) {
  EXPECT_EQ(human_seconds(std::numeric_limits<double>::infinity()), "inf s");
}

}  // namespace
}  // namespace evenkeel
