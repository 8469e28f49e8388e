// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two gases against states worked out by hand.
#include "evenkeel/kernels/two_gas.hpp"

#include <gtest/gtest.h>

#include "evenkeel/solver/schemes/exact_riemann.hpp"

namespace evenkeel::kernels {
namespace {

using solver::GasState;

TEST(TwoGas, ContactOfOneGasIsThatOfTheRiemannProblem) {
  const GasState left{1.0, 0.0, 1.0};
  const GasState right{0.125, 0.0, 0.1};
  EXPECT_NEAR(contact_velocity(left, 1.4, right, 1.4), 0.9274526200, 1e-9);  // Sod
}

// Shock of Mach 1.24 in air on SF6: velocity after refraction, by the shock relations.
TEST(TwoGas, ContactOfAirAndSulphurHexafluorideIsTheKnownOne) {
  const GasState behind = solver::behind_shock(1.24, {1.145598, 0.0, 101325.0}, 1.4);
  EXPECT_NEAR(behind.density, 1.616622, 1e-6);
  EXPECT_NEAR(contact_velocity(behind, 1.4, {5.972856, 0.0, 101325.0}, 1.09), 83.09743, 1e-4);
}

TEST(TwoGas, FluxOfEqualStatesIsTheirOwn) {
  solver::TwoGas<2>::Values<double> w{};
  w[0] = 2.0;
  w[1] = 3.0;
  w[2] = -1.0;
  w[3] = 5.0;
  w[4] = 0.25;
  w[5] = 4.0;
  w[6] = 1.0;
  const solver::TwoGas<2> gas;
  const auto f = gas.flux<0>(w, w, gas.speeds<0>(w, w), false);

  const double energy = 5.0 * 4.0 + 0.5 * 2.0 * 10.0;
  EXPECT_NEAR(f[0], 6.0, 1e-13);
  EXPECT_NEAR(f[1], 18.0 + 5.0, 1e-13);
  EXPECT_NEAR(f[2], -6.0, 1e-13);
  EXPECT_NEAR(f[3], 3.0 * (energy + 5.0), 1e-12);
  EXPECT_NEAR(f[4], 1.5, 1e-13);
  EXPECT_NEAR(f[5], 12.0, 1e-13);
  EXPECT_NEAR(f[6], 3.0, 1e-13);
}

TEST(TwoGas, PrimitivesAndConservedValuesAreEachOthersInverse) {
  solver::TwoGas<3>::Values<double> w{1.5, 0.3, -0.2, 0.7, 2.5, 0.4, 2.5, 1.0};
  const auto back = solver::TwoGas<3>{}.primitives(solver::TwoGas<3>{}.conserved(w));
  for (std::size_t c = 0; c < w.size(); ++c) {
    EXPECT_NEAR(back[c], w[c], 1e-14) << c;
  }
}

}  // namespace
}  // namespace evenkeel::kernels
