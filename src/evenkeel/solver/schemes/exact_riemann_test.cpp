// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Star states and speeds of the classic problems. (algorithms 7.8, by an independent solver)
#include "evenkeel/solver/schemes/exact_riemann.hpp"

#include <gtest/gtest.h>

namespace evenkeel::solver {
namespace {

TEST(ExactRiemann, SodHasKnownStarStatesAndSpeeds) {
  const ExactRiemann sod({1.0, 0.0, 1.0}, {0.125, 0.0, 0.1}, 1.4);

  EXPECT_NEAR(sod.pressure(), 0.3031301781, 1e-10);
  EXPECT_NEAR(sod.velocity(), 0.9274526200, 1e-10);
  EXPECT_NEAR(sod.left().density, 0.4263194282, 1e-10);
  EXPECT_NEAR(sod.right().density, 0.2655737117, 1e-10);
  EXPECT_NEAR(sod.right().head, 1.7521557320, 1e-10);
  EXPECT_NEAR(sod.left().head, -1.1832159566, 1e-10);
  EXPECT_NEAR(sod.left().tail, -0.0702728126, 1e-10);
}

TEST(ExactRiemann, LaxStrongAnd123HaveKnownStarStates) {
  const ExactRiemann lax({0.445, 0.698, 3.528}, {0.5, 0.0, 0.571}, 1.4);
  const ExactRiemann strong({1.0, 0.0, 1000.0}, {1.0, 0.0, 0.01}, 1.4);
  const ExactRiemann parting({1.0, -2.0, 0.4}, {1.0, 2.0, 0.4}, 1.4);

  EXPECT_NEAR(lax.pressure(), 2.4660979192, 1e-9);
  EXPECT_NEAR(lax.velocity(), 1.5287230266, 1e-9);
  EXPECT_NEAR(lax.left().density, 0.3445684742, 1e-9);
  EXPECT_NEAR(lax.right().density, 1.3040845320, 1e-9);
  EXPECT_NEAR(lax.right().head, 2.4793214810, 1e-9);
  EXPECT_NEAR(strong.pressure(), 460.8937875, 1e-6);
  EXPECT_NEAR(strong.velocity(), 19.5974514, 1e-7);
  EXPECT_NEAR(strong.right().density, 5.9992407, 1e-7);
  EXPECT_NEAR(strong.right().head, 23.5175370, 1e-7);
  EXPECT_NEAR(parting.pressure(), 0.00189387342, 1e-11);
  EXPECT_NEAR(parting.left().density, 0.02185211821, 1e-11);
}

TEST(ExactRiemann, RarefactionIsContinuousAtItsEdges) {
  const ExactRiemann sod({1.0, 0.0, 1.0}, {0.125, 0.0, 0.1}, 1.4);

  const GasState head = sod.at(sod.left().head + 1e-12);
  const GasState tail = sod.at(sod.left().tail - 1e-12);

  EXPECT_NEAR(head.density, 1.0, 1e-10);
  EXPECT_NEAR(head.pressure, 1.0, 1e-10);
  EXPECT_NEAR(tail.density, sod.left().density, 1e-10);
  EXPECT_NEAR(tail.velocity, sod.velocity(), 1e-10);
  EXPECT_NEAR(tail.pressure, sod.pressure(), 1e-10);
}

TEST(ExactRiemann, MirroredProblemHasMirroredSolution) {
  const ExactRiemann lax({0.445, 0.698, 3.528}, {0.5, 0.0, 0.571}, 1.4);
  const ExactRiemann mirrored({0.5, 0.0, 0.571}, {0.445, -0.698, 3.528}, 1.4);

  for (const double speed : {-3.0, -2.0, -1.0, 0.5, 1.7, 2.6}) {
    EXPECT_DOUBLE_EQ(lax.at(speed).density, mirrored.at(-speed).density);
    EXPECT_DOUBLE_EQ(lax.at(speed).pressure, mirrored.at(-speed).pressure);
    EXPECT_NEAR(lax.at(speed).velocity, -mirrored.at(-speed).velocity, 1e-14);
  }
}

TEST(ExactRiemann, ShockOfMachOneAndAHalfHasKnownStateBehind) {
  const GasState behind = behind_shock(1.5, {}, 1.4);

  EXPECT_NEAR(behind.density, 1.862068966, 1e-9);
  EXPECT_NEAR(behind.velocity, 0.821677748, 1e-9);
  EXPECT_NEAR(behind.pressure, 2.458333333, 1e-9);
}

}  // namespace
}  // namespace evenkeel::solver
