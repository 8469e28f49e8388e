// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fronts of Buckley and Leverett in channels and five-spots. (algorithms 7.5)
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"
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
std::unique_ptr<Case<2>> channel(double ratio, std::int32_t cells, int levels, double end,
                                 const std::string& limiter = "mc") {
  const double finest = 1.0 / (cells << (levels - 1));
  auto run = std::make_unique<Case<2>>("bl2d", CaseOptions{.params = {{"problem", "channel"},
                                                                      {"viscosity_ratio", ratio},
                                                                      {"well_size", finest},
                                                                      {"limiter", limiter}},
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

std::string name_of(const Front& front) {
  return fmt::format("M = {:g}", front.ratio);
}

/// Saturation along the channel beside the exact one.
void draw_profile(const Case<2>& run, const kernels::FractionalFlow& flow,
                  const std::string& label) {
  std::map<double, double> found;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    found[run.hierarchy().mesh().center(level, cell)[0]] = view(0, cell);
  });
  std::vector<double> x;
  std::vector<double> s;
  std::vector<double> exact;
  for (const auto& [place, saturation] : found) {
    x.push_back(place);
    s.push_back(saturation);
    exact.push_back(flow.profile(place / run.time()));
  }
  draw("bl2d", "saturation against x", label, x, s);
  draw("bl2d", "saturation against x", label + ", exact", x, exact);
}

TEST(TwoPhase, FrontsMoveAsWelgeSays) {
  for (const Front& front : kFronts) {
    const kernels::FractionalFlow flow{front.ratio};
    EXPECT_NEAR(flow.front(), front.saturation, 1e-7);
    EXPECT_NEAR(flow.slope(flow.front()), front.speed, 1e-7);
    const double end = 0.6 / front.speed;
    const auto run = channel(front.ratio, 128, 1, end);
    const Profile fine = profile(*run, flow);

    check("bl2d", "front, of 128 cells", "Welge's tangent", 128 * fine.front, near(128 * 0.6, 1.0),
          name_of(front));
    check("bl2d", "mean error, in cells of 128", "Welge's tangent", 128 * fine.error, at_most(1.0),
          name_of(front));
    EXPECT_GT(fine.least, -1e-9) << front.ratio;
    EXPECT_LT(fine.most, 1.0 + 1e-9) << front.ratio;
    EXPECT_NEAR(run->total(0) / (4.0 / 128), end, 1e-12) << front.ratio;
    draw_profile(*run, flow, name_of(front));
  }
}

TEST(TwoPhase, EveryLimiterFollowsTheFrontTheSteeperTheCloser) {
  const Front& front = kFronts[1];
  const kernels::FractionalFlow flow{front.ratio};
  double closer = 0.0;
  constexpr std::array<std::pair<const char*, double>, 3> kLimiters{
      {{"mc", 0.6}, {"minmod", 1.0}, {"upwind1", 2.5}}};
  for (const auto& [limiter, most] : kLimiters) {
    const auto run = channel(front.ratio, 128, 1, 0.6 / front.speed, limiter);
    const Profile found = profile(*run, flow);

    check("bl2d", "mean error of a limiter, in cells of 128", "Welge's tangent", 128 * found.error,
          at_most(most), limiter);
    EXPECT_NEAR(128 * found.front, 128 * 0.6, 3.0) << limiter;
    EXPECT_GT(found.least, -1e-9) << limiter;
    EXPECT_LT(found.most, 1.0 + 1e-9) << limiter;
    EXPECT_GT(found.error, closer) << limiter;
    closer = found.error;
  }
}

TEST(TwoPhase, GridsThatFollowFrontsConserveAndKeepBounds) {
  for (const Front& front : kFronts) {
    const kernels::FractionalFlow flow{front.ratio};
    const double end = 0.6 / front.speed;
    const auto run = channel(front.ratio, 64, 3, end);
    const Profile found = profile(*run, flow);

    check("bl2d", "front, of 256 finest cells on three levels", "Welge's tangent",
          256 * found.front, near(256 * 0.6, 1.0), name_of(front));
    EXPECT_LT(found.error, 1.0 / 64);
    EXPECT_GT(found.least, -1e-9);
    EXPECT_LT(found.most, 1.0 + 1e-9);
    EXPECT_NEAR(run->total(0) / (4.0 / 64), end, 1e-12);
  }
}

/// Saturations by the centres of cells.
std::map<std::pair<double, double>, double> saturations(const Case<2>& run) {
  std::map<std::pair<double, double>, double> found;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    const auto centre = run.hierarchy().mesh().center(level, cell);
    found[{centre[0], centre[1]}] = view(0, cell);
  });
  return found;
}

