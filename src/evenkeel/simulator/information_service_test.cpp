// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What services tell, and when; and what every one of them promises.
#include "evenkeel/simulator/information_service.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace evenkeel::simulator {
namespace {

/// What somebody is told who asks at \p asked about a value that is its time, changed every 10 s.
std::vector<double> told(const std::string& name, double staleness,
                         const std::vector<double>& asked) {
  const auto service = make_service(name, staleness);
  std::vector<double> answers;
  double change = 0.0;
  for (const double now : asked) {
    for (; change <= now; change += 10.0) {
      service->hear(change, std::array{change});
    }
    answers.push_back(service->tell(now).front());
  }
  return answers;
}

using Answers = std::vector<double>;

TEST(InformationServices, TellAsLateAsTheyAre) {
  EXPECT_EQ(told("fresh", 0.0, {1, 12, 25}), (Answers{0, 10, 20}));
  // Asked at 1, again at 21: what was true then holds until 41.
  EXPECT_EQ(told("cached", 20.0, {1, 12, 21, 40, 41}), (Answers{0, 0, 20, 20, 40}));
  // Published at 25 and at 50, just before the change.
  EXPECT_EQ(told("periodic", 25.0, {1, 24, 26, 45, 51}), (Answers{0, 0, 20, 20, 40}));
  EXPECT_EQ(told("delayed", 15.0, {1, 24, 25, 36, 55}), (Answers{0, 0, 10, 20, 40}));
}

TEST(InformationServices, WithoutStalenessAllAreFresh) {
  Registry<InformationService> services;
  register_builtin(services);
  for (const auto& [name, entry] : services.entries()) {
    EXPECT_EQ(told(std::string(name), 0.0, {1, 12, 25}), (Answers{0, 10, 20})) << name;
    EXPECT_TRUE(make_service(name, 5.0)->tell(0.0).empty()) << name;
  }
}

TEST(InformationServices, UnknownOnesAreNamed) {
  EXPECT_THROW(make_service("cashed", 1.0), InputError);
}

}  // namespace
}  // namespace evenkeel::simulator
