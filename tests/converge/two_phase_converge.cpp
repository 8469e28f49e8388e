// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fronts of Buckley and Leverett, and the sweep of a five-spot. (algorithms 7.5)
#include <numbers>

#include <gtest/gtest.h>

#include "case.hpp"
#include "evenkeel/kernels/fractional_flow.hpp"

namespace evenkeel::converge {
namespace {

/// Speeds of fronts by M. (Welge 1952; algorithms 7.5)
struct Front {
  double ratio;
  double saturation;
  double speed;
};
constexpr std::array<Front, 4> kFronts{{{1.0, 0.7071068, 1.2071068},
                                        {0.5, 0.5773503, 1.3660254},
                                        {0.2, 0.4082483, 1.7247449},
                                        {0.1, 0.3015113, 2.1583124}}};

/// A channel four base cells high and \p cells long, until \p end.
std::unique_ptr<Case<2>> channel(double ratio, std::int32_t cells, int levels, double end) {
  const double finest = 1.0 / (cells << (levels - 1));
  auto run = std::make_unique<Case<2>>("bl2d", CaseOptions{.params = {{"problem", "channel"},
                                                                      {"viscosity_ratio", ratio},
                                                                      {"well_size", finest}},
                                                           .cells = {cells, 4},
                                                           .upper = {1.0, 4.0 / cells},
                                                           .levels = levels,
                                                           .regrid_interval = 1});
  run->run_to(end);
  return run;
}

struct Profile {
  double error = 0.0;  ///< mean |S - exact|
  double front = 0.0;  ///< where S falls below half of the front's saturation
  double least = 1.0;
  double most = 0.0;
};

Profile profile(const Case<2>& run, const kernels::FractionalFlow& flow) {
  Profile found;
  double length = 0.0;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    const hierarchy::Mesh<2>& mesh = run.hierarchy().mesh();
    const double x = mesh.center(level, cell)[0];
    const double h = mesh.spacing(level)[0];
    const double s = view(0, cell);
    found.error += h * h * std::abs(s - flow.profile(x / run.time()));
    length += h * h;
    found.least = std::min(found.least, s);
    found.most = std::max(found.most, s);
    if (s > 0.5 * flow.front()) {
      found.front = std::max(found.front, x + 0.5 * h);
    }
  });
  found.error /= length;
  return found;
}

TEST(TwoPhase, FrontsMoveAsWelgeSays) {
  for (const Front& front : kFronts) {
    const kernels::FractionalFlow flow{front.ratio};
    EXPECT_NEAR(flow.front(), front.saturation, 1e-7);
    EXPECT_NEAR(flow.slope(flow.front()), front.speed, 1e-7);
    const double end = 0.6 / front.speed;
    const auto run = channel(front.ratio, 128, 1, end);
    const Profile fine = profile(*run, flow);

    EXPECT_NEAR(fine.front, 0.6, 1.0 / 128) << front.ratio;
    EXPECT_LT(fine.error, 1.0 / 128) << front.ratio;
    EXPECT_GT(fine.least, -1e-9) << front.ratio;
    EXPECT_LT(fine.most, 1.0 + 1e-9) << front.ratio;
    EXPECT_NEAR(run->total(0) / (4.0 / 128), end, 1e-12) << front.ratio;
  }
}

/// Fans are flagged less than fronts, and what coarse grids make of them shows in where fronts are.
TEST(TwoPhase, GridsThatFollowFrontsConserveAndKeepBounds) {
  const kernels::FractionalFlow flow{0.5};
  const double end = 0.6 / kFronts[1].speed;
  const auto run = channel(0.5, 64, 3, end);
  const Profile found = profile(*run, flow);

  EXPECT_NEAR(found.front, 0.6, 2.0 / 256);
  EXPECT_LT(found.error, 1.0 / 64);
  EXPECT_GT(found.least, -1e-9);
  EXPECT_LT(found.most, 1.0 + 1e-9);
  EXPECT_NEAR(run->total(0) / (4.0 / 64), end, 1e-12);
}

TEST(TwoPhase, WaterBreaksThroughWhenItsFrontArrives) {
  for (const Front& front : kFronts) {
    const double arrival = 1.0 / front.speed;
    const auto before = channel(front.ratio, 64, 1, arrival * (1.0 - 2.0 / 64));
    const auto after = channel(front.ratio, 64, 1, arrival * (1.0 + 2.0 / 64));

    EXPECT_NEAR(before->total(0) / (4.0 / 64), before->time(), 1e-4) << front.ratio;
    EXPECT_LT(after->total(0) / (4.0 / 64), after->time() - 1e-3) << front.ratio;
  }
}

/// Time of the first fluid from well to well, along the diagonal: cells by their face velocities
/// (Pollock 1988), the wells' own cells as quarters of circles.
double first_arrival(std::int32_t side) {
  Case<2> run("bl2d",
              {.params = {{"fluid", "tracer"}, {"well_size", 1.0 / side}}, .cells = {side, side}});
  run.integrator().step(1e-9);
  const double h = 1.0 / side;
  double time = std::numbers::pi * h * h;
  run.for_each_cell([&](int, const auto& cell, const auto& view) {
    if (cell[0] == cell[1] && cell[0] > 0 && cell[0] < side - 1) {
      const double in = view(2, cell);
      const double out = view(4, cell);
      time += std::abs(out - in) < 1e-9 * in ? h / in : h * std::log(out / in) / (out - in);
    }
  });
  return time;
}

TEST(TwoPhase, ATracerSweepsTheKnownPartOfAFiveSpot) {
  constexpr double kSweep = 0.71777;  // Jacobi functions; algorithms 7.5
  const double coarse = std::abs(first_arrival(32) - kSweep);
  const double middle = std::abs(first_arrival(64) - kSweep);
  const double fine = std::abs(first_arrival(128) - kSweep);

  EXPECT_LT(middle, 0.6 * coarse);
  EXPECT_LT(fine, 0.6 * middle);
  EXPECT_LT(fine, 1e-3);
}

}  // namespace
}  // namespace evenkeel::converge
