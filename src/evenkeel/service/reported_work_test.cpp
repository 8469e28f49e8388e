// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How reports become a rate, and what of a processor that rate had.
#include "evenkeel/service/reported_work.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::service {
namespace {

Facts told(const ReportedWork& reported) {
  Facts facts;
  reported.tell(facts);
  return facts;
}

TEST(ReportedWork, OldStretchesCountHalf) {
  ReportedWork reported;
  EXPECT_TRUE(std::isnan(told(reported).rate));
  reported.add(100.0, 1.0);
  reported.end_stretch(kUnknown);
  reported.add(25.0, 0.25);
  reported.add(25.0, 0.75);

  EXPECT_DOUBLE_EQ(told(reported).rate, (50.0 + 50.0) / 1.5);
  EXPECT_EQ(told(reported).seconds, 1.0);
}

TEST(ReportedWork, StretchWithoutWorkLeavesTheRate) {
  ReportedWork reported;
  reported.add(0.0, 1e-6);
  EXPECT_TRUE(std::isnan(told(reported).rate));
  reported.add(100.0, 1.0);
  const double rate = told(reported).rate;
  for (int stretch = 0; stretch < 3000; ++stretch) {
    reported.end_stretch(kUnknown);
    reported.add(0.0, 1e-6);
  }

  EXPECT_EQ(told(reported).rate, rate);
  EXPECT_EQ(told(reported).seconds, 1e-6);
}

/// Half the processor was taken away, and the rate has half followed: the rest is the outlook's.
TEST(ReportedWork, AvailabilityFadesAsTheRateDoes) {
  ReportedWork reported;
  reported.add(100.0, 1.0);
  EXPECT_EQ(reported.availability(1.0), 1.0);
  reported.end_stretch(1.0);
  reported.add(50.0, 1.0);

  const double outlook = 0.5 / reported.availability(0.5);
  EXPECT_DOUBLE_EQ(told(reported).rate * outlook, 50.0);
  EXPECT_EQ(reported.availability(kUnknown), 1.0);
}

TEST(ReportedWork, IdleStretchDoesNotChangeWhatTheRateHad) {
  ReportedWork reported;
  reported.add(100.0, 1.0);
  reported.end_stretch(1.0);
  reported.end_stretch(0.25);

  EXPECT_EQ(reported.availability(0.25), 1.0);
}

TEST(ReportedWork, WhatWouldNotStayFiniteIsRefusedAndForgotten) {
  ReportedWork reported;
  EXPECT_THROW(reported.add(1.7e308, 1.0), InputError);
  EXPECT_THROW(reported.add(1e90, 1e-90), InputError);
  EXPECT_THROW(reported.add(-1.0, 1.0), InputError);
  EXPECT_THROW(reported.add(1.0, std::nan("")), InputError);
  EXPECT_THROW(reported.add_communication(-1.0), InputError);
  reported.add(6.0, 2.0);

  EXPECT_EQ(told(reported).rate, 3.0);
}

TEST(ReportedWork, CommunicationIsUnknownUntilReported) {
  ReportedWork reported;
  EXPECT_TRUE(std::isnan(told(reported).communicate));
  reported.add_communication(0.0);
  reported.add_communication(2.0);
  EXPECT_EQ(told(reported).communicate, 2.0);
  reported.end_stretch(kUnknown);
  EXPECT_TRUE(std::isnan(told(reported).communicate));
}

}  // namespace
}  // namespace evenkeel::service
