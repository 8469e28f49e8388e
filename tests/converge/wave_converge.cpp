// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Waves: orders, energy, what a pulse becomes, what an interface gives back. (algorithms 7.2)
#include <gtest/gtest.h>

#include "case.hpp"

namespace evenkeel::converge {
namespace {

/// L1 error of u on a uniform grid of \p cells cells a side.
template <int D>
double error_of(const ParamValues& params, std::int32_t cells, double time) {
  Case<D> run(D == 2 ? "wave2d" : "wave3d",
              {.params = params, .cells = std::vector<std::int32_t>(D, cells)});
  run.run_to(time);
  return run.error(0).l1;
}

TEST(Wave, DifferencesAreOfFourthOrder) {
  for (const char* problem : {"standing", "plane"}) {
    for (const double dissipation : {0.0, 0.2}) {
      const ParamValues params{
          {"problem", problem}, {"dissipation", dissipation}, {"waves_x", 2.0}};

      EXPECT_GE(order(error_of<2>(params, 64, 0.5), error_of<2>(params, 128, 0.5)), 3.8)
          << problem << ' ' << dissipation;
    }
    const ParamValues params{{"problem", problem}};
    EXPECT_GE(order(error_of<3>(params, 16, 0.3), error_of<3>(params, 32, 0.3)), 3.8) << problem;
  }
}

TEST(Wave, PulseSpreadsAsTheExactOne) {
  const ParamValues wide{{"sigma", 0.1}};
  EXPECT_GE(order(error_of<2>(wide, 64, 0.25), error_of<2>(wide, 128, 0.25)), 3.8);
  EXPECT_GE(order(error_of<3>(wide, 32, 0.25), error_of<3>(wide, 64, 0.25)), 3.8);
}

}  // namespace
}  // namespace evenkeel::converge
