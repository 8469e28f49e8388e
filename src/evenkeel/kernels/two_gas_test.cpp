// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two gases against states worked out by hand.
#include "evenkeel/kernels/two_gas.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/kernels/test_scene.hpp"
#include "evenkeel/solver/schemes/exact_riemann.hpp"

namespace evenkeel::kernels {
namespace {

using solver::GasState;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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

/// Both sides move alike under the same pressure: each equation carries what keeps it so.
TEST(TwoGas, LaxFriedrichsSmearsGasesAndTheirEnergyAlike) {
  const solver::TwoGas<2> gas{.lax_friedrichs = true};
  const solver::TwoGas<2>::Values<double> air{1.0, 3.0, 0.5, 5.0, 0.0, 2.5, 1.0};
  const solver::TwoGas<2>::Values<double> heavy{5.0, 3.0, 0.5, 5.0, 1.0, 11.0, 1.0};
  const auto speeds = gas.speeds<0>(air, heavy);
  const auto f = gas.flux<0>(air, heavy, speeds, false);

  EXPECT_NEAR(speeds.right, 3.0 + std::sqrt(7.0), 1e-13);
  EXPECT_EQ(speeds.left, -speeds.right);
  EXPECT_NEAR(f[0], 3.0 * 3.0 - 0.5 * speeds.right * 4.0, 1e-13);
  EXPECT_NEAR(f[1], 3.0 * f[0] + 5.0, 1e-12);
  EXPECT_NEAR(f[2], 0.5 * f[0], 1e-12);
  EXPECT_NEAR(f[3], 5.0 * f[5] + 0.5 * 9.25 * f[0] + 3.0 * 5.0, 1e-11);
  EXPECT_NEAR(f[5], 3.0 * 6.75 - 0.5 * speeds.right * 8.5, 1e-12);
  EXPECT_NEAR(f[6], 3.0, 1e-13);
}

/// One quotient serves the sound on both sides of a face, and one a cell's own.
TEST(TwoGas, SignalsAreAsFastAsSoundInEachGas) {
  const solver::TwoGas<2> gas;
  const solver::TwoGas<2>::Values<double> air{1.0, 3.0, 0.5, 5.0, 0.0, 2.5, 1.0};     // gamma 7/5
  const solver::TwoGas<2>::Values<double> heavy{5.0, 3.0, 0.5, 5.5, 1.0, 10.0, 1.0};  // 11/10
  const double slow = std::sqrt(1.1 * 5.5 / 5.0);
  const auto speeds = gas.speeds<0>(heavy, air);
  EXPECT_NEAR(speeds.left, 3.0 - std::sqrt(7.0), 1e-14);
  EXPECT_NEAR(speeds.right, 3.0 + std::sqrt(7.0), 1e-14);
  EXPECT_NEAR(gas.speeds<1>(heavy, heavy).right, 0.5 + slow, 1e-14);
  EXPECT_NEAR(gas.rate(heavy, gas.reciprocal(heavy), {2.0, 3.0}),
              2.0 * (3.0 + slow) + 3.0 * (0.5 + slow), 1e-13);
}

TEST(TwoGas, PrimitivesAndConservedValuesAreEachOthersInverse) {
  solver::TwoGas<3>::Values<double> w{1.5, 0.3, -0.2, 0.7, 2.5, 0.4, 2.5, 1.0};
  const auto back = solver::TwoGas<3>{}.primitives(solver::TwoGas<3>{}.conserved(w));
  for (std::size_t c = 0; c < w.size(); ++c) {
    EXPECT_NEAR(back[c], w[c], 1e-14) << c;
  }
}

std::string tube_fault(const ParamValues& params, const std::vector<double>& upper = {}) {
  return TestScene{.kernel = "rm2d", .params = params, .upper = upper}.fault();
}

TEST(RichtmyerMeshkov, ShockStartsAheadOfTheInterface) {
  EXPECT_THAT(tube_fault({{"amplitude", 0.5}}),
              StartsWith("kernel.shock_distance is 0.25, must be at least "
                         "kernel.amplitude * kernel.wavelength = 0.5"));
  EXPECT_EQ(tube_fault({{"amplitude", 0.5}, {"shock_distance", 0.5}}), "");
  EXPECT_EQ(tube_fault({{"amplitude", 0.0}, {"shock_distance", 0.0}}), "");
}

TEST(RichtmyerMeshkov, ShockAndInterfaceStartInTheTube) {
  EXPECT_THAT(tube_fault({{"interface_position", -3.0}}),
              StartsWith("kernel.interface_position is -3: "));
  EXPECT_THAT(tube_fault({{"interface_position", 3.95}}),
              StartsWith("kernel.interface_position is 3.95: "));
  EXPECT_THAT(tube_fault({{"shock_distance", 5.0}}),
              StartsWith("kernel.shock_distance is 5, must be at most 2 "));
  EXPECT_EQ(tube_fault({{"shock_distance", 2.0}}), "");
}

TEST(RichtmyerMeshkov, WavesFitBetweenPeriodicSides) {
  EXPECT_THAT(tube_fault({{"wavelength", 0.3}}), StartsWith("kernel.wavelength is 0.3, must div"));
  EXPECT_THAT(tube_fault({}, {4.0, 1.5}), StartsWith("kernel.wavelength is 1, must divide"));
  EXPECT_THAT(tube_fault({{"wavelength", 2.0}, {"shock_distance", 0.5}}),
              StartsWith("kernel.wavelength is 2, must divide"));
  EXPECT_THAT(tube_fault({{"wavelength", 1e10}, {"amplitude", 1e-11}}),
              StartsWith("kernel.wavelength is 1e+10, must divide"));
  EXPECT_EQ(tube_fault({{"wavelength", 0.3}}, {4.0, 0.9}), "");
  EXPECT_EQ(tube_fault({{"wavelength", 0.3}, {"amplitude", 0.0}}), "");
  EXPECT_EQ((TestScene{.kernel = "rm2d",
                       .params = {{"wavelength", 0.3}, {"frame", "lab"}},
                       .sides = solver::BoundaryKind::kReflect})
                .fault(),
            "");
}

TEST(RichtmyerMeshkov, WallsStandInGasAtRest) {
  const auto fault = [](const char* kernel, const char* frame) {
    return TestScene{
        .kernel = kernel, .params = {{"frame", frame}}, .sides = solver::BoundaryKind::kReflect}
        .fault();
  };
  for (const char* kernel : {"rm2d", "rm3d"}) {
    EXPECT_THAT(fault(kernel, "contact"),
                AllOf(StartsWith("domain.boundary_upper[0] is 'reflect', but"),
                      HasSubstr("kernel.frame = 'lab'")));
    EXPECT_EQ(fault(kernel, "lab"), "");
  }
}

TEST(RichtmyerMeshkov, NamedGasesAreWhatTheyAre) {
  const ParamValue named("air_sf6");
  EXPECT_EQ(tube_fault({{"gases", named}}), "");
  for (const char* key : {"density_ratio", "gamma", "heavy_gamma"}) {
    EXPECT_THAT(tube_fault({{"gases", named}, {key, 2.0}}),
                StartsWith(std::string("kernel.") + key + " is 2, but kernel.gases = 'air_sf6'"));
  }
}

}  // namespace
}  // namespace evenkeel::kernels
