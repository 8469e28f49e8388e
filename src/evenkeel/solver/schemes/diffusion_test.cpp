// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Diffusion of one patch: modes decay as they must, fluxes add up.
#include "evenkeel/solver/schemes/diffusion.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/storage/for_each_cell.hpp"

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

/// A patch of one component in the middle of waves.
template <int D>
struct Waves {
  static constexpr int kSide = 12;
  static constexpr std::array<double, 3> kSpacing{0.1, 0.2, 0.15};
  static constexpr std::array<double, 3> kAngle{0.3, 0.5, 0.4};  ///< from cell to cell
  std::vector<double> memory;
  StageStep<D> step;
  Scratch scratch;

  explicit Waves(int ghosts) {
    step.box = {{}, geometry::uniform<D>(kSide)};
    step.state.box = step.box.grow(ghosts);
    step.state.components = 1;
    step.state.component_stride = 1;
    for (std::size_t d = 0; d < D; ++d) {
      step.state.stride[d] = step.state.component_stride;
      step.state.component_stride *= step.state.box.side(d);
      step.place.spacing[d] = kSpacing[d];
    }
    memory.resize(static_cast<std::size_t>(step.state.component_stride));
    step.state.data = memory.data();
    storage::for_each_cell(step.state.box,
                           [&](const auto& cell) { step.state(0, cell) = value(cell); });
  }
  static double value(const geometry::Index<D>& cell) {
    double product = 1.0;
    for (std::size_t d = 0; d < D; ++d) {
      product *= std::cos(kAngle[d] * cell[d] - 0.2);
    }
    return product;
  }
  /// Of all waves, by the difference operator of \p diffusivity.
  static double eigenvalue(double diffusivity) {
    double sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      sum -= diffusivity * (2.0 - 2.0 * std::cos(kAngle[d])) / (kSpacing[d] * kSpacing[d]);
    }
    return sum;
  }
};

template <int D>
void expect_decay() {
  for (const int count : {1, 4, 7}) {
    const DiffusionStages stages(count);
    Waves<D> waves(count);
    const double diffusivity = 0.7;
    waves.step.dt = 0.9 / diffusion_rate<D>(waves.step.place, {&diffusivity, 1}, stages);
    diffuse<D>(waves.step, {&diffusivity, 1}, stages, waves.scratch);

    const double factor = amplification(stages, waves.step.dt * Waves<D>::eigenvalue(diffusivity));
    storage::for_each_cell(waves.step.box, [&](const auto& cell) {
      ASSERT_NEAR(waves.step.state(0, cell), factor * Waves<D>::value(cell), 1e-13)
          << count << " stages in " << D << "-D";
    });
  }
}

TEST(Diffusion, ModesDecayAsTheDifferenceOperatorSays) {
  expect_decay<1>();
  expect_decay<2>();
  expect_decay<3>();
}

TEST(Diffusion, RecordedFluxesMakeUpTheChange) {
  const DiffusionStages stages(4);
  Waves<2> waves(4);
  std::vector<double> totals(4 * Waves<2>::kSide, 0.0);
  std::vector<hierarchy::FaceStrip<2>> strips;
  for (int axis = 0; axis < 2; ++axis) {
    for (const bool upper : {false, true}) {
      hierarchy::FaceStrip<2> strip;
      const auto d = static_cast<std::size_t>(axis);
      strip.axis = axis;
      strip.upper = upper;
      strip.faces = waves.step.box;
      strip.faces.lo[d] = upper ? Waves<2>::kSide : 0;
      strip.faces.hi[d] = strip.faces.lo[d] + 1;
      strip.total.box = strip.faces;
      if (!upper) {
        --strip.total.box.lo[d];
        --strip.total.box.hi[d];
      }
      strip.total.components = 1;
      strip.total.stride = {1, strip.total.box.side(0)};
      strip.total.component_stride = Waves<2>::kSide;
      strip.total.data =
          &totals[static_cast<std::size_t>(2 * axis + (upper ? 1 : 0)) * Waves<2>::kSide];
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
  for (std::size_t i = 0; i < Waves<2>::kSide; ++i) {
    inflow += (totals[i] - totals[Waves<2>::kSide + i]) / 0.1;
    inflow += (totals[2 * Waves<2>::kSide + i] - totals[3 * Waves<2>::kSide + i]) / 0.2;
  }
  EXPECT_NEAR(sum() - before, inflow, 1e-12);
}

}  // namespace
}  // namespace evenkeel::solver