/// A five-spot of three levels to t = 0.2, rebuilt every eighth step, and how often cells were
/// solved for.
std::pair<std::unique_ptr<Case<2>>, std::int64_t> spaced(double interval) {
  auto run =
      std::make_unique<Case<2>>("bl2d", CaseOptions{.params = {{"pressure_interval", interval}},
                                                    .cells = {32, 32},
                                                    .levels = 3,
                                                    .regrid_interval = 8,
                                                    .buffer = 8});
  run->run_to(0.2);
  const std::int64_t updates = run->updates();
  return {std::move(run), updates};
}

/// Velocities that stay for some steps are still free of divergence on all levels.
TEST(TwoPhase, PressuresMayComeEverySoManySteps) {
  const auto [often, most] = spaced(1.0);
  const auto [rarely, fewer] = spaced(4.0);
  const std::map<std::pair<double, double>, double> found = saturations(*often);
  double difference = 0.0;
  double largest = 0.0;
  for (const auto& [place, saturation] : saturations(*rarely)) {
    largest = std::max(largest, saturation);
    if (const auto same = found.find(place); same != found.end()) {
      difference = std::max(difference, std::abs(saturation - same->second));
    }
  }

  EXPECT_LT(static_cast<double>(fewer), 0.6 * static_cast<double>(most));
  EXPECT_LT(largest, 1.0 + 1e-9);
  EXPECT_NE(difference, 0.0);
  check("bl2d", "saturation with a pressure every fourth step, largest difference",
        "with one every step", difference, at_most(0.1));
  EXPECT_NEAR(rarely->total(0), 0.2, 1e-12);
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

/// Velocity of all fluid along the diagonal of a quarter five-spot, \p r from its injector.
///
/// The walls mirror the wells into a lattice of alternating ones, \f$L = \sqrt 2\f$ apart along
/// diagonals, each of 4 pore volumes in unit time; rows of them add up to 1 / sin:
///
///     v = 2 / L sum_b (-1)^b Re 1 / sin(pi (r / L - i b))
double diagonal_velocity(double r) {
  const double angle = std::numbers::pi * r / std::numbers::sqrt2;
  const double sine = std::sin(angle);
  double sum = 1.0 / sine;
  for (int b = 1; b <= 12; ++b) {
    const double height = std::numbers::pi * b;
    sum += (b % 2 == 0 ? 2.0 : -2.0) * sine * std::cosh(height) /
           (sine * sine + std::sinh(height) * std::sinh(height));
  }
  return std::numbers::sqrt2 * sum;
}

/// Time of flight along that diagonal.
double flight_time(double r) {
  constexpr int kParts = 2000;
  const double h = r / kParts;
  double time = 0.0;
  for (int k = 0; k < kParts; ++k) {
    time += h / diagonal_velocity((k + 0.5) * h);
  }
  return time;
}

constexpr double kSweep = 0.71777;  ///< of a five-spot; Jacobi functions, algorithms 7.5

/// A quarter five-spot with water that drives oil out at velocities that stay as they are.
std::unique_ptr<Case<2>> frozen(double ratio, std::int32_t side, int levels, double end) {
  const double finest = 1.0 / (side << (levels - 1));
  auto run = std::make_unique<Case<2>>("bl2d", CaseOptions{.params = {{"fluid", "frozen"},
                                                                      {"viscosity_ratio", ratio},
                                                                      {"well_size", finest}},
                                                           .cells = {side, side},
                                                           .levels = levels,
                                                           .regrid_interval = 1});
  run->run_to(end);
  return run;
}

/// Along the diagonal: where water ends, and the mean of |S - S_1D(flight time / t)|.
Profile diagonal_profile(const Case<2>& run, const kernels::FractionalFlow& flow) {
  Profile found;
  double length = 0.0;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    if (cell[0] != cell[1]) {
      return;
    }
    const double r = std::numbers::sqrt2 * run.hierarchy().mesh().center(level, cell)[0];
    const double h = std::numbers::sqrt2 * run.hierarchy().mesh().spacing(level)[0];
    const double s = view(0, cell);
    found.error += h * std::abs(s - flow.profile(flight_time(r) / run.time()));
    length += h;
    if (s > 0.5 * flow.front()) {
      found.front = std::max(found.front, r + 0.5 * h);
    }
  });
  found.error /= length;
  return found;
}

/// Where the time of flight is \p time.
double place_of(double time) {
  double low = 0.0;
  double high = std::numbers::sqrt2;
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (low + high);
    (flight_time(middle) < time ? low : high) = middle;
  }
  return low;
}

