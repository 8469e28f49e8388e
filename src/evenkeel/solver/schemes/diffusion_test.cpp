// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Diffusion of one patch: modes decay as they must, fluxes add up.
#include "evenkeel/solver/schemes/diffusion.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace evenkeel::solver {
namespace {

/// Amplification of u' = z u over a step of 1 by \p stages.
double amplification(const DiffusionStages& stages, double z) {
  double before = 1.0;
  double newest = 1.0;
  for (int stage = 0; stage < stages.count(); ++stage) {
    const auto& how = stages.step(stage);
    const double next = stage == 0 ? 1.0 + how.change * z
                                   : how.mu * newest + how.nu * before + how.start +
                                         how.change * z * newest + how.first_change * z;
    before = newest;
    newest = next;
  }
  return newest;
}

TEST(DiffusionStages, AreOfSecondOrder) {
  for (const int count : {3, 4, 5, 7}) {
    const DiffusionStages stages(count);
    EXPECT_NEAR(amplification(stages, -0.01), std::exp(-0.01), 1e-6) << count;
  }
}

TEST(DiffusionStages, AreStableAsFarAsTheyReach) {
  for (const int count : {1, 3, 4, 5, 7}) {
    const DiffusionStages stages(count);
    for (double part = 0.0; part <= 1.0; part += 0.01) {
      EXPECT_LE(std::abs(amplification(stages, -2.0 * stages.reach() * part)), 1.0 + 1e-12);
    }
    if (count != 3) {  // that goes on to be stable for a while
      EXPECT_GT(std::abs(amplification(stages, -2.4 * stages.reach())), 1.0) << count;
    }
  }
}

TEST(DiffusionStages, SharesAddUpToTheStep) {
  for (const int count : {1, 3, 4, 5, 7}) {
    const DiffusionStages stages(count);
    double sum = 0.0;
    for (int stage = 0; stage < count; ++stage) {
      sum += stages.step(stage).share;
    }
    EXPECT_NEAR(sum, 1.0, 1e-14) << count;
  }
}

/// A patch of one component in the middle of a plane of waves.
struct Waves {
  static constexpr int kSide = 12;
  std::vector<double> memory;
  StageStep<2> step;
  Scratch scratch;

  explicit Waves(int ghosts) {
    step.box = {{0, 0}, {kSide, kSide}};
    step.state.box = step.box.grow(ghosts);
    step.state.components = 1;
    step.state.stride = {1, step.state.box.side(0)};
    step.state.component_stride = step.state.box.volume();
    memory.resize(static_cast<std::size_t>(step.state.component_stride));
    step.state.data = memory.data();
    step.place.spacing = {0.1, 0.2};
    storage::for_each_row(step.state.box, [&](geometry::Index<2> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        step.state(0, cell) = value(cell);
      }
    });
  }
  static double value(const geometry::Index<2>& cell) {
    return std::cos(0.3 * cell[0]) * std::sin(0.5 * cell[1] + 0.2);
  }
};

TEST(Diffusion, ModesDecayAsTheDifferenceOperatorSays) {
  for (const int count : {1, 4, 7}) {
    const DiffusionStages stages(count);
    Waves waves(count);
    const double diffusivity = 0.7;
    waves.step.dt = 0.9 / diffusion_rate<2>(waves.step.place, {&diffusivity, 1}, stages);
    diffuse<2>(waves.step, {&diffusivity, 1}, stages, waves.scratch);

    const double eigenvalue =
        -diffusivity * ((2.0 - 2.0 * std::cos(0.3)) / 0.01 + (2.0 - 2.0 * std::cos(0.5)) / 0.04);
    const double factor = amplification(stages, waves.step.dt * eigenvalue);
    for (const geometry::Index<2> cell : {geometry::Index<2>{0, 0}, {11, 3}, {5, 11}}) {
      EXPECT_NEAR(waves.step.state(0, cell), factor * Waves::value(cell), 1e-13) << count;
    }
  }
}

TEST(Diffusion, RecordedFluxesMakeUpTheChange) {
  const DiffusionStages stages(4);
  Waves waves(4);
  std::vector<double> totals(4 * Waves::kSide, 0.0);
  std::vector<hierarchy::FaceStrip<2>> strips;
  for (int axis = 0; axis < 2; ++axis) {
    for (const bool upper : {false, true}) {
      hierarchy::FaceStrip<2> strip;
      const auto d = static_cast<std::size_t>(axis);
      strip.axis = axis;
      strip.upper = upper;
      strip.faces = waves.step.box;
      strip.faces.lo[d] = upper ? Waves::kSide : 0;
      strip.faces.hi[d] = strip.faces.lo[d] + 1;
      strip.total.box = strip.faces;
      if (!upper) {
        --strip.total.box.lo[d];
        --strip.total.box.hi[d];
      }
      strip.total.components = 1;
      strip.total.stride = {1, strip.total.box.side(0)};
      strip.total.component_stride = Waves::kSide;
      strip.total.data =
          &totals[static_cast<std::size_t>(2 * axis + (upper ? 1 : 0)) * Waves::kSide];
      strips.push_back(strip);
    }
  }
  const hierarchy::FluxRecorder<2> recorder(strips);
  waves.step.recorders[0] = &recorder;
  const double diffusivity = 0.7;
  waves.step.dt = 0.5 / diffusion_rate<2>(waves.step.place, {&diffusivity, 1}, stages);
  const auto sum = [&] {
    double all = 0.0;
    storage::for_each_row(waves.step.box, [&](geometry::Index<2> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        all += waves.step.state(0, cell);
      }
    });
    return all;
  };
  const double before = sum();
  diffuse<2>(waves.step, {&diffusivity, 1}, stages, waves.scratch);

  double inflow = 0.0;
  for (std::size_t i = 0; i < Waves::kSide; ++i) {
    inflow += (totals[i] - totals[Waves::kSide + i]) / 0.1;
    inflow += (totals[2 * Waves::kSide + i] - totals[3 * Waves::kSide + i]) / 0.2;
  }
  EXPECT_NEAR(sum() - before, inflow, 1e-12);
}

}  // namespace
}  // namespace evenkeel::solver
