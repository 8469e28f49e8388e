// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What savings are due to.
#include "evenkeel/manager/outlook.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/manager/test_decision.hpp"

namespace evenkeel::manager {
namespace {

using OutlookOf = Decision;

/// Of owners of {1.2, 0.8} chosen for equal ranks, what perfect ones for \p rates save because of
/// the loads.
double due_to_loads(Observation now, const std::vector<machine::RankRate>& rates) {
  now.rates = rates;
  const History past{.capacity = {0.5, 0.5}};
  Outlook outlook(now, past, 0.02);
  outlook.set_kept({1.2, 0.8});
  Alternative perfect{.name = "perfect", .load = {rates[0].rate, rates[1].rate}};
  perfect.step_seconds = outlook.step_seconds(perfect.load);
  return outlook.due_to_loads(perfect);
}

TEST_F(OutlookOf, OwnersThatGridsHaveMovedOnFrom) {
  const Observation now = observe(known({1.0, 1.0}));
  const double slid = 1.0 - 1.0 / 1.2;

  EXPECT_NEAR(due_to_loads(now, known({1.0, 1.0})), slid, 1e-12);
  EXPECT_NEAR(due_to_loads(now, known({0.95, 1.05})), slid, 1e-12);              // rates want more
  EXPECT_NEAR(due_to_loads(now, known({1.05, 0.95})), 1.0 - 1.05 / 1.2, 1e-12);  // and less
}

}  // namespace
}  // namespace evenkeel::manager