TEST(TwoPhase, FrozenVelocitiesCarryFrontsAlongTheirFlights) {
  EXPECT_NEAR(flight_time(std::numbers::sqrt2), kSweep, 1e-5);
  for (const Front& front : kFronts) {
    const kernels::FractionalFlow flow{front.ratio};
    const double end = 0.5 * kSweep / front.speed;
    const double arrives = place_of(front.speed * end);
    for (const int levels : {1, 3}) {
      const auto run = frozen(front.ratio, levels == 1 ? 64 : 16, levels, end);
      const Profile found = diagonal_profile(*run, flow);
      const double h = std::numbers::sqrt2 / 64;
      const std::string variant = fmt::format("{}, {} levels", name_of(front), levels);

      check("bl2d", "front along the diagonal of a five-spot, of 64 cells",
            "exact velocity, Welge's tangent", found.front / h, near(arrives / h, 1.0), variant);
      check("bl2d", "mean error there, in cells of 64", "exact velocity, Welge's tangent",
            found.error / h, at_most(levels == 1 ? 1.0 : 2.0), variant);
      EXPECT_NEAR(run->total(0), end, 1e-12);
    }
  }
}

/// When a hundredth of what a frozen five-spot of \p side cells a side produces is water.
double breakthrough(const Front& front, std::int32_t side) {
  Case<2> run(
      "bl2d",
      {.params = {{"fluid", "frozen"}, {"viscosity_ratio", front.ratio}, {"well_size", 1.0 / side}},
       .cells = {side, side}});
  const kernels::FractionalFlow flow{front.ratio};
  double share = 0.0;
  while (share < 0.01) {
    run.integrator().step(1.0);
    run.for_each_cell([&](int, const auto& cell, const auto& view) {
      if (cell[0] == side - 1 && cell[1] == side - 1) {
        share = flow.water(view(0, cell));
      }
    });
  }
  return run.time();
}

/// The first water comes along the diagonal, in a cusp that coarse grids blunt: they are late, by
/// less and less: a halving of cells leaves a smaller part of the error than the one before.
TEST(TwoPhase, WaterBreaksThroughAFiveSpotAfterItsShortestFlight) {
  const Front& front = kFronts[1];
  const double arrival = kSweep / front.speed;
  const double coarse = breakthrough(front, 16) / arrival - 1.0;
  const double middle = breakthrough(front, 32) / arrival - 1.0;
  const double fine = breakthrough(front, 64) / arrival - 1.0;

  EXPECT_LT(std::abs(middle), 0.75 * std::abs(coarse));
  EXPECT_LT(std::abs(fine / middle), std::abs(middle / coarse));
  check("bl2d", "error of the time of breakthrough of a five-spot, 64 cells a side",
        "exact sweep, Welge's tangent", fine, near(0.0, 0.04));
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
  const double coarse = std::abs(first_arrival(32) - kSweep);
  const double middle = std::abs(first_arrival(64) - kSweep);
  const double fine = std::abs(first_arrival(128) - kSweep);

  EXPECT_LT(middle, 0.6 * coarse);
  EXPECT_LT(fine, 0.6 * middle);
  check("bl2d", "error of a tracer's sweep, 128 cells a side", "0.71777, Jacobi functions", fine,
        at_most(1e-3));
}

/// Wells go through all of z, so layers are alike and each is the plane.
TEST(TwoPhase, LayersOfACubeAreThePlane) {
  constexpr double kEnd = 0.2;
  const ParamValues params{{"viscosity_ratio", 0.5}, {"well_size", 1.0 / 16}};
  Case<2> plane("bl2d", {.params = params, .cells = {16, 16}});
  Case<3> cube("bl3d", {.params = params, .cells = {16, 16, 4}});
  plane.run_to(kEnd);
  cube.run_to(kEnd);
  std::map<std::pair<std::int32_t, std::int32_t>, double> flat;
  plane.for_each_cell(
      [&](int, const auto& cell, const auto& view) { flat[{cell[0], cell[1]}] = view(0, cell); });
  double most = 0.0;
  cube.for_each_cell([&](int, const auto& cell, const auto& view) {
    most = std::max(most, std::abs(view(0, cell) - flat[{cell[0], cell[1]}]));
  });

  check("bl3d", "largest difference of a layer from the plane", "bl2d", most, at_most(1e-7));
  check("bl3d", "water in the cube", "what was injected", cube.total(0), near(kEnd, 1e-12));
}

}  // namespace
}  // namespace evenkeel::converge
